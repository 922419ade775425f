import type { Fields } from './scalars.ts';

/** Fits a double, whatever its digits are. */
const SHORT_INTEGER = /^-?\d{1,15}$/;

/** Whether this entry of a list of `KeyValue` has a key that is a string. */
export function hasKey(entry: unknown): entry is { readonly key: string; readonly value: unknown } {
  return typeof (entry as Fields | null)?.key === 'string';
}

/**
 * What nearly every `AnyValue` is, at the least cost: one member that holds a string, a boolean, a double or a short
 * decimal integer. `undefined` for any other, well formed or not: that is read the exact way (`any-value.ts`), which
 * gives the same for these.
 */
export function plainValue(any: unknown): string | number | boolean | undefined {
  if (typeof any !== 'object') return undefined;
  let held: string | undefined;
  for (const name in any) {
    if (held !== undefined) return undefined;
    held = name;
  }
  switch (held) {
    case 'stringValue':
      return textOf((any as Fields).stringValue);
    case 'intValue':
      return integerOf((any as Fields).intValue);
    case 'boolValue':
      return booleanOf((any as Fields).boolValue);
    case 'doubleValue':
      return numberOf((any as Fields).doubleValue);
    default:
      return undefined;
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
const booleanOf = (value: unknown) => (typeof value === 'boolean' ? value : undefined);
const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined);
const integerOf = (value: unknown) =>
  typeof value === 'string' && SHORT_INTEGER.test(value) ? Number(value) : undefined;
