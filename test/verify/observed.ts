import { type DecisionRecord, NON_CLAIMS, SURFACE_SCHEMA } from '../../src/decision/record.ts';
import { targetHash } from '../../src/redact/target-hash.ts';
import {
  AUDIT_RECORD_SCHEMA,
  type AuditInput,
  type AuditSubject,
  type AuditTarget,
  type ProviderAuditRecord,
} from '../../src/verify/audit-record.ts';
import { bindingDigest } from '../../src/verify/subject.ts';
import type { VerifiableRecord, VerifiableRun } from '../../src/verify/verifiable-run.ts';
import { RECORDS } from '../schema/records.ts';

/** Calls and audit records; tests change one thing at a time. */

const TITLE = targetHash('github_key_title', 'ci-key');
export const ALICE = targetHash('slack_principal', 'alice@example.com');
export const CHANNEL = targetHash('slack_channel', 'C0123');
const TEAM = targetHash('slack_workspace', 'T0123');
const ACME = targetHash('workspace', 'acme');
const BOB = targetHash('workspace_principal', 'bob@example.com');

type Effect = 'allow' | 'deny' | 'error';
type Status = DecisionRecord['response']['status'];

/** A record with another decision and answer, valid as a whole. */
export function became(record: VerifiableRecord, effect: Effect, status: Status): VerifiableRecord {
  const decision = { effect, source: 'my-gateway', rule_id: null, enforced: true };
  const side_effect_asserted = effect === 'allow' && status === 'success';
  return { ...record, decision, response: { status, side_effect_asserted, side_effect_verified: false } };
}

type Target = NonNullable<VerifiableRecord['action']['target']>;

export function targeted(record: VerifiableRecord, target: Target): VerifiableRecord {
  return { ...record, action: { ...record.action, target } };
}

const DEPLOY_KEY = { provider: 'github', owner: 'org', repo: 'prod-repo', key_title_hash: TITLE };
const INVITE = { provider: 'slack', workspace_id_hash: TEAM, channel_id_hash: null, principal_hash: ALICE };
const GRANT = { provider: 'workspace', workspace_id_hash: ACME, principal_hash: BOB, role: 'admin' };

/** One asserted call of each category, and of each state in which there is nothing to compare. */
export const CALLS = {
  github: became(targeted(RECORDS.github, { ...DEPLOY_KEY, read_only: false }), 'allow', 'success'),
  untitled: became(
    targeted(RECORDS.github, { provider: 'github', owner: 'org', repo: 'prod-repo' }),
    'allow',
    'success',
  ),
  slack: became(targeted(RECORDS.slack, INVITE), 'allow', 'success'),
  workspace: became(targeted(RECORDS.workspace, GRANT), 'allow', 'success'),
  incomplete: became(RECORDS.githubIncomplete, 'allow', 'success'),
  redactionFailed: became(RECORDS.redactionFailed, 'allow', 'success'),
  unknown: became(RECORDS.unknown, 'allow', 'success'),
} as const satisfies Readonly<Record<string, VerifiableRecord>>;

export function runOf(runId: string | null, ...records: readonly VerifiableRecord[]): VerifiableRun {
  const surface = {
    schema: SURFACE_SCHEMA,
    observed_tool_decisions: records,
    non_claims: NON_CLAIMS,
  } as const;
  return { runId, surface };
}

const fields = ({ provider: _, ...rest }: Target): AuditTarget =>
  Object.fromEntries(Object.entries(rest).filter(([key, value]) => key !== 'read_only' && value !== null));

/** Subjects as a provider's export states them. */
export const SUBJECTS = {
  github: { action_class: 'github_deploy_key', verb: 'create', target: fields(DEPLOY_KEY) },
  untitled: {
    action_class: 'github_deploy_key',
    verb: 'create',
    target: { owner: 'org', repo: 'prod-repo' },
  },
  slack: { action_class: 'workspace_member', verb: 'add', target: fields(INVITE) },
  workspace: { action_class: 'workspace_role', verb: 'grant', target: fields(GRANT) },
} as const satisfies Readonly<Record<string, AuditSubject>>;

const PROVIDERS: Readonly<Record<string, string>> = {
  github_deploy_key: 'github',
  workspace_member: 'slack',
  workspace_role: 'workspace',
};

/** An audit record that is intact, of the provider of its class. */
export function auditOf(
  recordId: string,
  subject: AuditSubject,
  changes: Partial<ProviderAuditRecord> = {},
): ProviderAuditRecord {
  return {
    schema: AUDIT_RECORD_SCHEMA,
    provider: PROVIDERS[subject.action_class] ?? 'other',
    record_id: recordId,
    subject,
    binding_digest: bindingDigest(subject),
    ...changes,
  };
}

/** As they came in, each from a place of its own. */
export function given(...records: readonly ProviderAuditRecord[]): AuditInput[] {
  return records.map((record, index) => ({ source: `audit.ndjson:${index + 1}`, reading: { record } }));
}
