import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AuditRecordSchema, readAuditRecord } from '../../src/schema/audit-record.ts';
import type { ProviderAuditRecord } from '../../src/verify/audit-record.ts';
import { bindingDigest } from '../../src/verify/subject.ts';
import { auditOf, SUBJECTS } from '../verify/observed.ts';

const FIXTURES = new URL('../../fixtures/verify/', import.meta.url);
const RECORD = auditOf('1', SUBJECTS.github);
const HALF = '\ud800';

/** A record that is intact but for what is put into its target. */
function withTarget(target: unknown): unknown {
  const subject = { ...RECORD.subject, target } as ProviderAuditRecord['subject'];
  return { ...RECORD, subject, binding_digest: bindingDigest(subject) };
}

function messages(document: unknown): readonly string[] {
  const reading = readAuditRecord(document);
  return 'problems' in reading ? reading.problems.map(({ message }) => message) : [];
}

const paths = (document: unknown) =>
  AuditRecordSchema.safeParse(document).error?.issues.map(({ path }) => path.join('.')) ?? [];

describe('a well-formed audit record', () => {
  it.each<[string, unknown]>([
    ['as it is', RECORD],
    ['of a class that nobody knows', auditOf('1', { action_class: 'a', verb: 'b', target: { c: 'd' } })],
    ['with null and a boolean in its target', withTarget({ owner: 'org', repo: null, read_only: true })],
    ['with a key that is no name', withTarget(JSON.parse('{"__proto__":"a"}'))],
    ['with unknown fields', { ...RECORD, non_claims: ['a'], later: { deep: [1] } }],
    [
      'with its digest in capitals',
      { ...RECORD, binding_digest: `sha256:${RECORD.binding_digest.slice(7).toUpperCase()}` },
    ],
  ])('%s', (_title, document) => {
    const reading = readAuditRecord(document);
    expect('record' in reading && reading.record).toBe(document);
    expect(paths(document)).toEqual([]);
  });
});

describe('an audit record that is not well formed', () => {
  it.each<[string, unknown, readonly string[]]>([
    ['null', null, ['Expected the document to be an object, got null']],
    ['a list', [RECORD], ['Expected the document to be an object, got an array']],
    [
      'another document',
      { schema: 'assay.tool_decision_surface.v0', provider: 1 },
      ['Expected `schema` to be "assay.provider_audit_record.v0", got "assay.tool_decision_surface.v0"'],
    ],
    [
      'everything at once',
      { provider: '', record_id: 7, subject: { verb: null, target: [] }, binding_digest: 'md5:00' },
      [
        'Expected `schema` to be "assay.provider_audit_record.v0", got nothing',
        'Expected `provider` to be a string that is not empty, got an empty string',
        'Expected `record_id` to be a string, got a number',
        'Expected `subject.action_class` to be a string, got nothing',
        'Expected `subject.verb` to be a string, got null',
        'Expected `binding_digest` to be "sha256:" and hex digits, got another string',
        'Expected `subject.target` to be an object with at least one field that is not null, got an array',
      ],
    ],
    ['no subject', { ...RECORD, subject: undefined }, ['Expected `subject` to be an object, got nothing']],
    [
      'a subject that says more',
      { ...RECORD, subject: { ...RECORD.subject, at: 'noon' } },
      [
        'Expected `subject` to be an object of `action_class`, `verb`, `target` alone, got one with another key',
      ],
    ],
    [
      'no target',
      withTarget(undefined),
      ['Expected `subject.target` to be an object with at least one field that is not null, got nothing'],
    ],
    [
      'an empty target',
      withTarget({}),
      ['Expected `subject.target` to be an object with at least one field that is not null, got one without'],
    ],
    [
      'a target of null alone',
      withTarget({ owner: null }),
      ['Expected `subject.target` to be an object with at least one field that is not null, got one without'],
    ],
    [
      'a field of another type, and an empty one',
      withTarget({ owner: 7, repo: '' }),
      [
        'Expected `subject.target.owner` to be a string of whole characters that is not empty, a list of those, a boolean or null, got a number',
        'Expected `subject.target.repo` to be a string of whole characters that is not empty, a list of those, a boolean or null, got an empty string',
      ],
    ],
    [
      'an object under a key that is not ours, which is not shown',
      withTarget({ owner: 'org', 'alice@example.com': {} }),
      [
        'Expected `subject.target` to be an object whose every field is a string of whole characters that is not empty, a list of those, a boolean or null, got one with another value',
      ],
    ],
    [
      'half a character',
      { ...RECORD, record_id: HALF, subject: { ...RECORD.subject, verb: HALF } },
      [
        'Expected `record_id` to be a string of whole characters, got one with half a surrogate pair',
        'Expected `subject.verb` to be a string of whole characters, got one with half a surrogate pair',
      ],
    ],
    [
      'half a character in a target',
      withTarget({ owner: HALF }),
      [
        'Expected `subject.target.owner` to be a string of whole characters that is not empty, a list of those, a boolean or null, got a string',
      ],
    ],
  ])('%s', (_title, document, expected) => {
    expect(messages(document)).toEqual(expected);
    expect(AuditRecordSchema.safeParse(document).success).toBe(false);
  });

  it('tells of its own digest where it is asked to validate, not to read', () => {
    const changed = { ...RECORD, binding_digest: 'sha256:00' };
    expect(messages(changed)).toEqual([]);
    expect(paths(changed)).toEqual(['binding_digest']);
    // Over a subject that is wrong there is no digest to compare with.
    expect(paths({ ...changed, provider: '' })).toEqual(['provider']);
  });
});

describe('the JSON Schema', () => {
  const validate = new Ajv2020().compile(z.toJSONSchema(AuditRecordSchema));

  it.each(readdirSync(FIXTURES))('judges %s field by field', (name) => {
    const document = JSON.parse(readFileSync(new URL(name, FIXTURES), 'utf8'));
    expect(validate(document)).toBe(messages(document).length === 0);
  });

  it('wants a subject of three fields', () => {
    expect(validate({ ...RECORD, subject: { ...RECORD.subject, at: 'noon' } })).toBe(false);
    expect(validate({ ...RECORD, subject: { action_class: 'a', verb: 'b' } })).toBe(false);
    expect(validate(withTarget({}))).toBe(false);
    expect(validate(withTarget({ owner: 1 }))).toBe(false);
  });
});
