import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (relative: string) => fileURLToPath(new URL(`../../${relative}`, import.meta.url));
const CHECKER = at('conformance/check.mjs');
export const VECTORS = at('conformance/vectors');
export const DIALECTS = at('fixtures/dialect');
export const REFERENCE = at('fixtures/reference');

/** Runs the checker as its readers do. */
export function check(
  traces: string,
  folder: string,
): { readonly code: number | null; readonly said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CHECKER, traces, folder], {
    encoding: 'utf8',
  });
  return { code: status, said: `${stdout}${stderr}` };
}

/** The documents in a folder that are the same whoever reads, by name, as text. */
export function filesOf(folder: string): Record<string, string> {
  const names = readdirSync(folder)
    .filter((name) => /\.(health|index|surface)\.json$/.test(name))
    .sort();
  return Object.fromEntries(names.map((name) => [name, readFileSync(`${folder}/${name}`, 'utf8')]));
}
