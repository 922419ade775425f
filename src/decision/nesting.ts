/** How deep a record may nest, itself included: writers nest three deep, later ones may add to it. */
export const MAX_RECORD_DEPTH = 64;

/** Whether a JSON value nests at most `depth` objects and arrays, so that it can be walked by recursion. */
export function nestsWithin(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((inner) => nestsWithin(inner, depth - 1));
}
