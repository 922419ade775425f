import { canonicalJson } from '../../src/decision/canonical-json.ts';
import { digestOf } from '../../src/decision/codec.ts';
import { NON_CLAIMS, SURFACE_SCHEMA } from '../../src/decision/record.ts';
import type { ObservedRecord, ObservedRun, ObservedSurface } from '../../src/gate/observed-run.ts';
import { targetHash } from '../../src/redact/target-hash.ts';
import type { Health } from '../../src/run/health.ts';
import { HEALTH } from '../schema/health-documents.ts';
import { RECORDS } from '../schema/records.ts';

/** Records and runs as they are observed; tests change one thing at a time. */

export const TODAY = '2026-12-01';
export const ALICE = targetHash('slack_principal', 'alice@example.com');
export const WORKSPACE = targetHash('slack_workspace', 'T0123');
export const CHANNEL = targetHash('slack_channel', 'C0123');
export const ACME = targetHash('workspace', 'acme');
const BOB = targetHash('workspace_principal', 'bob@example.com');
export const TITLE = targetHash('github_key_title', 'ci-key');

const DECIDED = { source: 'my-gateway', rule_id: null } as const;

/** What a policy layer said and what became of the call. */
export const OUTCOMES = {
  allowed: outcome({ effect: 'allow', enforced: true }, 'success'),
  undecided: {
    decision: { effect: 'allow', source: 'none', rule_id: null, enforced: false },
    response: { status: 'success' },
  },
  denied: outcome({ effect: 'deny', enforced: true }, 'blocked'),
  'denied without enforcement': outcome({ effect: 'deny', enforced: false }, 'unknown'),
  'denied with a result': outcome({ effect: 'deny', enforced: true }, 'success'),
  'denied by nobody': {
    decision: { effect: 'deny', source: 'none', rule_id: null, enforced: true },
    response: { status: 'unknown' },
  },
  'denied, and verified': {
    ...outcome({ effect: 'deny', enforced: true }, 'timeout'),
    response: { status: 'timeout', side_effect_verified: true },
  },
  'denied, and confirmed in words': {
    ...outcome({ effect: 'deny', enforced: true }, 'blocked'),
    response: {
      status: 'blocked',
      side_effect_verified: false,
      side_effect: { level: 'Observed-Confirmed' },
    },
  },
  'denied, and asserted in words': {
    ...outcome({ effect: 'deny', enforced: true }, 'blocked'),
    response: { status: 'blocked', side_effect_verified: false, side_effect: { level: 'asserted' } },
  },
  failed: outcome({ effect: 'error', enforced: true }, 'error'),
  'failed without a source': {
    decision: { effect: 'error', source: 'none', rule_id: null, enforced: false },
    response: { status: 'error' },
  },
  'failed with a result': outcome({ effect: 'error', enforced: false }, 'success'),
} as const satisfies Readonly<Record<string, Outcome>>;

export type Outcome = Pick<ObservedRecord, 'decision' | 'response'>;

function outcome(
  decision: Pick<ObservedRecord['decision'], 'effect' | 'enforced'>,
  status: ObservedRecord['response']['status'],
): Outcome {
  return { decision: { ...DECIDED, ...decision }, response: { status } };
}

type Target = NonNullable<ObservedRecord['action']['target']>;

const targeted = (record: ObservedRecord, target: Target): ObservedRecord => ({
  ...record,
  action: { ...record.action, target },
});

/** One call for each kind of record that the gate tells apart. */
export const CALLS = {
  github: targeted(RECORDS.github, {
    provider: 'github',
    owner: 'org',
    repo: 'prod-repo',
    key_title_hash: TITLE,
    read_only: false,
  }),
  incomplete: targeted(RECORDS.githubIncomplete, { provider: 'github', owner: 'org' }),
  slack: targeted(RECORDS.slack, {
    provider: 'slack',
    workspace_id_hash: WORKSPACE,
    channel_id_hash: null,
    principal_hash: ALICE,
  }),
  workspace: targeted(RECORDS.workspace, {
    provider: 'workspace',
    workspace_id_hash: ACME,
    principal_hash: BOB,
    role: 'admin',
  }),
  redactionFailed: targeted(RECORDS.redactionFailed, { provider: 'workspace', principal_hash: BOB }),
  unknown: RECORDS.unknown,
} as const satisfies Readonly<Record<string, ObservedRecord>>;

/** A tool that no classifier knows. */
export function unknownTool(name: string, changes: Partial<ObservedRecord> = {}): ObservedRecord {
  return { ...CALLS.unknown, tool: { name, category: null }, ...changes };
}

export function surfaceOf(
  ...records: readonly ObservedRecord[]
): ObservedSurface & { readonly non_claims: readonly string[] } {
  return { schema: SURFACE_SCHEMA, observed_tool_decisions: records, non_claims: NON_CLAIMS };
}

/** The health of a surface, `changes` aside: it belongs to the surface and is complete. */
export function healthOf(surface: ObservedSurface, changes: Partial<Health> = {}): Health {
  const records = surface.observed_tool_decisions;
  const unknown = records.filter(({ classification }) => classification === 'observed_unknown_tool').length;
  const isClean = records.every(({ classification }) => classification === 'classified');
  return {
    ...HEALTH.complete,
    tool_calls_observed: records.length,
    unknown_tool_count: unknown,
    claims: {
      observed_calls: 'allowed',
      no_tool_use: records.length === 0 ? 'allowed' : 'blocked',
      no_undeclared_tool_use: isClean ? 'allowed' : 'blocked',
    },
    surface_digest: digestOf(canonicalJson(surface)),
    ...changes,
  };
}

/** A run that was observed completely. */
export function runOf(...records: readonly ObservedRecord[]): ObservedRun {
  const surface = surfaceOf(...records);
  return { lineRunId: 'job', surface, health: { state: 'read', document: healthOf(surface) } };
}
