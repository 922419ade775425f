import { randomBytes } from 'node:crypto';
import { realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from '../sinks/directory/make-folder.ts';

/**
 * Writes a file whole: under a name beside it, then renamed, so that nobody reads half of it. Its folder is made where it
 * is missing. What is no file (a device, a pipe) is written to as it is.
 *
 * @throws {Error} of the file system.
 */
export async function writeWhole(path: string, text: string): Promise<void> {
  const there = await stat(path).catch(() => undefined);
  if (there !== undefined && !there.isFile()) {
    await writeFile(path, text);
    return;
  }
  await makeFolder(dirname(path));
  // A link stays a link: what it leads to is written anew.
  const target = there === undefined ? path : await realpath(path);
  const draft = join(dirname(target), `.${basename(target)}.${randomBytes(8).toString('hex')}.new`);
  try {
    await writeFile(draft, text, { flag: 'wx' });
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
