import type { JsonSchema } from '../../../scripts/packs/served-tools.ts';

/** Every name that stands in a schema, with the names above it, sorted. */
export function propertyPaths(schema: JsonSchema): readonly string[] {
  const found = new Set<string>();
  collect(schema, '', found);
  return [...found].sort();
}

function collect(value: unknown, path: string, found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key !== 'properties' || typeof inner !== 'object' || inner === null) {
      collect(inner, path, found);
      continue;
    }
    for (const [name, below] of Object.entries(inner)) {
      found.add(`${path}${name}`);
      collect(below, `${path}${name}.`, found);
    }
  }
}
