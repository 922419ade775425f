import { rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { MAX_TOMBSTONES } from '../../aggregator/limits.ts';
import type { Tombstone } from '../../aggregator/tombstones.ts';
import { AppendFile, type AppendListener } from './append-file.ts';
import { journalLine } from './journal-line.ts';
import { storedLines } from './read-lines.ts';
import type { BrokenCount } from './replay.ts';

/** A trace was forgotten up to entry `n` of the journal. */
export interface Remembered {
  readonly n: number;
  readonly tombstone: Tombstone;
}

const REST = 500;

/** What is remembered of traces that were forgotten: a file of the last of them, one a line. */
export class ForgottenLog {
  #file: AppendFile;
  readonly #listener: AppendListener;
  #lines = 0;

  constructor(path: string, listener: AppendListener) {
    this.#listener = listener;
    this.#file = new AppendFile(path, listener);
  }

  /** Whether the last write failed. */
  get isFailing(): boolean {
    return this.#file.isFailing;
  }

  /**
   * The last of each trace, in order, and the highest number.
   * @throws {JournalVersionError} of another version. @throws {Error} of the file system.
   */
  async read(broken: BrokenCount) {
    const remembered = new Map<string, Remembered>();
    const { path } = this.#file;
    let highest = 0;
    for await (const { entry, fault } of storedLines(path)) {
      if (fault !== undefined) broken.add(fault, basename(path));
      if (entry === undefined || !('forgot' in entry)) continue;
      this.#lines += 1;
      highest = Math.max(highest, entry.n);
      remembered.delete(entry.forgot.trace);
      remembered.set(entry.forgot.trace, { n: entry.n, tombstone: entry.forgot });
    }
    return { remembered, highest };
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

  /** Tries again where the last write failed. Never throws. */
  async settle(): Promise<void> {
    if (this.isFailing) await this.isKept();
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
    this.#file = new AppendFile(path, this.#listener);
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
