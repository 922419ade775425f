import type { Gap, GapCode } from '../../src/run/health.ts';

/** One thing that goes wrong, with real parts, and all that it shows as. */
export interface GapCase {
  readonly code: GapCode;
  /** What goes wrong, in a few words. */
  readonly cause: string;
  /** Every gap of the run, each as `gapInWords` gives it, in the order of the health document. */
  readonly gaps: readonly string[];
  /** What the run comes to; `partial` where a case says nothing, `unknown` where no checkpoint says what its scope is. */
  readonly state?: 'unknown';
  /** Calls that were really made; 3 where a case says nothing. */
  readonly calls?: number;
  /** The OTLP/JSON that can be read afterwards, with the fault or, all else equal, without it. */
  readonly run: (isFaulty: boolean) => Promise<readonly string[]>;
}

/** `conflict target`, `sequence_gap missing 2-3`, `not_final open 2-2`, `unrecorded_calls x3`. */
export function gapInWords({ code, what, missing, open, count }: Gap): string {
  const shown = (word: string, ranges: Gap['missing']) =>
    ranges === undefined ? [] : [word, ...ranges.map(([from, to]) => `${from}-${to}`)];
  const times = count > 1 && missing === undefined && open === undefined ? [`x${count}`] : [];
  return [
    code,
    ...(what === undefined ? [] : [what]),
    ...shown('missing', missing),
    ...shown('open', open),
    ...times,
  ].join(' ');
}
