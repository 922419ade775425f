import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { canonicalJson } from '../decision/canonical-json.ts';
import type { RunDocuments } from '../run/documents.ts';
import { runFileStem } from '../run/file-name.ts';

/** Writes the documents of runs into one directory, each file whole and then renamed to its name. */
export class RunFiles {
  readonly #folder: string;
  readonly #stems = new Set<string>();

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Makes the directory if it is not there. @throws {Error} of the file system. */
  static async in(folder: string): Promise<RunFiles> {
    await makeFolder(folder);
    return new RunFiles(folder);
  }

  /**
   * `<run>.surface.json`, `<run>.health.json` and `<run>.index.json`. False, and nothing written, where another run of this directory
   * has a file name that differs in case alone: many file systems would take the two for one. @throws {Error} of the file system.
   */
  async write({ runId, surface, health, index }: RunDocuments): Promise<boolean> {
    const stem = runFileStem(runId);
    const folded = stem.toLowerCase();
    if (this.#stems.has(folded)) return false;
    this.#stems.add(folded);
    await this.#replace(`${stem}.surface.json`, canonicalJson(surface));
    await this.#replace(`${stem}.health.json`, canonicalJson(health));
    await this.#replace(`${stem}.index.json`, canonicalJson(index));
    return true;
  }

  async #replace(name: string, json: string): Promise<void> {
    const target = join(this.#folder, name);
    // Neither its name nor what it points to is for others to choose in advance.
    const draft = join(this.#folder, `.${randomUUID()}.tmp`);
    try {
      await writeFile(draft, `${json}\n`, { flag: 'wx' });
      await rename(draft, target);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }
}

/**
 * The folder with those above it. By hand, since `mkdir` with `recursive` never returns where a file system says
 * of a new folder that its parent is not there (`/proc`).
 */
async function makeFolder(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  try {
    await mkdir(folder);
  } catch (error) {
    if (await isFolder(folder)) return;
    const parent = dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === folder || (await isFolder(parent))) {
      throw error;
    }
    await makeFolder(parent);
    await makeFolder(folder);
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
