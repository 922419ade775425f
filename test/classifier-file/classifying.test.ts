import { describe, expect, it } from 'vitest';
import { recordOf } from '../../src/classifier-file/cases.ts';
import type { CategoryDocument } from '../../src/classify/classifier-document.ts';
import type { Target } from '../../src/decision/record.ts';
import { targetHash } from '../../src/redact/target-hash.ts';
import { DecisionRecordSchema } from '../../src/schema/decision-record.ts';
import { CATEGORY, rulesWith } from './files.ts';

const RULES = rulesWith();
const hash = (field: string, value: string) => targetHash(`crm_${field}`, value);

/** What a call of the file's tool becomes. */
function outcome(args: unknown, tool = 'delete_contact', category: Partial<CategoryDocument> = {}) {
  const rules = Object.keys(category).length === 0 ? RULES : rulesWith(category);
  const record = recordOf(
    { call: { server: 'crm-mcp', tool, arguments: args as Record<string, unknown> } },
    rules,
  );
  expect(DecisionRecordSchema.safeParse(record).error?.issues).toBeUndefined();
  const { classification, detail, action } = record;
  const { provider: _, ...target } = action.target ?? {};
  return { classification, detail, verb: action.verb, target: target as Partial<Target> };
}

const WHOLE = { region: 'eu', contactId: 'C7' };
const TARGET = { region: 'eu', contact_hash: hash('contact', 'C7'), group_hash: null };

describe('a call of a tool in a classifier file', () => {
  it('has the class, the scope and the consequence that the file says', () => {
    const record = recordOf(
      { call: { server: 'crm-mcp', tool: 'mcp__crm__delete_contact', arguments: WHOLE } },
      RULES,
    );
    expect(record).toMatchObject({
      tool: { category: 'crm/contact' },
      reason_code: 'classified_crm/contact',
      action: {
        class: 'state_changing_action',
        consequence_class: 'one_way_terminal',
        resource_type: 'contact',
        required_scope: 'contacts.write',
        target: { provider: 'crm' },
      },
    });
  });

  it.each<[string, Record<string, unknown>, object]>([
    ['a nested path', { region: 'eu', contact: { id: 'C7' } }, { target: TARGET }],
    [
      'an integer as its text',
      { region: 'eu', contactId: 'C7', number: 12 },
      { target: { ...TARGET, number: '12' } },
    ],
    ['an integer below zero', { ...WHOLE, contact: { number: -3 } }, { target: { ...TARGET, number: '-3' } }],
    ['no fraction', { ...WHOLE, number: 1.5 }, { target: TARGET }],
    ['no integer that cannot be told apart', { ...WHOLE, number: 2 ** 53 }, { target: TARGET }],
    ['a flag', { ...WHOLE, force: false }, { target: { ...TARGET, forced: false } }],
    ['no integer for a string', { contactId: 'C7', region: 7 }, { detail: 'missing_place' }],
    ['two names that agree', { ...WHOLE, contact: { id: ' c7 ' } }, { target: TARGET }],
    ['two names that differ', { ...WHOLE, contact: { id: 'C8' } }, { detail: 'conflicting_target_fields' }],
    ['a name with a dot in it', { region: 'eu', 'contact.id': 'C7' }, { detail: 'missing_contact_hash' }],
    [
      'a list where an object is asked for',
      { region: 'eu', contact: [{ id: 'C7' }] },
      { detail: 'missing_contact_hash' },
    ],
  ])('reads %s', (_title, args, expected) => {
    expect(outcome(args)).toMatchObject(expected);
  });

  it.each<[string, unknown, readonly string[] | undefined]>([
    ['sorted, each once', { tags: ['b', 'a', ' B '] }, ['a', 'b']],
    ['members of objects', { labels: [{ key: 'x' }, { key: 'y' }] }, ['x', 'y']],
    ['two lists that agree', { labels: [{ key: 'x' }], tags: ['X'] }, ['x']],
    ['none of an empty list', { tags: [] }, undefined],
    ['none with a member of another type', { tags: ['a', 1] }, undefined],
    ['none with a blank member', { tags: ['a', ' '] }, undefined],
    ['none with a hole', { tags: Object.assign(new Array(2), { 1: 'a' }) }, undefined],
    ['none of what is no list', { tags: { 0: 'a', length: 1 } }, undefined],
  ])('hashes a list: %s', (_title, args, values) => {
    const { target } = outcome({ ...WHOLE, ...(args as object) });
    const hashes = values?.map((value) => hash('label', value)).sort();
    expect(target).toEqual({ ...TARGET, ...(hashes && { label_hashes: hashes }) });
  });

  it('says that two lists which differ are in conflict', () => {
    expect(outcome({ ...WHOLE, labels: [{ key: 'x' }], tags: ['y'] })).toMatchObject({
      classification: 'classified_incomplete',
      detail: 'conflicting_target_fields',
    });
  });

  it.each<[string, readonly string[], string | undefined]>([
    [
      'with more members than a record takes',
      Array.from({ length: 33 }, (_, at) => `t${at}`),
      'projected_value_too_long',
    ],
    ['with a member that is too long', ['a', 'b'.repeat(257)], 'projected_value_too_long'],
    ['with a secret behind all others', ['a', `ghp_${'a'.repeat(36)}`], undefined],
  ])('leaves a list out %s', (_title, tags, detail) => {
    const { target, ...rest } = outcome({ ...WHOLE, tags });
    expect(rest).toMatchObject({ classification: 'redaction_failed', detail });
    expect(target).toEqual({ region: 'eu', contact_hash: TARGET.contact_hash });
  });

  it('takes as many members as a record takes', () => {
    const tags = Array.from({ length: 32 }, (_, at) => `t${at}`);
    expect(outcome({ ...WHOLE, tags }).target.label_hashes).toHaveLength(32);
  });

  it.each<[string, unknown, object]>([
    ['listed', 'restore', { classification: 'classified', verb: 'create' }],
    ['missing', undefined, { classification: 'classified_incomplete', verb: null, detail: 'missing_verb' }],
    ['empty', '', { verb: null, detail: 'missing_verb' }],
    ['no string', 1, { verb: null, detail: 'missing_verb' }],
    ['not listed', 'purge', { classification: 'classified_incomplete', verb: null, detail: 'unknown_verb' }],
    ['in another case', 'Merge', { verb: null, detail: 'unknown_verb' }],
    ['the name of something inherited', 'constructor', { verb: null, detail: 'unknown_verb' }],
  ])('has its verb in an argument: %s', (_title, method, expected) => {
    expect(outcome({ ...WHOLE, options: { method } }, 'contact_write')).toMatchObject(expected);
  });

  it('says first that its target is not known, then that its verb is not', () => {
    expect(outcome({ options: { method: 'purge' } }, 'contact_write')).toMatchObject({
      detail: 'missing_contact_hash',
    });
  });

  it('is known without its arguments, and incomplete', () => {
    expect(outcome(undefined, 'contact_write')).toEqual({
      classification: 'classified_incomplete',
      detail: 'arguments_not_captured',
      verb: null,
      target: {},
    });
  });
});

describe('whose call it is', () => {
  const classification = (server: string | undefined, tool = 'delete_contact', category = {}) =>
    recordOf(
      { call: { ...(server !== undefined && { server }), tool, arguments: WHOLE } },
      rulesWith(category),
    ).classification;

  it.each([
    ['another server', 'other'],
    ['a server that nobody named', undefined],
    ['the same in another case', 'CRM'],
  ])('is nobody’s on %s', (_title, server) => {
    expect(classification(server)).toBe('observed_unknown_tool');
  });

  it('is the file’s on every server where the file says so', () => {
    expect(classification('other', 'delete_contact', { servers: ['*'] })).toBe('classified');
  });

  it('is the file’s behind the prefix of its server', () => {
    expect(classification('crm', 'crm_delete_contact')).toBe('classified');
  });

  it('stays the built-in category’s, whatever a file says', () => {
    // No reader lets such a file through.
    const rules = rulesWith({ tools: { invite: 'add' }, servers: ['*'] });
    const record = recordOf({ call: { server: 'crm-mcp', tool: 'invite', arguments: {} } }, rules);
    expect(record.tool.category).toBe('slack_add_member');
  });

  it('is of the first of two categories', () => {
    const rules = rulesWith({}, { categories: [CATEGORY, { ...CATEGORY, id: 'crm/second' }] });
    const record = recordOf({ call: { server: 'crm', tool: 'delete_contact', arguments: WHOLE } }, rules);
    expect(record.tool.category).toBe('crm/contact');
  });
});
