import { basename, join } from 'node:path';
import type { Tombstone } from '../../aggregator/tombstones.ts';
import type { SpanFact } from '../../run/span-fact.ts';
import { DataLock } from './data-lock.ts';
import { type FailingListener, FailingNotice } from './failing-notice.ts';
import { ForgottenLog, type Remembered } from './forgotten-log.ts';
import { type GivenEntry, type JournalEntry, journalLine } from './journal-line.ts';
import { makeDataFolder } from './make-data-folder.ts';
import { expectOwnVersion, storedLines } from './read-lines.ts';
import { BrokenCount, type BrokenLines, type Replay } from './replay.ts';
import { Segment } from './segment.ts';
import { segmentNumbers, segmentPath } from './segment-names.ts';
import { UnsureTraces } from './unsure-traces.ts';

/** Who is told of what happens to a journal. */
export interface JournalListener extends FailingListener {
  /** Another process has the folder by now: nothing that is added from there on is kept. */
  readonly lost?: () => void;
}

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
  readonly #forgotten: ForgottenLog;
  #number = 0;
  #file = 0;
  #failures = 0;
  /** Before that nobody knows what of a file is of use. */
  #isRead = false;
  readonly #unsure = new UnsureTraces();
  /** What was given away before that. */
  readonly #givenEarly: GivenEntry[] = [];
  #tidying: Promise<void> | undefined;
  readonly #notice: FailingNotice;

  private constructor(folder: string, lock: DataLock, segmentBytes: number, listener: JournalListener) {
    this.#folder = folder;
    this.#segmentBytes = segmentBytes;
    this.#lock = lock;
    this.#notice = new FailingNotice(listener);
    this.#active = this.#segment(0);
    this.#forgotten = new ForgottenLog(join(folder, FORGOTTEN), {
      failed: (_, error) => this.#notice.failed(error),
      mended: () => this.#mended(),
    });
  }

  /**
   * @throws {DataInUseError} where another process holds the folder. @throws {Error} of the file system.
   */
  static async open(
    folder: string,
    segmentBytes = SEGMENT_BYTES,
    listener: JournalListener = {},
  ): Promise<Journal> {
    await makeDataFolder(folder);
    return new Journal(folder, await DataLock.take(folder, listener.lost), segmentBytes, listener);
  }

  /** Bytes in files of facts. */
  get bytes(): number {
    return [...this.#sealed].reduce((sum, { bytes }) => sum + bytes, this.#active.bytes);
  }

  /** Whether another process has the folder by now. */
  get isLost(): boolean {
    return this.#lock.isLost;
  }

  /** Whether the last write of any of its files failed. */
  get isFailing(): boolean {
    return this.#forgotten.isFailing || this.#segments().some(({ file }) => file.isFailing);
  }

  /** Writings that failed so far: whoever began before one of them cannot be sure of anything. */
  get failures(): number {
    return this.#failures;
  }

  /**
   * Reads what is there; call once, before anything is added. Gives which lines were not whole.
   * @throws {JournalVersionError} where any of it is of another version; nothing was told then. @throws {Error} of the
   *   file system.
   */
  async replay(to: Replay): Promise<BrokenLines> {
    const broken = new BrokenCount();
    const { remembered, highest } = await this.#forgotten.read(broken);
    this.#number = highest;
    const numbers = await segmentNumbers(this.#folder);
    for (const number of numbers) await expectOwnVersion(segmentPath(this.#folder, number));
    // What comes from here on is behind all that is there.
    this.#file = (numbers.at(-1) ?? 0) + 1;
    this.#active = this.#segment(this.#file);
    let read = 0;
    for (const number of numbers) {
      const segment = this.#segment(number);
      this.#sealed.add(segment);
      for await (const { entry, fault, line } of storedLines(segment.path)) {
        if (entry === undefined) broken.add(fault, basename(segment.path));
        else this.#replayed(entry, line.length, segment, remembered, to);
        read += 1;
        if (read % REST === 0) await to.rest();
      }
    }
    for (const { tombstone } of remembered.values()) to.forgot(tombstone);
    this.#isRead = true;
    for (const given of this.#givenEarly.splice(0)) this.gave(given);
    this.#tidy();
    return broken;
  }

  /** A number for {@link add}; nothing else may be added before that. */
  reserve(): number {
    return this.#next();
  }

  add(fact: SpanFact, n = this.#next()): void {
    this.#append({ n, fact });
  }

  /** Whether every fact of the trace that was added is on the disk, or will be said to be missing by {@link commit}. */
  isSureOf(trace: string): boolean {
    return !this.#unsure.has(trace);
  }

  /** What was added of a trace is held by nobody any more. */
  letGo(trace: string): void {
    this.#unsure.delete(trace);
  }

  gave(given: GivenEntry): void {
    // Until all is read the next number may be one that was given to another entry.
    if (this.#isRead) this.#append({ n: this.#next(), given });
    else this.#givenEarly.push(given);
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
    if (!(await this.#isHeld())) return;
    for (const { n, tombstone } of entries) {
      if (tombstone !== undefined) this.#forgotten.add({ n, tombstone });
    }
    // Where the disk does not take it, the facts stay, and are given away once more after a restart.
    if (!(await this.#forgotten.isKept())) return;
    for (const { trace, n } of entries) {
      for (const segment of this.#segments()) segment.forget(trace, n);
    }
    this.#tidy();
    await this.#forgotten.trim();
  }

  /**
   * Resolves when all that was added is on the disk.
   * @param since {@link failures}, as it was before the first of it was added.
   * @throws {Error} where any of it may be missing.
   */
  async commit(since: number): Promise<void> {
    const pending = this.#segments().filter(({ file }) => file.isPending);
    await Promise.all(pending.map(({ file }) => file.commit()));
    // Afterwards: what was written while it was held is read by whoever has it next.
    if (!(await this.#lock.isHeld())) throw new Error('Another process has the journal');
    if (this.#failures !== since) throw new Error('A write to the journal failed meanwhile');
  }

  /** Writes what waits, and tries files again of which the last write failed. Never throws. */
  async settle(): Promise<void> {
    const files = this.#segments().map(({ file }) => file);
    const left = files.filter(({ isPending, isFailing }) => isPending || isFailing);
    await Promise.all([...left.map((file) => file.commit().catch(() => {})), this.#forgotten.settle()]);
  }

  /** Writes what is left, and gives the folder back. Never throws. */
  async close(): Promise<void> {
    await this.#tidying;
    await Promise.all(this.#segments().map(({ file }) => file.end()));
    await this.#forgotten.end();
    await this.#lock.release();
  }

  #segments(): Segment[] {
    return [...this.#sealed, this.#active];
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
    to.fact(entry.fact, entry.n);
  }

  #append(entry: JournalEntry): void {
    // A file of this name may be another's by now; who waits for it is told by `commit`.
    if (this.isLost) return;
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
    return new Segment(segmentPath(this.#folder, number), {
      failed: (lines, error) => {
        this.#failures += 1;
        this.#unsure.failed(lines);
        this.#notice.failed(error);
      },
      mended: () => this.#mended(),
    });
  }

  #mended(): void {
    if (!this.isFailing) this.#notice.mended();
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

  /** Whether files may be removed or replaced: another process may read them by now. */
  async #isHeld(): Promise<boolean> {
    return this.#lock.isHeld().catch(() => false);
  }

  async #tidyAll(): Promise<void> {
    const untidy = (): Segment | undefined =>
      [...this.#sealed].find(({ isUseless, isWasteful }) => isUseless || isWasteful);
    for (let segment = untidy(); segment !== undefined; segment = untidy()) {
      if (!(await this.#isHeld())) return;
      if (!segment.isUseless) await segment.compact();
      else {
        await segment.remove();
        this.#sealed.delete(segment);
      }
    }
  }
}
