import { crc32 } from 'node:zlib';
import type { GivenAway } from '../../aggregator/followed-run.ts';
import type { Tombstone } from '../../aggregator/tombstones.ts';
import { canonicalJson } from '../../decision/canonical-json.ts';
import type { SpanFact } from '../../run/span-fact.ts';

/** A run was given away up to here; `trace` is one of its traces, with which this is forgotten. */
export interface GivenEntry extends GivenAway {
  readonly run: string;
  readonly trace: string;
}

/**
 * One line of the journal. `n` counts all of them, over files and restarts: what was forgotten is every fact of the
 * trace up to `n`.
 */
export type JournalEntry =
  | { readonly n: number; readonly fact: SpanFact }
  | { readonly n: number; readonly given: GivenEntry }
  | { readonly n: number; readonly forgot: Tombstone };

const CHECKSUM_DIGITS = 8;

/** CRC-32 in hex, a space, canonical JSON, a newline: what was cut or torn is known by it. */
export function journalLine(entry: JournalEntry): string {
  const json = canonicalJson(entry);
  return `${crc32(json).toString(16).padStart(CHECKSUM_DIGITS, '0')} ${json}\n`;
}

/** The entry of a line without its newline; `undefined` where the line is not whole. */
export function readJournalLine(line: string): JournalEntry | undefined {
  const json = line.slice(CHECKSUM_DIGITS + 1);
  if (line[CHECKSUM_DIGITS] !== ' ' || crc32(json) !== Number.parseInt(line.slice(0, CHECKSUM_DIGITS), 16)) {
    return undefined;
  }
  try {
    const entry = JSON.parse(json) as JournalEntry;
    return Number.isSafeInteger(entry.n) ? entry : undefined;
  } catch {
    return undefined;
  }
}

/** The trace with which an entry is forgotten. */
export function traceOf(entry: JournalEntry): string {
  if ('fact' in entry) return entry.fact.trace;
  return 'given' in entry ? entry.given.trace : entry.forgot.trace;
}
