import { digestOf } from '../decision/codec.ts';
import type { CallFact } from './span-fact.ts';

/** Digests by call. What stands here changes no result. */
const KNOWN = new WeakMap<CallFact, string>();

/** Whoever read a call has checked its digest. */
export function knowDigest(call: CallFact, digest: string): void {
  KNOWN.set(call, digest);
}

/** The digest of a call's record; each is hashed once, however often the documents of its run are made. */
export function recordDigest(call: CallFact): string {
  let digest = KNOWN.get(call);
  if (digest === undefined) {
    digest = digestOf(call.record);
    KNOWN.set(call, digest);
  }
  return digest;
}
