import type { GivenRun } from './given-run.ts';

/** Runs without those whose place a later one takes; what was left out is counted. */
export interface Standing {
  readonly runs: readonly GivenRun[];
  readonly superseded: number;
}

/**
 * Leaves out a line where a later one of its run says that it takes its place, and where nothing goes with it: every
 * call that it shows, and every emitter in its scope, is in a line that stays. Several processes may count their lines
 * of one run, each from 1, so the numbers alone do not say which line is meant. Fragments supersede nothing.
 */
export function withoutSuperseded(given: readonly GivenRun[]): Standing {
  const later = grouped(given, ({ supersedes }) => supersedes);
  const equal = grouped(given, ({ revision }) => revision);
  const isTaken = (run: GivenRun) => linesOf(later, run).length > 0;
  const staying = new Set(given.filter((run) => !isTaken(run)).flatMap(partsOf));
  const runs = given.filter(
    (run) => !isTaken(run) || !isElsewhere(run, staying, linesOf(equal, run).length === 1),
  );
  return { runs, superseded: given.length - runs.length };
}

type Lines = ReadonlyMap<string, readonly GivenRun[]>;
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

function isElsewhere(line: GivenRun, staying: ReadonlySet<string>, isAlone: boolean): boolean {
  const { surface, index } = line;
  // Without the way from its records to their spans, nobody can say that they are elsewhere too.
  if (index === undefined && surface?.observed_tool_decisions.length !== 0) return false;
  const parts = partsOf(line);
  return parts.length === 0 ? isAlone : parts.every((part) => staying.has(part));
}

/** The spans of its calls, and the epochs of its emitters. */
function partsOf({ index, health }: GivenRun): readonly string[] {
  const emitters = health.state === 'read' ? health.document.scope.emitters : [];
  return [
    ...(index?.records ?? []).flatMap(({ trace_id, span_ids }) =>
      span_ids.map((span) => `${trace_id} ${span}`),
    ),
    ...emitters.map(({ trace, emitter, epoch }) => `${trace} ${emitter} ${epoch}`),
  ];
}
