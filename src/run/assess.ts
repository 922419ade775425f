import { CLASSIFIER_VERSION } from '../classify/rule-set.ts';
import type { EpochView } from './epoch-view.ts';
import { type Evidence, namesRun, type SpanNode } from './evidence.ts';
import { gapsOf, type RunFacts } from './gaps.ts';
import {
  type Counted,
  type EmitterCoverage,
  HEALTH_NON_CLAIMS,
  HEALTH_SCHEMA,
  type Health,
  type ScopeEntry,
} from './health.ts';
import type { Requests } from './join-calls.ts';
import type { SurfaceRecord } from './joined-record.ts';
import { type Loss, type Mark, orphans } from './mark.ts';
import { compareNanos } from './nanos-between.ts';
import { least } from './span-node.ts';

/** Everything that a run's health is a function of. */
export interface Assessed {
  readonly run: RunFacts;
  readonly evidence: Evidence;
  readonly requests: Requests;
  readonly records: readonly SurfaceRecord[];
  readonly epochs: readonly EpochView[];
  readonly marks: readonly Mark[];
  readonly surfaceDigest: string;
}

/**
 * The health of a run: what was seen, what is missing, and what may be claimed. A pure function of the evidence.
 * `complete` means that within the scope what was observed is what happened; anything in doubt is a gap.
 */
export function assess(assessed: Assessed): Health {
  const { run, evidence, requests, records, epochs } = assessed;
  const inScope = epochs.filter(({ isInScope }) => isInScope);
  const services = new Set<string>();
  for (const { epoch } of inScope) for (const service of epoch.services) services.add(service);
  const { gaps, noted } = gapsOf({
    evidence,
    requests,
    epochs,
    services,
    run,
    orphans: orphans(assessed.marks),
  });
  const emitters = inScope.map(scopeEntry).filter((entry) => entry !== undefined);
  const state = emitters.length === 0 ? 'unknown' : gaps.length === 0 ? 'complete' : 'partial';
  const limits = limitsOf(assessed, services);
  const unknown = countOf(records, ({ record }) => record.classification === 'observed_unknown_tool');
  return {
    claims: claimsOf(assessed, inScope, state === 'complete', limits),
    classifier_version: classifierVersions(assessed, epochs),
    coverage: {
      emitters: inScope.map(emitterCoverage),
      gaps,
      notes: [
        ...noted.map(({ code, count }) => ({ code, count })),
        ...counted({
          export_failed: lossesOf(assessed.marks, 'export_failed'),
          rejected: lossesOf(assessed.marks, 'rejected'),
          not_sampled: sum(epochs.map(readInProcess)),
          hook_not_called: sum(epochs.map(({ checkpoint }) => checkpoint?.hooks_missed ?? 0)),
        }),
      ],
      state,
    },
    limits,
    non_claims: HEALTH_NON_CLAIMS,
    policy_decisions_observed: countOf(records, ({ record }) => record.decision.source !== 'none'),
    policy_layer: policyLayer(assessed, inScope),
    proxy_seen: proxySeen(assessed, inScope),
    redaction_active: evidence.calls.every(isRedacted(epochs)),
    run_id: run.runId,
    schema: HEALTH_SCHEMA,
    scope: { emitters, uncovered_services: uncoveredServices(evidence, services) },
    surface_digest: assessed.surfaceDigest,
    tool_calls_observed: records.length,
    unknown_tool_count: unknown,
  };
}

function scopeEntry({ epoch, checkpoint, final, attested, isRunRoot }: EpochView): ScopeEntry | undefined {
  if (checkpoint === undefined) return undefined;
  return {
    attested: attested.map(({ covers, scope, since, vantage }) => ({ covers, scope, since, vantage })),
    emitter: epoch.emitter,
    epoch: epoch.epoch,
    from: checkpoint.from,
    run_root: isRunRoot,
    service: least(epoch.services) ?? null,
    trace: epoch.trace,
    until: (final ?? checkpoint).until,
  };
}

function emitterCoverage({ epoch, checkpoint }: EpochView): EmitterCoverage {
  return {
    emitter: epoch.emitter,
    epoch: epoch.epoch,
    instrumentation: (checkpoint?.instrumentation ?? []).map(
      ({ scope, basis, covers }) => `${scope} ${basis} ${covers}`,
    ),
    numbered: epoch.mentioned,
    open: checkpoint?.open ?? [],
    recorded: epoch.records.size,
    sampler: checkpoint?.sampler ?? 'unknown',
    sealed: checkpoint?.final === true,
    withdrawn: sum((checkpoint?.withdrawn ?? []).map(([from, to]) => to - from + 1)),
  };
}

/** A layer that observes MCP is attested for the run, or any MCP span is in it; an emitter alone is none. */
function proxySeen({ evidence }: Assessed, inScope: readonly EpochView[]): boolean {
  if (evidence.calls.length > 0 || inScope.some(({ attested }) => attested.length > 0)) return true;
  return evidence.nodes.some(({ facts }) => facts.some(({ mcp }) => mcp !== undefined));
}

function policyLayer({ evidence, records }: Assessed, inScope: readonly EpochView[]): Health['policy_layer'] {
  const hooks = inScope.map(({ checkpoint }) => checkpoint?.policy_hook);
  const hasSpoken = records.some(({ record }) => record.decision.source !== 'none');
  if (hasSpoken || hooks.includes(true)) return 'present';
  const allSayNone = hooks.length > 0 && hooks.every((hook) => hook === false);
  return allSayNone && evidence.calls.every(({ epoch }) => epoch !== undefined) ? 'absent' : 'unknown';
}

const BUILT_IN: readonly string[] = [CLASSIFIER_VERSION];

function classifierVersions({ evidence }: Assessed, epochs: readonly EpochView[]): string[] {
  const versions = new Set<string>();
  for (const { checkpoint } of epochs)
    for (const version of checkpoint?.classifier_version ?? []) versions.add(version);
  for (const { fact } of evidence.calls)
    for (const version of fact.classifiers ?? BUILT_IN) versions.add(version);
  return [...versions].sort();
}

/** Came with an intact event of an emitter that scrubs strictly, or holds nothing outside the allow-list. */
function isRedacted(epochs: readonly EpochView[]) {
  const strict = new Set(
    epochs.filter(({ checkpoint }) => checkpoint?.scrub === 'strict').map(({ epoch }) => epoch),
  );
  return ({ fact, epoch, node }: Evidence['calls'][number]): boolean =>
    (fact.origin === 'event' && epoch !== undefined && strict.has(epoch)) || !node.isUnscrubbed;
}

function uncoveredServices(evidence: Evidence, services: ReadonlySet<string>): string[] {
  return [...evidence.services].filter((service) => !services.has(service)).sort();
}

function limitsOf(
  { evidence, requests, records, epochs }: Assessed,
  services: ReadonlySet<string>,
): Counted[] {
  const of = { local: 0, unattributed: 0, limited: 0, unrecognised: 0 };
  for (const { facts, calls, service } of evidence.nodes) {
    const isCovered = service !== undefined && services.has(service);
    // Of a service in scope it is a gap.
    if (!isCovered && facts.some(({ unrecognised }) => unrecognised)) of.unrecognised += 1;
    for (const { tool, limited } of facts) {
      const isProven = tool === 'unattributed' && calls.length > 0;
      if (tool !== undefined && !isProven) of[tool] += 1;
      if (limited) of.limited += 1;
    }
  }
  const withDetail = (detail: string) => countOf(records, ({ record }) => record.detail === detail);
  const isUncovered = ({ epoch, node }: Evidence['calls'][number]) =>
    epoch === undefined && (node.service === undefined || !services.has(node.service));
  return counted({
    arguments_not_captured: withDetail('arguments_not_captured'),
    arguments_truncated: withDetail('arguments_truncated'),
    calls_recorded_elsewhere: requests.recordedElsewhere,
    detached_calls: sum(epochs.map(({ checkpoint }) => checkpoint?.detached_calls ?? 0)),
    local_tool_spans: of.local,
    span_limits: of.limited,
    unattributed_tool_spans: of.unattributed,
    uncovered_calls: countOf(requests.requests, (calls) => calls.every(isUncovered)),
    unjoined_client_calls: requests.unjoinedClients.length,
    unjoined_server_calls: requests.unjoinedServers.length,
    unrecognised_mcp_spans: of.unrecognised,
  });
}

/** Loss leaves what was seen standing; it blocks every claim of absence. */
function claimsOf(
  { records, evidence }: Assessed,
  inScope: readonly EpochView[],
  isComplete: boolean,
  limits: readonly Counted[],
): Health['claims'] {
  const roots = inScope.filter(({ isRunRoot }) => isRunRoot);
  const isSpokenFor = evidence.nodes.every(
    (node) => !beginsRun(node) || roots.some((root) => speaksFor(root, node)),
  );
  const isWatched = roots.length > 0 && roots.every(watchesClients) && isSpokenFor;
  const isHidden = limits.some(({ code }) => HIDING.has(code));
  const mayClaim = isComplete && isWatched && !isHidden;
  const isKnown = records.every(({ record }) => record.classification === 'classified');
  return {
    no_tool_use: mayClaim && records.length === 0 ? 'allowed' : 'blocked',
    no_undeclared_tool_use: mayClaim && isKnown ? 'allowed' : 'blocked',
    observed_calls: 'allowed',
  };
}

/** Limits that may hide a call: none of its absence may be claimed. */
const HIDING: ReadonlySet<string> = new Set([
  'calls_recorded_elsewhere',
  'detached_calls',
  'unattributed_tool_spans',
  'uncovered_calls',
  'unrecognised_mcp_spans',
]);

/** A parentless span, or one with a remote parent that names a run; what carries a run's seal is neither. */
function beginsRun(node: SpanNode): boolean {
  const { parentId, facts } = node;
  return parentId === undefined ? facts.every(({ seals }) => seals === undefined) : namesRun(node);
}

function speaksFor({ epoch, checkpoint }: EpochView, { trace, span, facts }: SpanNode): boolean {
  const isNamed = checkpoint?.root === span || checkpoint?.run_root === span;
  return epoch.trace === trace && (isNamed || facts.some(({ emitter }) => emitter === epoch.emitter));
}

/** Client calls of the whole process were watched from no later than the epoch's beginning. */
function watchesClients({ checkpoint, attested }: EpochView): boolean {
  if (checkpoint === undefined) return false;
  return attested.some(
    ({ vantage, covers, since }) =>
      vantage === 'client' && covers === 'process' && compareNanos(since, checkpoint.from) <= 0,
  );
}

/** Calls that were recorded and not exported, and read where they were made: elsewhere they are missing. */
function readInProcess({ checkpoint }: EpochView): number {
  return checkpoint?.read_in_process === true ? checkpoint.not_sampled : 0;
}

/** Spans that somebody could not pass on. */
function lossesOf(marks: readonly Mark[], of: Loss['code']): number {
  const spans = sum(marks.map((mark) => (mark.mark === 'loss' && mark.code === of ? mark.n : 0)));
  return Math.min(spans, Number.MAX_SAFE_INTEGER);
}

/** What there is any of. */
function counted(counts: Readonly<Record<string, number>>): Counted[] {
  const found: Counted[] = [];
  for (const code in counts) {
    const count = counts[code] ?? 0;
    if (count > 0) found.push({ code, count });
  }
  return found;
}

function countOf<T>(all: readonly T[], isCounted: (one: T) => boolean): number {
  let count = 0;
  for (const one of all) if (isCounted(one)) count += 1;
  return count;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
