import { describe, expect, it } from 'vitest';
import { readPacks } from '../../scripts/packs/served-tools.ts';
import { recordOf } from '../../src/classifier-file/cases.ts';
import { rulesOf } from '../../src/classifier-file/load.ts';
import type { CategoryDocument, ClassifierCase } from '../../src/classify/classifier-document.ts';
import { expectedRecord } from './expected-record.ts';

const category: CategoryDocument = {
  id: 'crm/contact_move',
  provider: 'crm',
  resource_type: 'contact',
  required_scope: null,
  tools: { move_contact: 'move' },
  fields: [
    { key: 'team', from: ['team'], as: 'plain' },
    { key: 'silent', from: ['silent'], as: 'flag' },
    { key: 'contact_id_hash', from: ['id'], as: 'hashed', domain: 'crm_contact' },
    { key: 'tag_hashes', from: ['tags[]'], as: 'hashed', domain: 'crm_tag' },
  ],
  required: [{ any_of: ['contact_id_hash'] }],
};
const rules = rulesOf([
  {
    file: { schema: 'assay.tool_classifiers.v0', name: 'crm', servers: ['crm'], categories: [category] },
    version: 'crm@test',
  },
]);
const call = {
  server: 'crm',
  tool: 'move_contact',
  arguments: { team: 'east', silent: true, id: ' C1', tags: ['b', 'a', 'b'] },
};
const tags = [
  { domain: 'crm_tag', of: 'a' },
  { domain: 'crm_tag', of: 'b' },
];
const target = {
  team: 'east',
  silent: true,
  contact_id_hash: { domain: 'crm_contact', of: 'c1' },
  tag_hashes: tags,
};
const said: ClassifierCase['record'] = { classification: 'classified', verb: 'move', target };

const agrees = (record: ClassifierCase['record'], of = category) => {
  const entry = { name: 'a case', call, record };
  expect(recordOf(entry, rules)).toMatchObject(expectedRecord(of, entry));
};

describe('what the record of a case must be', () => {
  it('is what a call gives', () => agrees(said));

  it.each<readonly [string, ClassifierCase['record']]>([
    ['classification', { ...said, classification: 'classified_incomplete' }],
    ['reason', { ...said, reason_code: 'unknown_tool_name' }],
    ['detail', { ...said, detail: 'missing_team' }],
    ['verb', { ...said, verb: 'remove' }],
    ['plain value', { ...said, target: { ...target, team: 'west' } }],
    ['flag', { ...said, target: { ...target, silent: false } }],
    ['domain', { ...said, target: { ...target, contact_id_hash: { domain: 'crm_tag', of: 'c1' } } }],
    [
      'hashed value',
      { ...said, target: { ...target, contact_id_hash: { domain: 'crm_contact', of: 'c2' } } },
    ],
    ['list that is shorter', { ...said, target: { ...target, tag_hashes: tags.slice(1) } }],
    ['target without a key', { ...said, target: { ...target, tag_hashes: [] } }],
    ['key more', { ...said, target: { ...target, other: 'x' } }],
  ])('is not another %s', (_what, record) => {
    expect(() => agrees(record)).toThrow();
  });

  it('is not of another category, nor of another provider', () => {
    expect(() => agrees(said, { ...category, id: 'crm/other' })).toThrow();
    expect(() => agrees(said, { ...category, provider: 'other' })).toThrow();
  });
});

it('the packs have cases to say so', () => {
  const cases = readPacks().flatMap(({ file }) => file.categories.flatMap(({ cases: own = [] }) => own));
  expect(cases.length).toBeGreaterThan(readPacks().length * 5);
});
