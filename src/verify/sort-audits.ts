import { canonicalJson } from '../decision/canonical-json.ts';
import { idLabel, label } from '../redact/label.ts';
import type { AuditInput, AuditSubject, ProviderAuditRecord } from './audit-record.ts';
import { bindingKey, grouped, inCodeUnits, kindKey } from './keys.ts';
import { bindingDigest, presentSubject } from './subject.ts';
import type { AuditReference, MalformedAudit } from './tool-verification.ts';

/** An audit record that may vouch for one call. */
export interface Audit {
  readonly reference: AuditReference;
  readonly provider: string;
  /** Without what it says to be null. */
  readonly subject: AuditSubject;
  readonly binding: string;
  readonly kind: string;
}

export interface SortedAudits {
  /** Each effect once, by provider and id. */
  readonly audits: readonly Audit[];
  readonly malformed: readonly MalformedAudit[];
}

/**
 * Parts what may vouch from what may not: what is not well formed, and what does not have its own digest. One id at
 * one provider is one effect; given with several subjects it could vouch for any of them, so it vouches for none.
 */
export function sortAudits(inputs: readonly AuditInput[]): SortedAudits {
  const malformed: MalformedAudit[] = [];
  const intact: Intact[] = [];
  for (const { source, reading } of inputs) {
    if ('problems' in reading) {
      const { problems } = reading;
      malformed.push({ source, record_id: null, reason: 'not_well_formed', problems });
    } else if (reading.record.binding_digest.toLowerCase() !== bindingDigest(reading.record.subject)) {
      malformed.push(refused('digest_differs', source, reading.record));
    } else intact.push(intactOf(source, reading.record));
  }
  const audits: Audit[] = [];
  const byId = [...grouped(intact, ({ id }) => id)].sort(([one], [other]) => inCodeUnits(one, other));
  for (const [, copies] of byId) {
    const [first] = copies;
    if (copies.every(({ binding }) => binding === first.binding)) {
      audits.push(auditOf(first, copies));
    } else {
      malformed.push(...copies.map(({ source, record }) => refused('record_id_reused', source, record)));
    }
  }
  return { audits, malformed: malformed.sort(inSourceOrder) };
}

interface Intact {
  readonly source: string;
  readonly record: ProviderAuditRecord;
  readonly subject: AuditSubject;
  readonly id: string;
  readonly binding: string;
}

function intactOf(source: string, record: ProviderAuditRecord): Intact {
  const { provider, record_id } = record;
  const subject = presentSubject(record.subject);
  const id = canonicalJson([provider, record_id]);
  return { source, record, subject, id, binding: bindingKey(provider, subject) };
}

function auditOf({ record, subject, binding }: Intact, copies: readonly Intact[]): Audit {
  const { provider, record_id } = record;
  const { action_class, verb } = subject;
  const reference = {
    provider: label(provider).value,
    record_id: idLabel(record_id),
    action_class: label(action_class).value,
    verb: label(verb).value,
    subject_digest: bindingDigest(subject),
    sources: copies.map(({ source }) => source).sort(inCodeUnits),
  };
  return { reference, provider, subject, binding, kind: kindKey(provider, action_class, verb) };
}

const PROBLEMS = {
  digest_differs: {
    path: 'binding_digest',
    message:
      'Expected `binding_digest` to be the digest of the RFC 8785 form of `subject`, got another; one of the two was changed after it was written',
  },
  record_id_reused: {
    path: 'record_id',
    message:
      'Expected `record_id` to name one effect, got one with several subjects; give each effect an id of its own',
  },
} as const;

function refused(
  reason: keyof typeof PROBLEMS,
  source: string,
  { record_id }: ProviderAuditRecord,
): MalformedAudit {
  return { source, record_id: idLabel(record_id), reason, problems: [PROBLEMS[reason]] };
}

function inSourceOrder(one: MalformedAudit, other: MalformedAudit): number {
  return inCodeUnits(one.source, other.source) || inCodeUnits(canonicalJson(one), canonicalJson(other));
}
