import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Printer } from './printer.ts';

/**
 * A path itself, or for a directory its files, oldest first; hidden ones and directories in it are passed over. What
 * is not there is told when it is opened; a directory without files is refused on the printer.
 */
export async function traceFiles(paths: readonly string[], printer: Printer): Promise<readonly string[]> {
  const files: string[] = [];
  for (const path of paths) {
    const isDirectory = path !== '-' && (await stat(path).catch(() => undefined))?.isDirectory() === true;
    if (!isDirectory) {
      files.push(path);
      continue;
    }
    const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
    const isFile = (entry: Dirent) => entry.isFile() || entry.isSymbolicLink();
    const names = entries.filter((entry) => isFile(entry) && !entry.name.startsWith('.'));
    if (names.length === 0) {
      printer.refuse({ file: path }, 'Expected a directory with files of traces, got none');
    }
    files.push(...oldestFirst(names.map(({ name }) => name)).map((name) => join(path, name)));
  }
  return files;
}

/** What rotation puts into the name of a file that it sets aside, before its extension: `-2026-11-30T09-00-00.123`. */
const SET_ASIDE = /-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3})/;

/** Those that were set aside, by when they were; then those that are still written; each by name. */
export function oldestFirst(names: readonly string[]): readonly string[] {
  const dated = names.map((name) => ({ name, when: SET_ASIDE.exec(name)?.[1] ?? STILL_WRITTEN }));
  dated.sort((a, b) => compare(a.when, b.when) || compare(a.name, b.name));
  return dated.map(({ name }) => name);
}

/** After every date. */
const STILL_WRITTEN = '~';

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
