import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { CommandIo } from './command-io.ts';

/**
 * How reports name a file: relative to the working directory, with `/`; as it was typed where it lies outside. Annotations
 * of a CI system lead to files below its root, where commands are run.
 */
export function fileShown(path: string, { cwd = process.cwd() }: Pick<CommandIo, 'cwd'>): string {
  const below = relative(cwd, resolve(cwd, path));
  const isOutside = below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below);
  return (isOutside ? path : below).replaceAll(sep, '/');
}
