import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Printer } from './printer.ts';

/** Which files of a directory a command reads. */
export interface Wanted {
  /** `.health.json`: what the names end with. */
  readonly suffix: string;
  /** How to come to such files, for a directory that has none; empty where that is plain. */
  readonly mend?: string;
}

/**
 * A path itself, or for a directory its files of that name in the order of their names; hidden ones are passed over.
 * What is not there is told when it is opened; a directory without such files is refused on the printer.
 */
export async function filesOf(
  path: string,
  { suffix, mend }: Wanted,
  printer: Printer,
): Promise<readonly string[]> {
  const isDirectory = path !== '-' && (await stat(path).catch(() => undefined))?.isDirectory() === true;
  if (!isDirectory) return [path];
  const names = await readdir(path).catch(() => []);
  const files = names.filter((name) => name.endsWith(suffix) && !name.startsWith('.')).sort();
  if (files.length === 0) {
    const how = mend === undefined ? '' : `; ${mend}`;
    printer.refuse({ file: path }, `Expected a directory with \`*${suffix}\` files, got none${how}`);
  }
  return areFiles(
    files.map((name) => join(path, name)),
    printer,
  );
}

/** Those of a directory's files that are files: a pipe in it would be waited for without end, so it is refused. */
export async function areFiles(paths: readonly string[], printer: Printer): Promise<readonly string[]> {
  const files: string[] = [];
  for (const path of paths) {
    const entry = await stat(path).catch(() => undefined);
    // What is not there (any more), or may not be looked at, is told when it is opened.
    if (entry === undefined || entry.isFile()) files.push(path);
    else printer.refuse({ file: path }, 'Expected a file, got a directory, a pipe or a device; take it out');
  }
  return files;
}
