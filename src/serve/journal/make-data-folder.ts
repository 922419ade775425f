import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '../../sinks/directory/make-folder.ts';

/** The folder of data, for this user alone, with those above it. @throws {Error} of the file system. */
export async function makeDataFolder(folder: string): Promise<void> {
  // Not `recursive`: there are folders in which that never returns.
  await makeFolder(dirname(folder));
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !(await stat(folder)).isDirectory())
      throw error;
  }
}
