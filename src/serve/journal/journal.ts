import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_TOMBSTONES } from '../../aggregator/limits.ts';
import type { Tombstone } from '../../aggregator/tombstones.ts';
import type { SpanFact } from '../../run/span-fact.ts';
import { AppendFile } from './append-file.ts';
import { DataLock } from './data-lock.ts';
import { type GivenEntry, type JournalEntry, journalLine } from './journal-line.ts';
import { storedLines } from './read-lines.ts';
import { Segment } from './segment.ts';

/** Who gets what the journal holds when it is opened, in the order in which it was written. */
export interface Replay {
  fact(fact: SpanFact): void;
  given(given: GivenEntry): void;
  /** Of a trace that came again: before its facts; of others: after all facts. */
  forgot(tombstone: Tombstone): void;
  /** Called now and then; waits while there is no room. */
  rest(): Promise<void>;
}

const SEGMENT = /^journal-(\d{10})\.log$/;
const FORGOTTEN = 'forgotten.log';
const REST = 500;

/** Bytes of one file: what is of no use in it goes when it is full. */
const SEGMENT_BYTES = 64 * 1024 * 1024;

/**
 * What a receiver must not lose: the facts of the runs that it still holds, which runs it has given away, and which
 * traces it has forgotten since. Append-only files of checked lines, no raw span in them; what is of no use any more is
 * removed file by file, or written anew where less than half of a file is of use.
 */
export class Journal {
  readonly #folder: string;
  readonly #segmentBytes: number;
  readonly #lock: DataLock;
  readonly #sealed = new Set<Segment>();
  #active: Segment;
  #forgotten: AppendFile;
  #forgottenLines = 0;
  #number = 0;
  #file = 0;
  #failures = 0;
  /** Before that nobody knows what of a file is of use. */
  #isRead = false;
  #tidying: Promise<void> | undefined;

  private constructor(folder: string, lock: DataLock, segmentBytes: number) {
    this.#folder = folder;
    this.#segmentBytes = segmentBytes;
    this.#lock = lock;
    this.#active = this.#segment(0);
    this.#forgotten = new AppendFile(join(folder, FORGOTTEN));
  }

  /**
   * @throws {DataInUseError} where another process holds the folder. @throws {Error} of the file system.
   */
  static async open(folder: string, segmentBytes = SEGMENT_BYTES): Promise<Journal> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return new Journal(folder, await DataLock.take(folder), segmentBytes);
  }

  /** Bytes in files of facts. */
  get bytes(): number {
    return [...this.#sealed].reduce((sum, { bytes }) => sum + bytes, this.#active.bytes);
  }

  /** Writings that failed so far: whoever began before one of them cannot be sure of anything. */
  get failures(): number {
    return this.#failures;
  }

  /** Reads what is there; call once, before anything is added. Gives how many lines were not whole. */
  async replay(to: Replay): Promise<number> {
    const remembered = await this.#readForgotten();
    const numbers = await this.#segmentNumbers();
    // What comes from here on is behind all that is there.
    this.#file = (numbers.at(-1) ?? 0) + 1;
    this.#active = this.#segment(this.#file);
    let broken = 0;
    let read = 0;
    for (const number of numbers) {
      const segment = this.#segment(number);
      this.#sealed.add(segment);
      for await (const { entry, line } of storedLines(segment.path)) {
        if (entry === undefined) broken += 1;
        else this.#replayed(entry, line.length, segment, remembered, to);
        read += 1;
        if (read % REST === 0) await to.rest();
      }
    }
    for (const { tombstone } of remembered.values()) to.forgot(tombstone);
    this.#isRead = true;
    this.#tidy();
    return broken;
  }

  add(fact: SpanFact): void {
    this.#append({ n: this.#next(), fact });
  }

  gave(given: GivenEntry): void {
    this.#append({ n: this.#next(), given });
  }

  /** The number up to which a trace is forgotten when that is decided now. */
  get number(): number {
    return this.#number;
  }

  /**
   * What there is of a trace up to entry `n` was given away and is of no use any more; `tombstone` is what must be
   * remembered of it. Never throws.
   */
  async forget(
    entries: readonly {
      readonly trace: string;
      readonly n: number;
      readonly tombstone: Tombstone | undefined;
    }[],
  ): Promise<void> {
    for (const { n, tombstone } of entries) {
      if (tombstone === undefined) continue;
      this.#forgotten.append(journalLine({ n, forgot: tombstone }));
      this.#forgottenLines += 1;
    }
    // Where the disk does not take it, the facts stay, and are given away once more after a restart.
    const isKept = await this.#forgotten.commit().then(
      () => true,
      () => false,
    );
    if (!isKept) return;
    for (const { trace, n } of entries) {
      for (const segment of [...this.#sealed, this.#active]) segment.forget(trace, n);
    }
    this.#tidy();
    if (this.#forgottenLines > 2 * MAX_TOMBSTONES) await this.#trimForgotten();
  }

  /**
   * Resolves when all that was added is on the disk.
   * @param since {@link failures}, as it was before the first of it was added.
   * @throws {Error} where any of it may be missing.
   */
  async commit(since: number): Promise<void> {
    const pending = [...this.#sealed, this.#active].filter(({ file }) => file.isPending);
    await Promise.all(pending.map(({ file }) => file.commit()));
    if (this.#failures !== since) throw new Error('A write to the journal failed meanwhile');
  }

  /** Writes what is left, and gives the folder back. Never throws. */
  async close(): Promise<void> {
    await this.#tidying;
    await Promise.all([...this.#sealed, this.#active].map(({ file }) => file.end()));
    await this.#forgotten.end();
    await this.#lock.release();
  }

  async #segmentNumbers(): Promise<number[]> {
    const numbers = (await readdir(this.#folder)).map((name) => Number(SEGMENT.exec(name)?.[1]));
    return numbers.filter((number) => !Number.isNaN(number)).sort((a, b) => a - b);
  }

  #replayed(
    entry: JournalEntry,
    bytes: number,
    segment: Segment,
    remembered: Map<string, Remembered>,
    to: Replay,
  ): void {
    this.#number = Math.max(this.#number, entry.n);
    const trace = 'fact' in entry ? entry.fact.trace : 'given' in entry ? entry.given.trace : undefined;
    const known = remembered.get(trace ?? '');
    if (trace === undefined || (known !== undefined && entry.n <= known.n)) {
      segment.countUseless(bytes);
      return;
    }
    segment.count(entry, bytes);
    if ('given' in entry) to.given(entry.given);
    if (!('fact' in entry)) return;
    if (known !== undefined) {
      remembered.delete(trace);
      to.forgot(known.tombstone);
    }
    to.fact(entry.fact);
  }

  /** The last tombstone of each trace, in order. */
  async #readForgotten(): Promise<Map<string, Remembered>> {
    const remembered = new Map<string, Remembered>();
    for await (const { entry } of storedLines(this.#forgotten.path)) {
      if (entry === undefined || !('forgot' in entry)) continue;
      this.#forgottenLines += 1;
      this.#number = Math.max(this.#number, entry.n);
      remembered.delete(entry.forgot.trace);
      remembered.set(entry.forgot.trace, { n: entry.n, tombstone: entry.forgot });
    }
    return remembered;
  }

  #append(entry: JournalEntry): void {
    const line = journalLine(entry);
    if (this.#active.bytes >= this.#segmentBytes) this.#rotate();
    this.#active.count(entry, line.length);
    this.#active.file.append(line);
  }

  #rotate(): void {
    this.#sealed.add(this.#active);
    this.#file += 1;
    this.#active = this.#segment(this.#file);
    this.#tidy();
  }

  #segment(number: number): Segment {
    const name = `journal-${String(number).padStart(10, '0')}.log`;
    return new Segment(join(this.#folder, name), () => {
      this.#failures += 1;
    });
  }

  #next(): number {
    this.#number += 1;
    return this.#number;
  }

  /** Removes what is of no use any more, one file after the other; what fails is tried again with the next. */
  #tidy(): void {
    if (!this.#isRead) return;
    this.#tidying ??= this.#tidyAll()
      .catch(() => {})
      .finally(() => {
        this.#tidying = undefined;
      });
  }

  async #tidyAll(): Promise<void> {
    const untidy = (): Segment | undefined =>
      [...this.#sealed].find(({ isUseless, isWasteful }) => isUseless || isWasteful);
    for (let segment = untidy(); segment !== undefined; segment = untidy()) {
      if (!segment.isUseless) await segment.compact();
      else {
        await segment.remove();
        this.#sealed.delete(segment);
      }
    }
  }

  /** Keeps the last of what is remembered, as many as an aggregator does. Where that fails, all of it stays. */
  async #trimForgotten(): Promise<void> {
    const { path } = this.#forgotten;
    await this.#forgotten.end();
    this.#forgotten = new AppendFile(path);
    const draft = new AppendFile(`${path}.new`);
    try {
      await rm(draft.path, { force: true });
      let toSkip = this.#forgottenLines - MAX_TOMBSTONES;
      let kept = 0;
      for await (const { entry, line } of storedLines(path)) {
        toSkip -= 1;
        if (toSkip >= 0 || entry === undefined) continue;
        draft.append(line);
        kept += 1;
        if (kept % REST === 0) await draft.commit();
      }
      await draft.commit();
      await draft.end();
      await rename(draft.path, path);
      this.#forgottenLines = kept;
    } catch {
      await draft.end();
    }
  }
}

interface Remembered {
  readonly n: number;
  readonly tombstone: Tombstone;
}
