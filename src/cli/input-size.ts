import { stat } from 'node:fs/promises';

/**
 * Bytes of all these files together, as they are stored; `undefined` where that is not known before they are read: of
 * stdin, and of what is no file.
 */
export async function inputSize(paths: readonly string[]): Promise<number | undefined> {
  let total = 0;
  for (const path of paths) {
    const entry = path === '-' ? undefined : await stat(path).catch(() => undefined);
    if (entry?.isFile() !== true) return undefined;
    total += entry.size;
  }
  return total;
}
