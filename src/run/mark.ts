import type { Ranges } from '../decision/checkpoint.ts';

/**
 * What is known of a trace beyond its spans. Like a span's fact, a mark is one element of a state: a plain value,
 * canonical as JSON, that can arrive twice without counting twice.
 */
export type Mark = Loss | Part | Fragment;

/** Spans of the trace that somebody could not pass on; it explains a hole and makes none. */
export interface Loss {
  readonly mark: 'loss';
  readonly trace: string;
  readonly code: 'export_failed' | 'rejected';
  /** Who says so; of what one says the highest counts. */
  readonly reporter: string;
  /** Spans of the trace so far. */
  readonly n: number;
}

/** The trace's evidence up to here is a part of its own, which may have been given away before more came. */
export interface Part {
  readonly mark: 'part';
  readonly trace: string;
  readonly part: string;
  /** Which writing of the run it is as of; a later one holds all that an earlier one did. */
  readonly revision: number;
}

/** What came after the part `of` had been given away: without that part, something is missing. */
export interface Fragment {
  readonly mark: 'fragment';
  readonly trace: string;
  readonly of: string;
  readonly revision: number;
  /** The run that the trace was known to be of. */
  readonly run: string;
  /** Numbers of calls that the earlier part holds, by epoch. */
  readonly numbers: readonly { readonly emitter: string; readonly epoch: string; readonly calls: Ranges }[];
}

/** Fragments whose earlier part is not among the marks, or not as it was when the fragment came after it. */
export function orphans(marks: readonly Mark[]): readonly Fragment[] {
  const parts = new Map<string, number>();
  for (const mark of marks) {
    if (mark.mark !== 'part') continue;
    const key = `${mark.trace} ${mark.part}`;
    parts.set(key, Math.max(parts.get(key) ?? 0, mark.revision));
  }
  return marks
    .filter((mark) => mark.mark === 'fragment')
    .filter(({ trace, of, revision }) => (parts.get(`${trace} ${of}`) ?? 0) < revision);
}
