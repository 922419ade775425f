import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalJson } from '../decision/canonical-json.ts';
import { runFileStem } from '../run/file-name.ts';
import type { Run } from '../run/runs.ts';

/** Writes the documents of runs into one directory, each file whole and then renamed to its name. */
export class RunFiles {
  readonly #folder: string;
  readonly #stems = new Set<string>();

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Makes the directory if it is not there. @throws {Error} of the file system. */
  static async in(folder: string): Promise<RunFiles> {
    await mkdir(folder, { recursive: true });
    return new RunFiles(folder);
  }

  /**
   * `<run>.surface.json` and `<run>.index.json`. False, and nothing written, where another run of this directory
   * has a file name that differs in case alone: many file systems would take the two for one. @throws {Error} of the file system.
   */
  async write({ runId, surface, index }: Run): Promise<boolean> {
    const stem = runFileStem(runId);
    const folded = stem.toLowerCase();
    if (this.#stems.has(folded)) return false;
    this.#stems.add(folded);
    await this.#replace(`${stem}.surface.json`, canonicalJson(surface));
    await this.#replace(`${stem}.index.json`, canonicalJson(index));
    return true;
  }

  async #replace(name: string, json: string): Promise<void> {
    const target = join(this.#folder, name);
    const draft = join(this.#folder, `.${name}.${process.pid}.tmp`);
    try {
      await writeFile(draft, `${json}\n`);
      await rename(draft, target);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }
}
