/** Slots of the table below. */
const SLOTS = 1024;
/** Longest key that is kept, in UTF-16 code units. */
const LONGEST = 64;

/**
 * Keys seen before. Every document spells the same keys anew, and to use a string for the first time as the name of
 * a property costs more than all else that is done with an attribute. What stands here changes no result.
 */
const KEYS: string[] = new Array(SLOTS).fill('');

/** The same text as `key`; where it was seen before, the very string of that time. */
export function knownKey(key: string): string {
  const { length } = key;
  if (length === 0 || length > LONGEST) return key;
  const slot = (length * 37 + key.charCodeAt(length - 1) * 11 + key.charCodeAt(length >> 1) * 3) % SLOTS;
  const known = KEYS[slot];
  if (known === key) return known;
  KEYS[slot] = key;
  return key;
}
