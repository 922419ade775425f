import { ranges, sizeOf, united } from '../decision/ranges.ts';
import { copiesOf, type Epoch } from './epoch.ts';
import { type EpochView, isSealed, missingNumbers } from './epoch-view.ts';
import { type Evidence, namesRun } from './evidence.ts';
import type { Gap, GapCode } from './health.ts';
import type { Requests } from './join-calls.ts';
import type { Fragment } from './mark.ts';
import type { Call } from './span-node.ts';

/** What a run is, beyond its spans. */
export interface RunFacts {
  readonly runId: string;
  /** Traces of the run whose parts no seal lists, or a part of a seal that was not seen; 0 where none is needed. */
  readonly unsealed: number;
  /** Emitters that name a run wider than a trace themselves: they can have had traces of it that nobody recorded. */
  readonly namers: ReadonlySet<string>;
  /** Ids of equal rank that differ, or a trace that says it is a run of its own beside another. */
  readonly hasIdConflict: boolean;
}

export interface GapContext {
  readonly evidence: Evidence;
  readonly requests: Requests;
  readonly epochs: readonly EpochView[];
  readonly services: ReadonlySet<string>;
  readonly run: RunFacts;
  /** Parts that had been given away before this one came, and are not here. */
  readonly orphans: readonly Fragment[];
}

type Found = Omit<Gap, 'count'> & { readonly count?: number };

/** One rule per code. What a loss leaves can show as several gaps; `test/hunt` says which are redundant alone. */
const EPOCH_RULES: Readonly<Partial<Record<GapCode, (view: EpochView) => Omit<Found, 'code'> | undefined>>> =
  {
    checkpoint_missing: ({ epoch, checkpoint }) => {
      const isAbove =
        checkpoint !== undefined &&
        (epoch.mentioned > checkpoint.numbered || epoch.ordinal > checkpoint.ordinal);
      return checkpoint === undefined || isAbove ? {} : undefined;
    },
    not_final: ({ checkpoint }) =>
      checkpoint === undefined || checkpoint.final
        ? undefined
        : { open: checkpoint.open.length > 0 ? checkpoint.open : undefined },
    evicted: ({ checkpoint }) => (checkpoint?.resumed === true ? {} : undefined),
    seal_mismatch: (view) => (view.checkpoint?.final === true && !isSealed(view) ? {} : undefined),
    sequence_gap: (view) => {
      const missing = missingNumbers(view);
      if (missing.length === 0) return undefined;
      return { count: sizeOf(missing), missing, classification: 'not_observed' };
    },
    event_lost: ({ epoch }) => {
      const lost = [...epoch.bare].filter((number) => !epoch.records.has(number));
      return lost.length === 0 ? undefined : { count: lost.length, missing: ranges(lost) };
    },
    instrumentation_not_attested: ({ epoch, checkpoint, attested, isRunRoot }) =>
      checkpoint !== undefined && (epoch.mentioned > 0 || isRunRoot) && attested.length === 0
        ? {}
        : undefined,
    unrecorded_calls: ({ checkpoint }) =>
      checkpoint === undefined || checkpoint.unrecorded === 0 ? undefined : { count: checkpoint.unrecorded },
    // What is installed counts its calls whether they are recorded or not; what is merely configured does not.
    sampler_unknown: ({ checkpoint, attested }) => {
      const restsOnWord = attested.some(({ basis }) => basis === 'configured');
      return checkpoint?.sampler === 'unknown' && restsOnWord ? {} : undefined;
    },
    not_sampled: ({ checkpoint }) =>
      checkpoint === undefined || checkpoint.not_sampled === 0 || checkpoint.read_in_process
        ? undefined
        : { count: checkpoint.not_sampled },
  };

const RULES = Object.entries(EPOCH_RULES);

/** The gaps of the run, and those of emitters outside its scope, which are only noted. */
export function gapsOf(context: GapContext): {
  readonly gaps: readonly Gap[];
  readonly noted: readonly Gap[];
} {
  const gaps = runGaps(context);
  const noted: Found[] = [];
  for (const view of context.epochs) {
    for (const [code, rule] of RULES) {
      const found = rule(view);
      if (found === undefined) continue;
      (view.isInScope ? gaps : noted).push({ code: code as GapCode, emitter: view.epoch.emitter, ...found });
    }
  }
  return { gaps: grouped(gaps), noted: grouped(noted) };
}

function runGaps({ evidence, requests, epochs, services, run, orphans }: GapContext): Found[] {
  const gaps: Found[] = [];
  const rooted = rootedTraces(evidence, epochs);
  for (const trace of evidence.traces) if (!rooted.has(trace)) gaps.push({ code: 'root_not_observed' });
  for (const orphan of orphans) for (const gap of givenAway(orphan)) gaps.push(gap);
  for (const view of epochs)
    if (mayDropTraces(view, run)) gaps.push({ code: 'sampler_unknown', emitter: view.epoch.emitter });
  if (run.unsealed > 0) gaps.push({ code: 'run_not_sealed', count: run.unsealed });
  if (run.hasIdConflict) gaps.push({ code: 'conflict', what: 'run_id' });
  for (const { epoch, isInScope } of epochs) {
    addConflicts(gaps, epoch);
    if (isInScope) addSpansLost(gaps, epoch);
  }
  for (const { calls, facts, service } of evidence.nodes) {
    if (calls.length > 1) gaps.push({ code: 'conflict', what: 'record', emitter: calls[0]?.fact.emitter });
    let isUnrecognised = false;
    for (const fact of facts) {
      if (fact.unrecognised) isUnrecognised = true;
      for (const what of fact.broken ?? NOTHING) {
        const isMadeGood = what === 'decision' && calls.some(isEvent);
        if (!isMadeGood) gaps.push({ code: 'event_truncated', what, emitter: fact.emitter });
      }
    }
    const isInScope = service !== undefined && services.has(service);
    if (isUnrecognised && isInScope) gaps.push({ code: 'unrecognised_mcp_span' });
  }
  for (const { fact } of evidence.calls) {
    for (const what of fact.conflicts ?? NOTHING)
      gaps.push({ code: 'conflict', what, emitter: fact.emitter });
  }
  for (const [{ fact }] of requests.contradicting)
    gaps.push({ code: 'conflict', what: 'target', emitter: fact.emitter });
  for (const request of requests.requests)
    if (isOrphan(request, services)) gaps.push({ code: 'emitter_missing' });
  return gaps;
}

const NOTHING: readonly never[] = [];

function isEvent({ fact }: Call): boolean {
  return fact.origin === 'event';
}

/** A trace that a sampler drops whole is in no seal: not even an installed instrumentation counts what it began. */
function mayDropTraces({ epoch, checkpoint, attested, isInScope }: EpochView, { namers }: RunFacts): boolean {
  const isSaid = attested.some(({ basis }) => basis === 'configured');
  return isInScope && !isSaid && checkpoint?.sampler === 'unknown' && namers.has(epoch.emitter);
}

/** What was emitted before this came, with the numbers of its calls: they were observed, but not here. */
function givenAway({ numbers }: Fragment): Found[] {
  if (numbers.length === 0) return [{ code: 'evicted', what: 'fragment' }];
  return numbers.map(({ emitter, calls }) => ({
    code: 'evicted',
    what: 'fragment',
    emitter,
    missing: calls,
  }));
}

/** Traces of which a run root was seen, or is named by a span of its emitter. */
function rootedTraces({ nodes }: Evidence, epochs: readonly EpochView[]): ReadonlySet<string> {
  const rooted = new Set<string>();
  for (const node of nodes) if (node.parentId === undefined || namesRun(node)) rooted.add(node.trace);
  for (const { epoch, isRunRoot } of epochs) if (isRunRoot) rooted.add(epoch.trace);
  return rooted;
}

function addConflicts(gaps: Found[], { emitter, checkpoints, spans, records }: Epoch): void {
  for (const copies of checkpoints.values()) {
    if (copiesOf(copies) > 1) gaps.push({ code: 'conflict', what: 'checkpoint', emitter });
  }
  const numbers = new Set([...spans.conflicts(), ...records.conflicts()]);
  if (numbers.size > 0) gaps.push({ code: 'conflict', what: 'sequence', emitter, count: numbers.size });
}

/** Log records of calls whose spans did not come: what they were below, and so which of them are one, is not known. */
function addSpansLost(gaps: Found[], { emitter, logged, spanned }: Epoch): void {
  const lost = [...logged].filter((number) => !spanned.has(number));
  if (lost.length > 0)
    gaps.push({ code: 'event_lost', what: 'span', emitter, count: lost.length, missing: ranges(lost) });
}

/** A request of a service in scope of which no emitter says anything. */
function isOrphan(request: readonly Call[], services: ReadonlySet<string>): boolean {
  if (request.some(({ epoch }) => epoch !== undefined)) return false;
  return request.some(({ node }) => node.service !== undefined && services.has(node.service));
}

function grouped(found: readonly Found[]): Gap[] {
  if (found.length === 0) return [];
  const groups = new Map<string, Gap>();
  for (const gap of found) {
    const key = `${gap.code}\n${gap.emitter ?? ''}\n${gap.what ?? ''}`;
    const known = groups.get(key);
    const count = (known?.count ?? 0) + (gap.count ?? 1);
    groups.set(key, {
      ...gap,
      missing: joined(known?.missing, gap.missing),
      open: joined(known?.open, gap.open),
      count,
    });
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, gap]) => gap);
}

function joined(a: Gap['missing'], b: Gap['missing']): Gap['missing'] {
  return a === undefined || b === undefined ? (a ?? b) : united([...a, ...b]);
}
