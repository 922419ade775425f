import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Lower-case hex of SHA-256 over the UTF-8 of a text, in which a lone surrogate counts as U+FFFD. */
export type TextDigest = (text: string) => string;

/** What of `process` is needed to reach `node:crypto` without importing it. */
export interface BuiltinHost {
  readonly getBuiltinModule?: (id: 'node:crypto') => { readonly hash?: OneShotHash } | undefined;
}

type OneShotHash = (algorithm: 'sha256', data: string) => string;

let chosen: TextDigest | undefined;

/** SHA-256 of a text as 64 lower-case hex digits. Which implementation does it is looked up at first use. */
export function sha256Hex(text: string): string {
  chosen ??= chooseDigest((globalThis as { readonly process?: BuiltinHost }).process);
  return chosen(text);
}

/** The runtime's one-shot hash (`crypto.hash`, Node 20.12 and later), else `@noble/hashes` (edge runtimes). */
export function chooseDigest(host: BuiltinHost | undefined): TextDigest {
  const hash = host?.getBuiltinModule?.('node:crypto')?.hash;
  if (hash !== undefined) return (text) => hash('sha256', text);
  const encoder = new TextEncoder();
  return (text) => bytesToHex(sha256(encoder.encode(text)));
}
