import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Removes the declarations below `folder` that none of `entries` (paths in it, without an extension) reaches: tsc writes
 * one for each source file that it has read, and most describe what no user can import.
 */
export function removeUnreachedDeclarations(folder, entries) {
  const reached = new Set();
  const open = entries.map((entry) => join(folder, `${entry}.d.ts`));
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    open.push(...importedBy(file));
  }
  for (const name of readdirSync(folder, { recursive: true })) {
    const file = join(folder, name);
    if (name.endsWith('.d.ts') && !reached.has(file)) rmSync(file);
  }
}

function importedBy(file) {
  const paths = readFileSync(file, 'utf8').matchAll(
    /(?:\bfrom |\bimport\(|^import )['"](\.[^'"]+)\.[jt]s['"]/gm,
  );
  return Array.from(paths, ([, path]) => join(dirname(file), `${path}.d.ts`));
}
