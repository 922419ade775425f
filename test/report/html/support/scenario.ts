import { BASELINE_SCHEMA, type Baseline } from '../../../../src/gate/baseline.ts';
import type { DeclaredSurface } from '../../../../src/gate/declared-surface.ts';
import { fingerprint } from '../../../../src/gate/fingerprint.ts';
import { type GateOptions, gate } from '../../../../src/gate/gate.ts';
import type { ObservedRecord, ObservedRun, ObservedSurface } from '../../../../src/gate/observed-run.ts';
import type { Report } from '../../../../src/report/report.ts';
import type { Health } from '../../../../src/run/health.ts';
import { INDEX_SCHEMA, type IndexDocument } from '../../../../src/run/index-document.ts';
import { declared, GITHUB, SLACK, WORKSPACE_ADMIN } from '../../../gate/declared.ts';
import { CALLS, healthOf, OUTCOMES, surfaceOf, TODAY, unknownTool } from '../../../gate/observed.ts';
import { HEALTH } from '../../../schema/health-documents.ts';

/** One report with something in every section: four runs against one declaration, judged by the real gate. */

type RunParts = { readonly id: string; readonly records: readonly ObservedRecord[] } & (
  | { readonly health?: undefined; readonly without: 'health' }
  | { readonly health?: Partial<Health>; readonly without?: undefined }
);

export interface Observed {
  readonly run: ObservedRun;
  readonly surface: ObservedSurface;
  readonly health: Health | undefined;
  readonly index: IndexDocument;
}

export function observed({ id, records, health, without }: RunParts): Observed {
  const surface = surfaceOf(...records);
  const document = without === 'health' ? undefined : healthOf(surface, { ...health, run_id: id });
  return {
    run: {
      lineRunId: id,
      surface,
      health: document === undefined ? { state: 'missing' } : { state: 'read', document },
    },
    surface,
    health: document,
    index: indexOf(id, records),
  };
}

/** Two spans for every call: the client's and the server's. */
function indexOf(id: string, records: readonly ObservedRecord[]): IndexDocument {
  return {
    schema: INDEX_SCHEMA,
    run_id: id,
    records: records.map((_, at) => ({
      trace_id: '0af7651916cd43dd8448eb211c80319c',
      span_ids: [hex16(2 * at + 1), hex16(2 * at + 2)],
      start_time_unix_nano: String(1_796_000_000_000_000_000n + BigInt(at) * 1_250_000_000n),
      duration_nano: String(42_100_000 + at),
      service: 'agent',
      vantage: 'client',
      emitter: '0123456789abcdef',
      record_digest: `sha256:${'0'.repeat(64)}`,
    })),
  };
}

function hex16(value: number): string {
  return (0xb7ad6b7100000000n + BigInt(value)).toString(16).padStart(16, '0');
}

const { github, incomplete, slack, workspace } = CALLS;
const lookup = unknownTool('tickets.lookup');
const webhook = unknownTool('create_webhook');
const restart = unknownTool('restart_job', { ...OUTCOMES.denied });
const toOtherRepo: ObservedRecord = {
  ...github,
  action: {
    ...github.action,
    target: { provider: 'github', owner: 'org', repo: 'Prod-Repo', key_title_hash: null, read_only: false },
  },
};

const DECLARED = declared(
  [
    GITHUB,
    SLACK,
    WORKSPACE_ADMIN,
    { ...WORKSPACE_ADMIN, id: 'workspace-eu', allowed_targets: [{ workspace_id: 'acme-eu' }] },
  ],
  {
    reviewed_tools: [
      { server: 'github', tool: 'tickets.lookup', reason: 'reads public tickets', until: '2027-06-30' },
    ],
    declared_credentials: { 'github-prod-admin': { scopes: ['repo:admin', 'conversations:members:write'] } },
    expected_services: ['agent', 'billing-agent'],
  },
);

const BASELINE: Baseline = {
  schema: BASELINE_SCHEMA,
  accepted: [
    {
      fingerprint: fingerprint('unclassified.denied', restart),
      reason: 'the scheduler retries, and the policy stops it',
      until: '2027-01-31',
    },
    { fingerprint: `sha256:${'1'.repeat(64)}`, reason: 'gone since' },
  ],
};

/** The same server, whose list of tools is another. */
const RELISTED = { ...github.server, declared_manifest_digest: `sha256:${'a'.repeat(64)}` };

const COMPLETE = observed({
  id: 'nightly-42',
  records: [
    { ...github, ...OUTCOMES.allowed, server: RELISTED },
    { ...github, ...OUTCOMES.undecided },
    { ...github, ...OUTCOMES.undecided },
    lookup,
    restart,
  ],
});

const PARTIAL = observed({
  id: 'nightly-43',
  records: [
    { ...toOtherRepo, ...OUTCOMES.undecided },
    { ...toOtherRepo, ...OUTCOMES.undecided },
    { ...incomplete, ...OUTCOMES.allowed },
    { ...slack, ...OUTCOMES.denied },
    { ...workspace, ...OUTCOMES.failed },
    webhook,
  ],
  health: { scope: HEALTH.partial.scope, coverage: HEALTH.partial.coverage, limits: HEALTH.partial.limits },
});

const SILENT = observed({ id: 'nightly-44', records: [], health: {} });
const WITHOUT_HEALTH = observed({ id: 'nightly-45', records: [lookup], without: 'health' });

const SCOPED = observed({
  id: 'nightly-46',
  records: [{ ...github, ...OUTCOMES.allowed }],
  health: { limits: [{ code: 'unattributed_tool_spans', count: 2 }] },
});
/** Without credentials, which give rise to findings of nearly every call. */
export const CALM = declared([GITHUB, SLACK]);

const RUNS: readonly Observed[] = [COMPLETE, PARTIAL, SILENT, WITHOUT_HEALTH];

/** The line of each action in the declared surface, as if each took seven. */
const lineOf = (index: number) => 3 + 7 * index;

export function reportOf(
  runs: readonly Observed[],
  options: Partial<GateOptions> = {},
  surface: DeclaredSurface = DECLARED,
): Report {
  const diff = gate(
    runs.map(({ run }) => run),
    surface,
    { today: TODAY, ...options },
  );
  return {
    diff,
    isJudged: true,
    declared: { file: 'ci/declared-surface.yaml', lineOf },
    runs: runs.map(({ surface, health, index }) => ({ surface, health, index })),
    version: '0.0.0-test',
  };
}

export const FULL: Report = reportOf(RUNS, { baseline: BASELINE, levels: { required_decision: 'warning' } });

/** Nothing is an error, and a part of what happened is accepted. */
export const PASSING: Report = reportOf([SCOPED], { acceptCoverage: 'scoped', expectServices: [] }, CALM);
