import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppendFile, type AppendListener, syncFolder } from './append-file.ts';
import { type JournalEntry, traceOf } from './journal-line.ts';
import { storedLines } from './read-lines.ts';

/** What a trace holds of a segment. */
interface Share {
  bytes: number;
  /** Number of its last entry. */
  last: number;
}

/** Below this many bytes a segment is not worth writing anew. */
const SMALL = 4 * 1024;

/** One file of the journal, and what in it is still of use. */
export class Segment {
  readonly path: string;
  readonly file: AppendFile;
  readonly #shares = new Map<string, Share>();
  #bytes = 0;
  #live = 0;

  constructor(path: string, listener: AppendListener) {
    this.path = path;
    this.file = new AppendFile(path, listener);
  }

  get #draft(): string {
    return `${this.path}.new`;
  }

  /** Bytes of the file, of use or not. */
  get bytes(): number {
    return this.#bytes;
  }

  get isUseless(): boolean {
    return this.#live === 0;
  }

  /** Whether more of it is useless than is not. */
  get isWasteful(): boolean {
    return this.#bytes > SMALL && this.#live * 2 < this.#bytes;
  }

  /** Counts a line that is appended, or was found. */
  count(entry: JournalEntry, bytes: number): void {
    const trace = traceOf(entry);
    const share = this.#shares.get(trace) ?? { bytes: 0, last: 0 };
    share.bytes += bytes;
    share.last = Math.max(share.last, entry.n);
    this.#shares.set(trace, share);
    this.#bytes += bytes;
    this.#live += bytes;
  }

  /** Counts a line that is of no use any more. */
  countUseless(bytes: number): void {
    this.#bytes += bytes;
  }

  /** Everything of a trace up to entry `n` is of no use any more; where later entries are here too, all of it stays. */
  forget(trace: string, n: number): void {
    const share = this.#shares.get(trace);
    if (share === undefined || share.last > n) return;
    this.#shares.delete(trace);
    this.#live -= share.bytes;
  }

  /** Removes the file. @throws {Error} of the file system. */
  async remove(): Promise<void> {
    await this.file.end();
    await rm(this.path, { force: true });
    // Of a compaction that a kill ended.
    await rm(this.#draft, { force: true });
  }

  /** Writes what is of use into a new file under the same name. @throws {Error} of the file system. */
  async compact(): Promise<void> {
    await this.file.end();
    const draft = this.#draft;
    await rm(draft, { force: true });
    const kept = new AppendFile(draft);
    let bytes = 0;
    let pending = 0;
    for await (const { entry, line } of storedLines(this.path)) {
      if (entry === undefined || !this.#shares.has(traceOf(entry))) continue;
      kept.append(line);
      bytes += line.length;
      pending += line.length;
      if (pending < SMALL) continue;
      await kept.commit();
      pending = 0;
    }
    await kept.commit();
    await kept.end();
    // Where nothing was kept there is no draft yet.
    if (bytes === 0) await writeFile(draft, '');
    await rename(draft, this.path);
    await syncFolder(dirname(this.path));
    this.#bytes = bytes;
    this.#live = Math.min(this.#live, bytes);
  }
}
