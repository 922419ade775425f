import { digestOf } from '../decision/codec.ts';
import { CheckedCall } from './checked-call.ts';
import type { CallFact } from './span-fact.ts';

/** The digest of a call's record; of one that was read from its event it is known. */
export function recordDigest(call: CallFact): string {
  return call instanceof CheckedCall ? call.digest : digestOf(call.record);
}
