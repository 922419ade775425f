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
  let value: unknown;
  for (const name in any) {
    if (held !== undefined) return undefined;
    held = name;
    // Within the loop the engine knows where the member stands.
    value = (any as Fields)[name];
  }
  switch (held) {
    case 'stringValue':
      return typeof value === 'string' ? value : undefined;
    case 'intValue':
      return typeof value === 'string' && SHORT_INTEGER.test(value) ? Number(value) : undefined;
    case 'boolValue':
      return typeof value === 'boolean' ? value : undefined;
    case 'doubleValue':
      return typeof value === 'number' ? value : undefined;
    default:
      return undefined;
  }
}
