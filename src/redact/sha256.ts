import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Lower-case hex of SHA-256 over the UTF-8 of a text, in which a lone surrogate counts as U+FFFD. */
export type TextDigest = (text: string) => string;

/** What of `process` is needed to reach `node:crypto` without importing it. */
export interface BuiltinHost {
  readonly getBuiltinModule?: (id: 'node:crypto') => BuiltinCrypto | undefined;
}

interface BuiltinCrypto {
  readonly hash?: OneShotHash;
  readonly createHash?: (algorithm: 'sha256') => BuiltinStream;
}

interface BuiltinStream {
  update(text: string): BuiltinStream;
  copy(): BuiltinStream;
  digest(encoding: 'hex'): string;
}

/** SHA-256 over ASCII text that comes in pieces. */
export interface DigestStream {
  update(text: string): void;
  /** Hex digest of all text so far and `rest`, which is not kept. */
  hexWith(rest: string): string;
}

type OneShotHash = (algorithm: 'sha256', data: string) => string;

let chosen: TextDigest | undefined;

/** SHA-256 of a text as 64 lower-case hex digits. Which implementation does it is looked up at first use. */
export function sha256Hex(text: string): string {
  chosen ??= chooseDigest(host());
  return chosen(text);
}

/** The runtime's one-shot hash (`crypto.hash`, Node 20.12 and later), else `@noble/hashes` (edge runtimes). */
export function chooseDigest(on: BuiltinHost | undefined): TextDigest {
  const hash = on?.getBuiltinModule?.('node:crypto')?.hash;
  if (hash !== undefined) return (text) => hash('sha256', text);
  const encoder = new TextEncoder();
  return (text) => bytesToHex(sha256(encoder.encode(text)));
}

/** A stream of the runtime's own hash where it has one, else of `@noble/hashes`. */
export function digestStream(on: BuiltinHost | undefined = host()): DigestStream {
  const created = on?.getBuiltinModule?.('node:crypto')?.createHash?.('sha256');
  if (created !== undefined) {
    return {
      update: (text) => void created.update(text),
      hexWith: (rest) => created.copy().update(rest).digest('hex'),
    };
  }
  const hash = sha256.create();
  return {
    update: (text) => void hash.update(utf8ToBytes(text)),
    hexWith: (rest) => bytesToHex(hash.clone().update(utf8ToBytes(rest)).digest()),
  };
}

function host(): BuiltinHost | undefined {
  return (globalThis as { readonly process?: BuiltinHost }).process;
}
