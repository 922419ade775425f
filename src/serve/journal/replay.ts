import type { Tombstone } from '../../aggregator/tombstones.ts';
import type { SpanFact } from '../../run/span-fact.ts';
import type { GivenEntry } from './journal-line.ts';
import type { LineFault } from './read-lines.ts';

/** Who gets what the journal holds when it is opened, in the order in which it was written. */
export interface Replay {
  /** `n` is the number of its entry. */
  fact(fact: SpanFact, n: number): void;
  given(given: GivenEntry): void;
  /** Of a trace that came again: before its facts; of others: after all facts. */
  forgot(tombstone: Tombstone): void;
  /** Called now and then; waits while there is no room. */
  rest(): Promise<void>;
}

/** Lines that were not whole when the journal was read. */
export interface BrokenLines {
  readonly damaged: number;
  readonly unfinished: number;
  /** The first file with a line that was damaged. */
  readonly firstDamaged?: string;
}

/** Counts them while files are read. */
export class BrokenCount implements BrokenLines {
  damaged = 0;
  unfinished = 0;
  firstDamaged?: string;

  add(fault: LineFault, file: string): void {
    this[fault] += 1;
    if (fault === 'damaged') this.firstDamaged ??= file;
  }
}

/** Lines for whoever runs the receiver. */
export function toldOf({ damaged, unfinished, firstDamaged }: BrokenLines): string[] {
  const told: string[] = [];
  if (unfinished > 0)
    told.push(`${lines(unfinished)} of the journal had no end: writes that never were acknowledged`);
  if (damaged > 0)
    told.push(
      `${lines(damaged)} of the journal ${damaged === 1 ? 'is' : 'are'} damaged, the first in ${firstDamaged}: what stood there may have been acknowledged and is missing in its run; check the disk, and send those spans again where they are still to be had`,
    );
  return told;
}

function lines(count: number): string {
  return count === 1 ? '1 line' : `${count} lines`;
}
