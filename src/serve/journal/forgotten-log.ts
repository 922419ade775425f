import { rename, rm } from 'node:fs/promises';
import { MAX_TOMBSTONES } from '../../aggregator/limits.ts';
import type { Tombstone } from '../../aggregator/tombstones.ts';
import { AppendFile } from './append-file.ts';
import { journalLine } from './journal-line.ts';
import { storedLines } from './read-lines.ts';

/** A trace was forgotten up to entry `n` of the journal. */
export interface Remembered {
  readonly n: number;
  readonly tombstone: Tombstone;
}

const REST = 500;

/** What is remembered of traces that were forgotten: a file of the last of them, one a line. */
export class ForgottenLog {
  #file: AppendFile;
  #lines = 0;

  constructor(path: string) {
    this.#file = new AppendFile(path);
  }

  /** The last of each trace, in order, the highest number, and how many lines were not whole. @throws {Error} of the file system. */
  async read() {
    const remembered = new Map<string, Remembered>();
    let highest = 0;
    let broken = 0;
    for await (const { entry } of storedLines(this.#file.path)) {
      if (entry === undefined) broken += 1;
      if (entry === undefined || !('forgot' in entry)) continue;
      this.#lines += 1;
      highest = Math.max(highest, entry.n);
      remembered.delete(entry.forgot.trace);
      remembered.set(entry.forgot.trace, { n: entry.n, tombstone: entry.forgot });
    }
    return { remembered, highest, broken };
  }

  add({ n, tombstone }: Remembered): void {
    this.#file.append(journalLine({ n, forgot: tombstone }));
    this.#lines += 1;
  }

  /** Whether all that was added is on the disk. Never throws. */
  isKept(): Promise<boolean> {
    return this.#file.commit().then(
      () => true,
      () => false,
    );
  }

  /** Writes what is left and closes. Never throws. */
  end(): Promise<void> {
    return this.#file.end();
  }

  /** Keeps the last of them, as many as an aggregator does, where they are twice as many. Where that fails, all stay. */
  async trim(): Promise<void> {
    if (this.#lines <= 2 * MAX_TOMBSTONES) return;
    const { path } = this.#file;
    await this.#file.end();
    this.#file = new AppendFile(path);
    const draft = new AppendFile(`${path}.new`);
    try {
      await rm(draft.path, { force: true });
      let toSkip = this.#lines - MAX_TOMBSTONES;
      let kept = 0;
      for await (const { entry, line } of storedLines(path)) {
        if (entry === undefined) continue;
        toSkip -= 1;
        if (toSkip >= 0) continue;
        draft.append(line);
        kept += 1;
        if (kept % REST === 0) await draft.commit();
      }
      await draft.commit();
      await draft.end();
      await rename(draft.path, path);
      this.#lines = kept;
    } catch {
      await draft.end();
    }
  }
}
