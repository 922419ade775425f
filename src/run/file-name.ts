import { sha256Hex } from '../redact/sha256.ts';

/** Without capitals: names that differ in case alone are one to many file systems. */
const PLAIN = /^[a-z0-9_-]{1,64}$/;
const HASHED = /^h-[0-9a-f]{32}$/;
/** Names of devices on Windows, whatever follows them after a dot. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

/**
 * The run id as the stem of a file name. It is data from outside: any id that is not plain, or names a device, becomes
 * `h-` and 32 hex digits of its SHA-256, and so does one that is spelled like that, or it could stand for another run.
 */
export function runFileStem(runId: string): string {
  const isPlain = PLAIN.test(runId) && !HASHED.test(runId) && !RESERVED.test(runId);
  return isPlain ? runId : `h-${sha256Hex(runId).slice(0, 32)}`;
}
