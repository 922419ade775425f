import { nodeFiles, nodePaths } from '../node-files.ts';

/**
 * The folder with those above it. By hand, since `mkdir` with `recursive` never returns where a file system says
 * of a new folder that its parent is not there (`/proc`).
 */
export async function makeFolder(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  try {
    await nodeFiles().mkdir(folder);
  } catch (error) {
    if (await isFolder(folder)) return;
    const parent = nodePaths().dirname(folder);
    const { code } = error as { readonly code?: unknown };
    if (code !== 'ENOENT' || parent === folder || (await isFolder(parent))) throw error;
    await makeFolder(parent);
    await makeFolder(folder);
  }
}

async function isFolder(path: string): Promise<boolean> {
  const found = nodeFiles().stat(path);
  return found.then(
    (entry) => entry.isDirectory(),
    () => false,
  );
}
