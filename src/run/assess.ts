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
import { type Mark, orphans } from './mark.ts';

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
  const services = new Set(inScope.flatMap(({ epoch }) => [...epoch.services]));
  const { gaps, noted } = gapsOf({
    evidence,
    requests,
    epochs,
    services,
    run,
    orphans: orphans(assessed.marks),
  });
  const emitters = inScope.flatMap(scopeEntry);
  const state = emitters.length === 0 ? 'unknown' : gaps.length === 0 ? 'complete' : 'partial';
  const limits = limitsOf(assessed, services);
  const unknown = records.filter(({ record }) => record.classification === 'observed_unknown_tool').length;
  return {
    claims: claimsOf(assessed, inScope, state === 'complete', limits),
    classifier_version: classifierVersions(assessed, epochs),
    coverage: {
      emitters: inScope.map(emitterCoverage),
      gaps,
      notes: [
        ...noted.map(({ code, count }) => ({ code, count })),
        ...lossesOf(assessed.marks),
        ...counted('not_sampled', sum(epochs.map(readInProcess))),
        ...counted('hook_not_called', sum(epochs.map(({ checkpoint }) => checkpoint?.hooks_missed ?? 0))),
      ],
      state,
    },
    limits,
    non_claims: HEALTH_NON_CLAIMS,
    policy_decisions_observed: records.filter(({ record }) => record.decision.source !== 'none').length,
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

function scopeEntry({ epoch, checkpoint, final, attested, isRunRoot }: EpochView): ScopeEntry[] {
  if (checkpoint === undefined) return [];
  return [
    {
      attested: attested.map(({ covers, scope, since, vantage }) => ({ covers, scope, since, vantage })),
      emitter: epoch.emitter,
      epoch: epoch.epoch,
      from: checkpoint.from,
      run_root: isRunRoot,
      service: [...epoch.services].sort()[0] ?? null,
      trace: epoch.trace,
      until: (final ?? checkpoint).until,
    },
  ];
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

function classifierVersions({ evidence }: Assessed, epochs: readonly EpochView[]): string[] {
  const versions = new Set(epochs.flatMap(({ checkpoint }) => checkpoint?.classifier_version ?? []));
  for (const { fact } of evidence.calls) {
    for (const version of fact.classifiers ?? [CLASSIFIER_VERSION]) versions.add(version);
  }
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

function uncoveredServices({ nodes }: Evidence, services: ReadonlySet<string>): string[] {
  const uncovered = new Set<string>();
  for (const { service } of nodes)
    if (service !== undefined && !services.has(service)) uncovered.add(service);
  return [...uncovered].sort();
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
  const withDetail = (detail: string) => records.filter(({ record }) => record.detail === detail).length;
  const isUncovered = ({ epoch, node }: Evidence['calls'][number]) =>
    epoch === undefined && (node.service === undefined || !services.has(node.service));
  return [
    ...counted('arguments_not_captured', withDetail('arguments_not_captured')),
    ...counted('arguments_truncated', withDetail('arguments_truncated')),
    ...counted('detached_calls', sum(epochs.map(({ checkpoint }) => checkpoint?.detached_calls ?? 0))),
    ...counted('local_tool_spans', of.local),
    ...counted('span_limits', of.limited),
    ...counted('unattributed_tool_spans', of.unattributed),
    ...counted('uncovered_calls', requests.requests.filter((calls) => calls.every(isUncovered)).length),
    ...counted('unjoined_client_calls', requests.unjoinedClients.length),
    ...counted('unjoined_server_calls', requests.unjoinedServers.length),
    ...counted('unrecognised_mcp_spans', of.unrecognised),
  ];
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
  const mayClaim = isComplete && isWatched && !limits.some(({ code }) => HIDING.has(code));
  const isKnown = records.every(({ record }) => record.classification === 'classified');
  return {
    no_tool_use: mayClaim && records.length === 0 ? 'allowed' : 'blocked',
    no_undeclared_tool_use: mayClaim && isKnown ? 'allowed' : 'blocked',
    observed_calls: 'allowed',
  };
}

/** Limits that may hide a call: none of its absence may be claimed. */
const HIDING: ReadonlySet<string> = new Set([
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
      vantage === 'client' && covers === 'process' && BigInt(since) <= BigInt(checkpoint.from),
  );
}

/** Calls that were recorded and not exported, and read where they were made: elsewhere they are missing. */
function readInProcess({ checkpoint }: EpochView): number {
  return checkpoint?.read_in_process === true ? checkpoint.not_sampled : 0;
}

/** Spans that somebody could not pass on, by code. */
function lossesOf(marks: readonly Mark[]): Counted[] {
  const losses = marks.filter((mark) => mark.mark === 'loss');
  const codes = ['export_failed', 'rejected'] as const;
  return codes.flatMap((of) => {
    const spans = sum(losses.filter(({ code }) => code === of).map(({ n }) => n));
    return counted(of, Math.min(spans, Number.MAX_SAFE_INTEGER));
  });
}

function counted(code: string, count: number): Counted[] {
  return count > 0 ? [{ code, count }] : [];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
