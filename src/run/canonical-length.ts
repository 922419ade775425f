/** Whoever read one has seen its text. What stands here changes no result. */
const KNOWN = new WeakMap<object, number>();

/** The length of the canonical text that this value was read from. */
export function knowLength(value: object, length: number): void {
  KNOWN.set(value, length);
}

/** The length of a value as JSON, in UTF-16 code units: the order of its members does not change it. */
export function jsonLength(value: object): number {
  return KNOWN.get(value) ?? JSON.stringify(value).length;
}
