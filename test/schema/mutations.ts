/** Every document that differs from `seed` in one value, which is then one of `replacements`, or lacks one. */
export function* mutations<Document>(seed: Document, replacements: readonly unknown[]): Generator<Document> {
  for (const path of pathsIn(seed)) {
    const last = path.at(-1) ?? '';
    for (const replacement of [undefined, ...replacements]) {
      const document = structuredClone(seed);
      let holder = document as Record<string, unknown>;
      for (const step of path.slice(0, -1)) holder = holder[step] as Record<string, unknown>;
      if (replacement !== undefined) holder[last] = replacement;
      else if (Array.isArray(holder)) holder.splice(Number(last), 1);
      else delete holder[last];
      yield document;
    }
  }
}

function* pathsIn(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (path.length > 0) yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) yield* pathsIn(inner, [...path, key]);
}
