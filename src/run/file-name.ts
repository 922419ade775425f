import { sha256Hex } from '../redact/sha256.ts';

/**
 * The run id as the stem of a file name. It is data from outside: any id that is not plain becomes `h-` and 32
 * hex digits of its SHA-256 (run-and-health spec, section 1).
 */
export function runFileStem(runId: string): string {
  return /^[A-Za-z0-9_-]{1,64}$/.test(runId) ? runId : `h-${sha256Hex(runId).slice(0, 32)}`;
}
