import { canonicalJson } from '../decision/canonical-json.ts';
import { digestOf } from '../decision/codec.ts';
import type { RunDocuments } from '../run/documents.ts';
import type { Emission } from '../run/emission.ts';
import { quotedList } from './literal.ts';
import type { Store } from './store.ts';

/** A run and the envelope that a first writing of it would bear. */
export interface ResultRun extends RunDocuments {
  readonly emission: Emission;
}

interface Written {
  readonly revision: number;
  readonly digest: string;
}

/**
 * Writes runs into `assay_surface` and `assay_health`, and of those that turned out to be none where they stand there. A run that stands there as it is now is left alone; another gets
 * the next revision. The health comes last, and the next revision is counted from there: where the store stops between
 * the two, the same revision is written again. @throws {StoreError}
 */
export async function writeResults(
  store: Store,
  runs: readonly ResultRun[],
  emptied: readonly ResultRun[] = [],
): Promise<void> {
  if (runs.length + emptied.length === 0) return;
  const known = await writtenOf(store, [...runs, ...emptied]);
  const changed = [...runs, ...emptied.filter(({ runId }) => known.has(runId))]
    .map((run) => ({ run, digest: digestOf(canonicalJson([run.health, run.index])) }))
    .filter(({ run, digest }) => known.get(run.runId)?.digest !== digest)
    .map(({ run, digest }) => rowsOf(run, digest, known.get(run.runId)?.revision ?? 0));
  await store.insert(
    'assay_surface',
    changed.map(({ surface }) => surface),
  );
  await store.insert(
    'assay_health',
    changed.map(({ health }) => health),
  );
}

async function writtenOf(store: Store, runs: readonly ResultRun[]): Promise<ReadonlyMap<string, Written>> {
  const ids = quotedList(runs.map(({ runId }) => runId));
  const { rows } = await store.query(
    `SELECT RunId, max(Revision), argMax(DocumentsDigest, Revision) FROM assay_health WHERE RunId IN ${ids} GROUP BY RunId`,
  );
  return new Map(
    rows.map(([run, revision, digest]) => [
      String(run),
      { revision: Number(revision), digest: String(digest) },
    ]),
  );
}

function rowsOf({ emission, ...run }: ResultRun, digest: string, before: number) {
  const revision = before + 1;
  const about = {
    RunId: run.runId,
    Revision: revision,
    StartedAt: startedAt(run),
    Services: servicesOf(run),
  };
  const { surface, health, index } = run;
  const envelope: Emission = { ...emission, revision, supersedes: before === 0 ? null : before };
  return {
    surface: {
      ...about,
      Calls: surface.observed_tool_decisions.length,
      SurfaceDigest: health.surface_digest,
      Surface: canonicalJson(surface),
      IndexDocument: canonicalJson(index),
      Emission: canonicalJson(envelope),
    },
    health: {
      ...about,
      CoverageState: health.coverage.state,
      Gaps: [...new Set(health.coverage.gaps.map(({ code }) => code))].sort(),
      Emitters: [...new Set(health.scope.emitters.map(({ emitter }) => emitter))].sort(),
      DocumentsDigest: digest,
      Health: canonicalJson(health),
    },
  };
}

/** The first that is known of it, as `DateTime64(9, 'UTC')` is written; 1970 where nothing is. */
function startedAt({ health, index }: RunDocuments): string {
  const times = [
    ...index.records.map(({ start_time_unix_nano: start }) => start),
    ...health.scope.emitters.map(({ from }) => from),
  ];
  // Decimal and of one length.
  const [first = ''] = times.map((time) => time.padStart(LENGTH, '0')).sort();
  const nanos = first.padStart(LENGTH, '0').slice(-NANOS);
  const seconds = Math.min(Number(first.slice(0, -NANOS)), LAST_SECOND);
  return `${new Date(seconds * 1_000).toISOString().slice(0, 'YYYY-MM-DDThh:mm:ss'.length).replace('T', ' ')}.${nanos}`;
}

/** Digits of a 64-bit integer, and those of it below a second. */
const LENGTH = 20;
const NANOS = 9;
/** The column's last, in 2262: a time comes from outside. */
const LAST_SECOND = 9_223_372_036;

function servicesOf({ health, index }: RunDocuments): readonly string[] {
  const named = [
    ...health.scope.emitters.map(({ service }) => service),
    ...health.scope.uncovered_services,
    ...index.records.map(({ service }) => service),
  ];
  return [...new Set(named.filter((name) => typeof name === 'string'))].sort();
}
