import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { running } from './serving-process.ts';

/** Surface, health and index of every run, by file. */
export function documentsIn(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder).filter((name) => /\.(surface|health|index)\.json$/.test(name));
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

/** What `surface` makes of these bodies. */
export async function asSurfaceMakes(
  main: string,
  folder: string,
  bodies: readonly string[],
  ...args: readonly string[]
): Promise<Readonly<Record<string, string>>> {
  writeFileSync(join(folder, 'traces.jsonl'), bodies.map((body) => `${body.trimEnd()}\n`).join(''));
  const { ended } = running(main, ['surface', 'traces.jsonl', '--out', 'expected', ...args], folder);
  const code = await ended;
  if (code !== 0) throw new Error(`Expected surface to end with 0, got ${code}`);
  return documentsIn(join(folder, 'expected'));
}
