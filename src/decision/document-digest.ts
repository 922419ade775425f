import { canonicalJson } from './canonical-json.ts';
import { digestOf } from './codec.ts';
import { MAX_RECORD_DEPTH, nestsWithin } from './nesting.ts';

/** Records stand in a list in a document. */
const MAX_DOCUMENT_DEPTH = MAX_RECORD_DEPTH + 2;

/**
 * `sha256:` over the RFC 8785 form of a document as it was read, unknown fields included; null where it nests too
 * deep to be walked, and so has no digest that could agree with one.
 */
export function documentDigest(document: unknown): string | null {
  return nestsWithin(document, MAX_DOCUMENT_DEPTH) ? digestOf(canonicalJson(document)) : null;
}
