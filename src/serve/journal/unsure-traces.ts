import { MAX_TOMBSTONES } from '../../aggregator/limits.ts';
import { readJournalLine } from './journal-line.ts';

/**
 * Traces of which a writing failed, while somebody holds what was added of them: a fact of theirs that is known may
 * still be missing on the disk. Bounded: of too many, every trace is one of them until the next start.
 */
export class UnsureTraces {
  readonly #traces = new Set<string>();
  #areAll = false;

  has(trace: string): boolean {
    return this.#areAll || this.#traces.has(trace);
  }

  /** These lines could not be written. */
  failed(lines: readonly string[]): void {
    for (const line of lines) {
      const read = readJournalLine(line.slice(0, -1));
      if (read.is === 'entry' && 'fact' in read.entry) this.#traces.add(read.entry.fact.trace);
    }
    if (this.#traces.size <= MAX_TOMBSTONES) return;
    this.#areAll = true;
    this.#traces.clear();
  }

  /** What was added of a trace is held by nobody any more: it would be added anew. */
  delete(trace: string): void {
    this.#traces.delete(trace);
  }
}
