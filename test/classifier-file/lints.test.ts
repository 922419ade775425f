import { describe, expect, it } from 'vitest';
import { caseProblems } from '../../src/classifier-file/cases.ts';
import { lintClassifiers } from '../../src/classifier-file/lints.ts';
import { shownPath } from '../../src/classifier-file/problem.ts';
import type {
  CategoryDocument,
  FieldDocument,
  ToolClassifiers,
} from '../../src/classify/classifier-document.ts';
import { CATEGORY, FILE, fileWith } from './files.ts';

const shown = (problems: ReturnType<typeof caseProblems>) => problems.map(({ path }) => shownPath(path));
const withField = (field: FieldDocument): ToolClassifiers =>
  fileWith({ fields: [...CATEGORY.fields, field] });
const without = (...names: readonly string[]): Partial<CategoryDocument> => ({
  cases: (CATEGORY.cases ?? []).filter(({ name }) => !names.includes(name)),
});

describe('lints of a classifier file', () => {
  it('find nothing in one that is whole', () => {
    expect(lintClassifiers(FILE)).toEqual({ errors: [], warnings: [] });
  });

  it.each<[string, ToolClassifiers, readonly string[]]>([
    [
      'a tool that two categories claim on one server',
      { ...FILE, categories: [CATEGORY, { ...CATEGORY, id: 'crm/b', servers: ['crm', 'x'] }] },
      ['categories[1].tools.delete_contact', 'categories[1].tools.contact_write'],
    ],
    [
      'a plain field that looks like an identifier',
      withField({ key: 'login', from: ['login'], as: 'plain' }),
      ['categories[0].fields[6]'],
    ],
    [
      'one by its argument',
      withField({ key: 'who', from: ['created.userName'], as: 'plain' }),
      ['categories[0].fields[6]'],
    ],
    [
      'a secret',
      withField({ key: 'a_hash', from: ['api-key'], as: 'hashed', domain: 'x' }),
      ['categories[0].fields[6].from[0]'],
    ],
    [
      'content',
      withField({ key: 'a_hash', from: ['query.sql'], as: 'hashed', domain: 'x' }),
      ['categories[0].fields[6].from[0]'],
    ],
    [
      'a domain with two meanings',
      withField({ key: 'other_hash', from: ['o'], as: 'hashed', domain: 'crm_contact' }),
      ['categories[0].fields[6].domain'],
    ],
    [
      'a built-in domain with another meaning',
      withField({ key: 'other_hash', from: ['o'], as: 'hashed', domain: 'slack_channel' }),
      ['categories[0].fields[6].domain'],
    ],
    ['no case of a requirement', fileWith(without('of nobody')), ['categories[0].required[0]']],
    ['no case of a tool', fileWith(without('deletes')), ['categories[0].tools.delete_contact']],
    ['no case of a verb', fileWith(without('merge')), ['categories[0].tools.contact_write']],
    [
      'no case of a tool whose name another ends with',
      fileWith({ tools: { ...CATEGORY.tools, contact: 'delete' } }),
      ['categories[0].tools.contact'],
    ],
  ])('find %s', (_title, file, places) => {
    expect(shown(lintClassifiers(file).errors)).toEqual(places);
  });

  it('take the reason why something stands in plain', () => {
    const field = {
      key: 'login',
      from: ['login'],
      as: 'plain',
      why_plain: 'logins are public there',
    } as const;
    expect(lintClassifiers(withField(field)).errors).toEqual([]);
  });

  it('allow one tool in two categories of different servers', () => {
    const other = { ...CATEGORY, id: 'crm/b', servers: ['elsewhere'] };
    expect(lintClassifiers({ ...FILE, categories: [CATEGORY, other] }).errors).toEqual([]);
  });

  it('see what a file loaded beside it claims', () => {
    expect(shown(lintClassifiers(FILE, [FILE]).errors)).toEqual([
      'categories[0].tools.delete_contact',
      'categories[0].tools.contact_write',
    ]);
  });

  it('take a case behind the prefix of its server', () => {
    const [first, ...others] = CATEGORY.cases ?? [];
    const call = { ...first?.call, server: 'crm', tool: 'crm.crm_delete_contact' };
    const cases = [{ ...first, call } as NonNullable<typeof first>, ...others];
    expect(lintClassifiers(fileWith({ cases })).errors).toEqual([]);
    expect(caseProblems(fileWith({ cases }))).toEqual([]);
  });

  it('warn of every server where a category says so itself', () => {
    expect(shown(lintClassifiers(fileWith({ servers: ['*'] })).warnings)).toEqual(['categories[0].servers']);
  });

  it('warn of what a reader would miss', () => {
    const file = {
      ...fileWith({ consequence: undefined, non_claims: [] }),
      servers: ['*'],
      reviewed: undefined,
    };
    expect(shown(lintClassifiers(file).warnings)).toEqual([
      'categories[0].consequence',
      'categories[0].non_claims',
      'servers',
      'reviewed',
    ]);
  });
});

describe('the cases of a classifier file', () => {
  it.each<[server: string | undefined, told: boolean]>([
    ['crm-pm', true],
    [undefined, true],
    ['crm', false],
  ])('say where their server is none of `servers`: %s', (server, told) => {
    const [case_, ...others] = CATEGORY.cases ?? [];
    const call = { ...case_?.call, server, tool: told ? 'delete_contact' : 'delete_it' };
    const cases = [{ ...case_, call } as NonNullable<typeof case_>, ...others];
    const [problem] = caseProblems(fileWith({ cases }));
    expect(problem?.message).toBe(
      `what the call gives: "observed_unknown_tool" (unknown_tool_name)${told ? ', since its `server` is none of `servers`' : ''}`,
    );
  });

  it('hold', () => {
    expect(caseProblems(FILE)).toEqual([]);
  });

  const [first] = CATEGORY.cases ?? [];
  const target = first?.record.target ?? {};
  const { region: _, ...withoutRegion } = target;
  it.each<[string, object, readonly string[]]>([
    ['another classification', { classification: 'classified_incomplete' }, ['classification']],
    ['another reason', { reason_code: 'unknown_tool_name' }, ['reason_code']],
    ['a detail', { detail: 'missing_place' }, ['detail']],
    ['another verb', { verb: 'create' }, ['verb']],
    ['another value', { target: { ...target, region: 'us' } }, ['target.region']],
    [
      'another hash',
      { target: { ...target, contact_hash: { domain: 'crm_contact', of: '8' } } },
      ['target.contact_hash'],
    ],
    [
      'another domain',
      { target: { ...target, contact_hash: { domain: 'crm_group', of: '7' } } },
      ['target.contact_hash'],
    ],
    [
      'a shorter list',
      { target: { ...target, label_hashes: [{ domain: 'crm_label', of: 'a' }] } },
      ['target.label_hashes'],
    ],
    ['a value too many', { target: { ...target, other: true } }, ['target.other']],
    ['a value too few', { target: withoutRegion }, ['target']],
  ])('say of %s where it is, and no value', (_title, changes, places) => {
    const changed = { ...first, record: { ...first?.record, ...changes } } as NonNullable<typeof first>;
    const problems = caseProblems(fileWith({ cases: [changed] }));
    expect(shown(problems)).toEqual(places.map((place) => `categories[0].cases[0].record.${place}`));
    expect(JSON.stringify(problems)).not.toMatch(/"eu"|"us"|sha256/);
  });

  it('say whose tool it is where another category has it', () => {
    const taken = {
      name: 'x',
      call: { tool: 'invite' },
      record: { classification: 'classified_incomplete' },
    };
    const [problem] = caseProblems(fileWith({ cases: [taken] }));
    expect(problem?.message).toContain('slack_add_member');
  });
});
