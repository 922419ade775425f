import { z } from 'zod';
import { CLASSIFIERS } from '../classify/registry.ts';
import {
  AUDIT_RECORD_SCHEMA,
  type AuditReading,
  type AuditSubject,
  type ProviderAuditRecord,
} from '../verify/audit-record.ts';
import { bindingDigest } from '../verify/subject.ts';
import { describeIssues } from './issues.ts';
import { expect, fieldsOf, isObject, type Refinement } from './refinement.ts';
import { digest, nonEmpty } from './shapes.ts';

/** Taken as it is, own `__proto__` key and all, since the digest is over it: `targetRules` looks at every key. */
const target = z.unknown().meta({
  type: 'object',
  minProperties: 1,
  additionalProperties: {
    anyOf: [
      { type: 'string' },
      { type: 'boolean' },
      { type: 'null' },
      { type: 'array', items: { type: 'string' }, minItems: 1 },
    ],
  },
});

const WellFormedSchema = z
  .looseObject({
    schema: z.literal(AUDIT_RECORD_SCHEMA),
    provider: nonEmpty,
    record_id: nonEmpty,
    subject: z
      .looseObject({ action_class: nonEmpty, verb: nonEmpty, target })
      .meta({ additionalProperties: false }),
    binding_digest: digest,
  })
  .superRefine(auditRules, { when: () => true });

/**
 * `assay.provider_audit_record.v0`: one entry of a provider's audit log. Keeps unknown fields of the document itself;
 * `subject` has no others, since its digest covers them and no call has them.
 */
export const AuditRecordSchema = WellFormedSchema.superRefine(digestRule, { when: () => true });

/**
 * Reads an audit record: all that is wrong with its form, at once. Whether it has its own digest is for `verify` to
 * say. The record is the document itself: what a parser made of it could have another digest.
 */
export function readAuditRecord(document: unknown): AuditReading {
  const { success, error } = WellFormedSchema.safeParse(document);
  if (success) return { record: document as ProviderAuditRecord };
  // Of a document that says it is another, nothing else is worth telling.
  const { schema } = fieldsOf(document);
  const isOther = typeof schema === 'string' && schema !== AUDIT_RECORD_SCHEMA;
  const issues = isOther ? error.issues.filter(({ path }) => path[0] === 'schema') : error.issues;
  return { problems: describeIssues(document, issues), document };
}

const SUBJECT = ['action_class', 'verb', 'target'];

/** Names that may be shown; any other key may be a value. */
const FIELDS = new Set(CLASSIFIERS.flatMap(({ fields }) => fields.map(({ key }) => key)));

function auditRules(value: unknown, context: Refinement): void {
  const { provider, record_id, subject } = fieldsOf(value);
  textRule(provider, ['provider'], context);
  textRule(record_id, ['record_id'], context);
  if (!isObject(subject)) return;
  textRule(subject.action_class, ['subject', 'action_class'], context);
  textRule(subject.verb, ['subject', 'verb'], context);
  const hasOthers = Object.keys(subject).some((key) => !SUBJECT.includes(key));
  const keys = SUBJECT.map((key) => `\`${key}\``).join(', ');
  expect(context, !hasOthers, ['subject'], `an object of ${keys} alone`, 'one with another key');
  targetRules(subject.target, context);
}

function targetRules(value: unknown, context: Refinement): void {
  const path = ['subject', 'target'];
  const expectation = 'an object with at least one field that is not null';
  const isSome = isObject(value) && Object.values(value).some((field) => field !== null);
  expect(context, isSome, path, expectation, isObject(value) ? 'one without' : undefined);
  if (!isObject(value)) return;
  for (const [key, field] of Object.entries(value)) {
    if (field === null || typeof field === 'boolean' || isText(field) || isTexts(field)) continue;
    const isShown = FIELDS.has(key);
    const at = isShown ? [...path, key] : path;
    const what = isShown ? VALUE : `an object whose every field is ${VALUE}`;
    expect(context, false, at, what, isShown ? undefined : 'one with another value');
  }
}

const VALUE = 'a string of whole characters that is not empty, a list of those, a boolean or null';

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.isWellFormed();
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isText);
}

/** RFC 8785 has no form for half a character. What is no string at all is told by its type. */
function textRule(value: unknown, path: readonly string[], context: Refinement): void {
  const isWhole = typeof value !== 'string' || value.isWellFormed();
  expect(context, isWhole, path, 'a string of whole characters', 'one with half a surrogate pair');
}

function digestRule(value: unknown, context: Refinement): void {
  const { subject, binding_digest: said } = fieldsOf(value);
  if (!digest.safeParse(said).success || !isWellFormed(value)) return;
  const isOwn = (said as string).toLowerCase() === bindingDigest(subject as AuditSubject);
  expect(context, isOwn, ['binding_digest'], 'the digest of the RFC 8785 form of `subject`', 'another');
}

function isWellFormed(value: unknown): boolean {
  return WellFormedSchema.safeParse(value).success;
}
