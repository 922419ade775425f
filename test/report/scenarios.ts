import { readFileSync } from 'node:fs';
import { compileClassifiers } from '../../src/classify/compile.ts';
import { CLASSIFIERS } from '../../src/classify/registry.ts';
import { ruleSet } from '../../src/classify/rule-set.ts';
import { BASELINE_SCHEMA } from '../../src/gate/baseline.ts';
import type { DeclaredSurface } from '../../src/gate/declared-surface.ts';
import { fingerprint } from '../../src/gate/fingerprint.ts';
import { type GateOptions, gate } from '../../src/gate/gate.ts';
import type { ObservedRecord, ObservedRun } from '../../src/gate/observed-run.ts';
import type { DeclaredFile, Report } from '../../src/report/report.ts';
import type { Health } from '../../src/run/health.ts';
import { INDEX_SCHEMA, type IndexDocument } from '../../src/run/index-document.ts';
import { readDeclaredSurface } from '../../src/schema/declared-reading.ts';
import {
  ALICE,
  CALLS,
  CHANNEL,
  healthOf,
  OUTCOMES,
  surfaceOf,
  TITLE,
  TODAY,
  unknownTool,
  WORKSPACE,
} from '../gate/observed.ts';
import { HEALTH } from '../schema/health-documents.ts';

/** Reports as the command makes them, one for each thing that a gate can say. */

const FILE = 'fixtures/declared/declared_prod_allowlist.json';

function declaredFixture(): { readonly surface: DeclaredSurface; readonly file: DeclaredFile } {
  const text = readFileSync(new URL(`../../${FILE}`, import.meta.url), 'utf8');
  const reading = readDeclaredSurface(text, CLASSIFIERS);
  if ('errors' in reading) throw new Error(`Expected ${FILE} to be valid`);
  const lineOf = (index: number) => reading.positionOf(['declared_tool_actions', index]).line;
  return { surface: reading.document, file: { file: FILE, lineOf } };
}

export const DECLARED = declaredFixture();

interface Given {
  readonly runs: readonly ObservedRun[];
  readonly declared?: Partial<DeclaredSurface>;
  readonly options?: Partial<GateOptions>;
  readonly report?: Partial<Report>;
}

/** What a gate says of some runs, with all that stands beside it. */
export function reportOf({ runs, declared, options, report }: Given): Report {
  const diff = gate(runs, { ...DECLARED.surface, ...declared }, { today: TODAY, ...options });
  return {
    diff,
    isJudged: true,
    declared: DECLARED.file,
    runs: runs.map(({ surface, health }, at) => ({
      surface,
      health: health.state === 'read' ? health.document : undefined,
      index: surface && indexOf(diff.runs[at]?.run_id ?? '', surface.observed_tool_decisions),
    })),
    version: '1.2.3',
    ...report,
  };
}

function indexOf(runId: string, records: readonly ObservedRecord[]): IndexDocument {
  const entries = records.map((_, at) => ({
    trace_id: '0af7651916cd43dd8448eb211c80319c',
    span_ids: [`b7ad6b716920${String(at).padStart(4, '0')}`],
    start_time_unix_nano: `179600000000000${String(at).padStart(4, '0')}`,
    duration_nano: '1000000',
    service: 'agent',
    vantage: 'client' as const,
    emitter: '0123456789abcdef',
    record_digest: `sha256:${'0'.repeat(64)}`,
  }));
  return { schema: INDEX_SCHEMA, run_id: runId, records: entries };
}

/** A run with its health; complete unless `changes` say otherwise. */
export function runOf(
  id: string,
  records: readonly ObservedRecord[],
  changes: Partial<Health> = {},
): ObservedRun {
  const surface = surfaceOf(...records);
  const document = healthOf(surface, { run_id: id, ...changes });
  return { lineRunId: id, surface, health: { state: 'read', document } };
}

const { partial } = HEALTH;
const PARTIAL = { coverage: partial.coverage, limits: partial.limits, claims: partial.claims };

type Target = NonNullable<ObservedRecord['action']['target']>;

const target = (record: ObservedRecord, fields: Target): ObservedRecord => ({
  ...record,
  action: { ...record.action, target: fields },
});

const github = { ...CALLS.github, ...OUTCOMES.allowed };
const undecided = { ...github, ...OUTCOMES.undecided };
const inTeam: Target = {
  provider: 'slack',
  workspace_id_hash: WORKSPACE,
  channel_id_hash: CHANNEL,
  principal_hash: ALICE,
};
const slack = target({ ...CALLS.slack, ...OUTCOMES.allowed }, inTeam);
const otherRepo = target(undecided, {
  provider: 'github',
  owner: 'org',
  repo: 'Prod-Repo',
  key_title_hash: TITLE,
  read_only: false,
});
const OTHER_SERVER = { id: 'slack', transport: 'mcp' } as const;

/** A call to a server that listed a manifest with such a digest. */
export const listing = (record: ObservedRecord, digit: string): ObservedRecord => ({
  ...record,
  server: { ...record.server, declared_manifest_digest: `sha256:${digit.repeat(64)}` },
});

/** Of a category that nobody here has the file of. */
const opaque: ObservedRecord = {
  ...github,
  tool: { name: 'crm.run_export', category: 'crm/export' },
  reason_code: 'classified_crm/export',
  action: {
    class: 'opaque_execution',
    verb: 'run',
    resource_type: 'export',
    required_scope: null,
    target: { provider: 'crm', region: 'eu', label_hashes: [ALICE, TITLE] },
  },
};

/** Of the server `crm-mcp`. */
const EXPORTS = ruleSet(
  compileClassifiers({
    servers: ['crm-mcp'],
    categories: [
      {
        id: 'crm/export',
        provider: 'crm',
        class: 'opaque_execution',
        resource_type: 'export',
        required_scope: null,
        tools: { run_export: 'run', delete_export: 'delete' },
        fields: [],
        required: [],
      },
    ],
  }),
  [`crm@sha256:${'0'.repeat(64)}`],
);

const lookup = unknownTool('lookup');
const webhook = unknownTool('github.create_webhook');

const calls: readonly ObservedRecord[] = [
  github,
  otherRepo,
  otherRepo,
  target({ ...slack, ...OUTCOMES.denied }, { ...inTeam, workspace_id_hash: ALICE }),
  { ...CALLS.incomplete, ...OUTCOMES.undecided },
  { ...github, ...OUTCOMES['denied without enforcement'] },
  { ...github, ...OUTCOMES.denied },
  { ...slack, ...OUTCOMES.failed },
  { ...CALLS.redactionFailed, ...OUTCOMES.undecided },
  { ...undecided, redaction: { ...undecided.redaction, credential_alias: 'someone' } },
  lookup,
  webhook,
];

const accepted = (row: 'new_privileged_tool_action' | 'unclassified.high_risk', record: ObservedRecord) => ({
  fingerprint: fingerprint(row, record),
  reason: 'known since the audit',
  until: '2027-03-31',
});

export const SCENARIOS: Readonly<Record<string, Report>> = {
  pass: reportOf({ runs: [runOf('job', [github, github, undecided, slack])] }),
  'pass-partial': reportOf({
    runs: [runOf('job', [github, slack], PARTIAL)],
    options: { acceptCoverage: 'partial' },
  }),
  fail: reportOf({
    runs: [runOf('nightly', [github]), runOf('job', calls, PARTIAL)],
    declared: {
      declared_credentials: { 'github-prod-admin': { scopes: ['repo:admin'] }, other: { scopes: [] } },
      expected_services: ['billing'],
    },
    options: { expectRuns: ['weekly'], levels: { 'attempted.declared': 'note' } },
  }),
  inconclusive: reportOf({
    runs: [
      runOf('job', [lookup, { ...CALLS.incomplete, ...OUTCOMES.allowed }]),
      { stem: 'other', surface: surfaceOf(github), health: { state: 'missing' } },
    ],
  }),
  empty: reportOf({ runs: [] }),
  'no-calls': reportOf({ runs: [runOf('job', [])] }),
  accepted: reportOf({
    runs: [runOf('job', [otherRepo, webhook, lookup, lookup])],
    declared: {
      reviewed_tools: [
        { server: 'github', tool: 'lookup', reason: 'reads a public index', until: '2027-01-31' },
      ],
    },
    options: {
      baseline: {
        schema: BASELINE_SCHEMA,
        accepted: [
          accepted('new_privileged_tool_action', otherRepo),
          accepted('unclassified.high_risk', webhook),
          { fingerprint: `sha256:${'0'.repeat(64)}`, reason: 'gone' },
        ],
      },
    },
  }),
  manifests: reportOf({
    runs: [
      runOf('after', [listing(github, 'b')]),
      runOf('before', [listing(github, 'a'), listing({ ...slack, server: OTHER_SERVER }, 'c')]),
      runOf('during', [listing(github, 'a'), listing(github, 'b'), { ...slack, server: OTHER_SERVER }]),
    ],
  }),
  classifiers: reportOf({
    runs: [
      runOf('as-here', [github]),
      runOf('with-more', [opaque], {
        classifier_version: ['assay.classifiers.v0', `crm@sha256:${'0'.repeat(64)}`],
      }),
    ],
  }),
  silent: reportOf({
    runs: [
      runOf('job', [
        { ...unknownTool('crm.run_export'), server: { id: 'crm-mcp', transport: 'mcp' } },
        { ...unknownTool('run_export'), server: { id: "my crm's", transport: 'mcp' } },
        { ...unknownTool('run_export'), server: { id: 'my-crm', transport: 'mcp' } },
        { ...unknownTool('delete_export'), server: { id: 'my-crm', transport: 'mcp' } },
        { ...opaque, tool: { ...opaque.tool, category: 'crm/import' }, reason_code: 'classified_crm/import' },
      ]),
    ],
    options: { classifiers: EXPORTS },
    declared: {
      declared_tool_actions: [
        ...DECLARED.surface.declared_tool_actions,
        {
          id: 'crm.import',
          provider: 'crm',
          action_class: 'crm/import',
          allowed_targets: [],
          allowed_effects: ['allow'],
        },
      ],
    },
  }),
  compared: reportOf({ runs: [runOf('job', [otherRepo, slack])], report: { isJudged: false } }),
};
