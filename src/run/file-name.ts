import { sha256Hex } from '../redact/sha256.ts';

const PLAIN = /^[A-Za-z0-9_-]{1,64}$/;
const HASHED = /^h-[0-9a-f]{32}$/;

/**
 * The run id as the stem of a file name. It is data from outside: any id that is not plain becomes `h-` and 32
 * hex digits of its SHA-256, and so does one that is spelled like that, or it could stand for another run.
 */
export function runFileStem(runId: string): string {
  return PLAIN.test(runId) && !HASHED.test(runId) ? runId : `h-${sha256Hex(runId).slice(0, 32)}`;
}
