import { crc32 } from 'node:zlib';
import type { GivenAway } from '../../aggregator/followed-run.ts';
import type { Tombstone } from '../../aggregator/tombstones.ts';
import { canonicalJson } from '../../decision/canonical-json.ts';
import type { SpanFact } from '../../run/span-fact.ts';

/**
 * What the entries of a journal mean. In each line, since lines outlive the file that they were written to. Whatever
 * another version could misread is another number.
 */
export const JOURNAL_VERSION = 1;

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

/** What a line holds: an entry, one of another version (`found` is its number, if it has any), or nothing that is whole. */
export type JournalLine =
  | { readonly is: 'entry'; readonly entry: JournalEntry }
  | { readonly is: 'of_another_version'; readonly found: number | undefined }
  | { readonly is: 'broken' };

/** CRC-32 in hex, a space, canonical JSON, a newline: what was cut or changed is known by it. */
export function journalLine(entry: JournalEntry): string {
  const json = canonicalJson({ ...entry, v: JOURNAL_VERSION });
  return `${checksum(json)} ${json}\n`;
}

/** Reads a line without its newline. */
export function readJournalLine(line: string): JournalLine {
  const json = line.slice(CHECKSUM_DIGITS + 1);
  if (line.slice(0, CHECKSUM_DIGITS + 1) !== `${checksum(json)} `) return BROKEN;
  try {
    const { v, ...entry } = JSON.parse(json) as JournalEntry & { readonly v?: unknown };
    if (v !== JOURNAL_VERSION)
      return { is: 'of_another_version', found: typeof v === 'number' ? v : undefined };
    return Number.isSafeInteger(entry.n) ? { is: 'entry', entry: entry as JournalEntry } : BROKEN;
  } catch {
    return BROKEN;
  }
}

/** The trace with which an entry is forgotten. */
export function traceOf(entry: JournalEntry): string {
  if ('fact' in entry) return entry.fact.trace;
  return 'given' in entry ? entry.given.trace : entry.forgot.trace;
}

const BROKEN: JournalLine = { is: 'broken' };

const CHECKSUM_DIGITS = 8;

function checksum(json: string): string {
  return crc32(json).toString(16).padStart(CHECKSUM_DIGITS, '0');
}
