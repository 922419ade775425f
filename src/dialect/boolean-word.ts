const LONGEST_WORD = 32;

/** A boolean, or the word for one: exporters of string attributes write it so. */
export function booleanOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string' || value.length > LONGEST_WORD) return undefined;
  const word = value.trim().toLowerCase();
  return word === 'true' || word === 'false' ? word === 'true' : undefined;
}
