import type { ObservedRecord } from '../gate/observed-run.ts';
import { continues } from './continued-record.ts';
import type { GivenRun } from './given-run.ts';

/** Runs without those whose place a later one takes; what was left out is counted. */
export interface Standing {
  readonly runs: readonly GivenRun[];
  readonly superseded: number;
}

/**
 * Leaves out a line where a later one of its run says that it takes its place, and where nothing goes with it: every
 * call that it shows, with all that it says of it, and every emitter in its scope, is in a line that stays. Several
 * processes may count their lines of one run, each from 1, so the numbers alone do not say which line is meant. A
 * fragment takes the place of fragments alone.
 */
export function withoutSuperseded(given: readonly GivenRun[]): Standing {
  const later = grouped(given, ({ supersedes }) => supersedes);
  const equal = grouped(given, ({ revision }) => revision);
  const isTaken = (run: GivenRun) =>
    linesOf(later, run).some(
      ({ emission }) => emission?.fragment !== true || run.emission?.fragment === true,
    );
  const staying = stayingIn(given.filter((run) => !isTaken(run)));
  const runs = given.filter(
    (run) => !isTaken(run) || !isElsewhere(run, staying, linesOf(equal, run).length === 1),
  );
  return { runs, superseded: given.length - runs.length };
}

type Lines = ReadonlyMap<string, readonly GivenRun[]>;
/** What the lines that stay hold. */
interface Staying {
  readonly emitters: ReadonlySet<string>;
  readonly spans: ReadonlyMap<string, SpanCalls>;
}

interface SpanCalls {
  /** Most of the calls that one line shows on the span. */
  most: number;
  readonly records: ObservedRecord[];
}

function stayingIn(lines: readonly GivenRun[]): Staying {
  const spans = new Map<string, SpanCalls>();
  for (const line of lines) {
    for (const [span, records] of recordsBySpan(line)) {
      const calls = spans.get(span) ?? { most: 0, records: [] };
      calls.most = Math.max(calls.most, records.length);
      for (const record of records) calls.records.push(record);
      spans.set(span, calls);
    }
  }
  return { emitters: new Set(lines.flatMap(emittersOf)), spans };
}

type Revision = Pick<NonNullable<GivenRun['emission']>, 'revision' | 'supersedes'>;

function grouped(given: readonly GivenRun[], numberOf: (emission: Revision) => number | null): Lines {
  const groups = new Map<string, GivenRun[]>();
  for (const run of given) {
    const number = run.emission && numberOf(run.emission);
    if (number === undefined || number === null) continue;
    const key = JSON.stringify([run.lineRunId, number]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [run]);
    else group.push(run);
  }
  return groups;
}

function linesOf(lines: Lines, { lineRunId, emission }: GivenRun): readonly GivenRun[] {
  return (emission && lines.get(JSON.stringify([lineRunId, emission.revision]))) ?? [];
}

function isElsewhere(line: GivenRun, { emitters, spans }: Staying, isAlone: boolean): boolean {
  const { surface, index } = line;
  // Without the way from its records to their spans, nobody can say that they are elsewhere too.
  if (index === undefined && surface?.observed_tool_decisions.length !== 0) return false;
  const [own, calls] = [emittersOf(line), recordsBySpan(line)];
  if (own.length === 0 && calls.size === 0) return isAlone;
  if (!own.every((emitter) => emitters.has(emitter))) return false;
  return [...calls].every(([span, records]) => {
    const known = spans.get(span);
    if (known === undefined || known.most < records.length) return false;
    return records.every((record) => known.records.some((later) => continues(later, record)));
  });
}

/** By the spans that they were made of; several calls can be on one. */
function recordsBySpan({ index, surface }: GivenRun): ReadonlyMap<string, readonly ObservedRecord[]> {
  const bySpan = new Map<string, ObservedRecord[]>();
  for (const [at, { trace_id, span_ids }] of (index?.records ?? []).entries()) {
    const record = surface?.observed_tool_decisions[at];
    if (record === undefined) continue;
    for (const span_id of new Set(span_ids)) {
      const span = `${trace_id} ${span_id}`;
      const records = bySpan.get(span);
      if (records === undefined) bySpan.set(span, [record]);
      else records.push(record);
    }
  }
  return bySpan;
}

/** The epochs of its emitters. */
function emittersOf({ health }: GivenRun): readonly string[] {
  const emitters = health.state === 'read' ? health.document.scope.emitters : [];
  return emitters.map(({ trace, emitter, epoch }) => `${trace} ${emitter} ${epoch}`);
}
