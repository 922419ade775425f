import type { Printer } from './printer.ts';

/** A command that is over sooner shows nothing. */
const FIRST_AFTER_MS = 2_000;
const EVERY_MS = 200;

/** Says on a terminal, after two seconds, how far a command is: one line that is written anew. */
export class ProgressLine {
  readonly #printer: Printer;
  readonly #clock: () => number;
  readonly #totalBytes: number | undefined;
  #bytes = 0;
  #spans = 0;
  #openRuns = 0;
  #writtenRuns = 0;
  #dueAt: number;

  /** @param totalBytes of the whole input, where it is known. */
  constructor(printer: Printer, clock: () => number, totalBytes: number | undefined) {
    this.#printer = printer;
    this.#clock = clock;
    this.#totalBytes = totalBytes;
    this.#dueAt = clock() + FIRST_AFTER_MS;
  }

  read(bytes: number): void {
    this.#bytes += bytes;
    this.#show();
  }

  took(spans: number, openRuns: number): void {
    this.#spans += spans;
    this.#openRuns = openRuns;
    this.#show();
  }

  wrote(): void {
    this.#writtenRuns += 1;
    this.#show();
  }

  #show(): void {
    if (!this.#printer.hasStatus) return;
    const now = this.#clock();
    if (now < this.#dueAt) return;
    this.#dueAt = now + EVERY_MS;
    this.#printer.status(this.#text());
  }

  /** `12% of 1.5 GB, 120,000 spans, 431 runs open, 12 written`. */
  #text(): string {
    const total = this.#totalBytes;
    const part =
      total === undefined || total === 0
        ? `${size(this.#bytes)} read`
        : `${Math.min(100, Math.floor((100 * this.#bytes) / total))}% of ${size(total)}`;
    return `${part}, ${number(this.#spans)} spans, ${number(this.#openRuns)} runs open, ${number(this.#writtenRuns)} written`;
  }
}

function number(count: number): string {
  return count.toLocaleString('en');
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

function size(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return power === 0 ? `${bytes} B` : `${(bytes / 1000 ** power).toFixed(1)} ${UNITS[power]}`;
}
