/**
 * Marks a map of the wire in which a key stood twice: two readers could disagree about it, so whoever decodes
 * it refuses it as it refuses such a JSON text. A symbol, which no document can spell.
 */
export const REPEATED_KEY: unique symbol = Symbol('repeated key');

/** Whether a key stood twice in this map itself. */
export function hasRepeatedKey(value: object): boolean {
  return (value as { readonly [REPEATED_KEY]?: unknown })[REPEATED_KEY] === true;
}
