/**
 * How much of one `tools/list` listing, all pages together, is read. What is beyond has no digest: a part of it says
 * nothing. The SDK parses and validates the same answer, which takes it longer than reading up to the limits does.
 */
export const MANIFEST_LIMITS = {
  /** Tools, repeats among them. */
  tools: 4_096,
  /** JSON values of every kind. */
  values: 100_000,
  /** UTF-16 units of all keys and strings. */
  text: 2_097_152,
} as const;

/** Objects and arrays inside one another, within one member of a tool. */
export const MANIFEST_DEPTH = 64;

/** What is left of the limits; counted down while a listing is read. */
export interface Budget {
  tools: number;
  values: number;
  text: number;
}

/** Why something has no digest: it is beyond a limit, or it is nothing that RFC 8785 has a form for. */
export type Refusal = 'too_large' | 'not_canonical';

/** Ends a reading from within; it never leaves `src/manifest`. */
export class Refused extends Error {
  readonly code: Refusal;
  constructor(code: Refusal) {
    super(code);
    this.code = code;
  }
}
