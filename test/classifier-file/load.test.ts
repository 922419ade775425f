import { describe, expect, it } from 'vitest';
import { classifierMessages, loadClassifiers, rulesOf } from '../../src/classifier-file/load.ts';
import { shownPath } from '../../src/classifier-file/problem.ts';
import { BUILT_IN_CLASSIFIERS } from '../../src/classify/built-in.ts';
import type { FieldDocument, ToolClassifiers } from '../../src/classify/classifier-document.ts';
import { documentDigest } from '../../src/decision/document-digest.ts';
import { ToolClassifiersSchema } from '../../src/schema/tool-classifiers.ts';
import { mutations } from '../schema/mutations.ts';
import { CATEGORY, FILE, fileWith } from './files.ts';

/** Where something is wrong. */
function places(document: unknown): readonly string[] {
  const reading = loadClassifiers(document);
  return 'problems' in reading ? reading.problems.map(({ path }) => shownPath(path)) : [];
}

const plain: FieldDocument = { key: 'role', from: ['role'], as: 'plain' };
const hashed: FieldDocument = { key: 'user_hash', from: ['user'], as: 'hashed', domain: 'crm_user' };
const withField = (field: FieldDocument): ToolClassifiers =>
  fileWith({ fields: [...CATEGORY.fields, field] });

describe('a classifier file', () => {
  it('is named in records by its name and the digest of the whole of it', () => {
    const reading = loadClassifiers(FILE);
    expect('problems' in reading ? reading.problems : reading.version).toBe(`crm@${documentDigest(FILE)}`);
  });

  it('has one digest however its members are ordered', () => {
    const turned = Object.fromEntries(Object.entries(FILE).reverse());
    expect(rulesOf([FILE, turned].flatMap((file) => loadClassifiers(file)) as never).versions).toHaveLength(
      2,
    );
  });

  it('is a copy: what is done to the object later changes nothing', () => {
    const given = structuredClone(FILE) as unknown as { categories: { provider: string }[] };
    const reading = loadClassifiers(given);
    (given.categories[0] as { provider: string }).provider = 'other';
    expect('file' in reading && reading.file.categories[0]?.provider).toBe('crm');
  });

  it('is the form in which the built-in categories stand', () => {
    const categories = BUILT_IN_CLASSIFIERS.categories.map((category) => ({
      ...category,
      id: `assay/${category.id}`,
      tools: Object.fromEntries(Object.entries(category.tools).map(([leaf, verb]) => [`${leaf}_`, verb])),
    }));
    expect(places({ ...FILE, ...BUILT_IN_CLASSIFIERS, name: 'assay', categories })).toEqual([]);
  });

  it.each<[string, ToolClassifiers, string]>([
    ['an id of another family', fileWith({ id: 'other/contact' }), 'categories[0].id'],
    [
      'an id twice',
      { ...FILE, categories: [CATEGORY, { ...CATEGORY, tools: { x: 'y' } }] },
      'categories[1].id',
    ],
    ['a draft', { ...FILE, draft: true } as ToolClassifiers, 'draft'],
    ['a tool of a built-in category', fileWith({ tools: { invite: 'add' } }), 'categories[0].tools.invite'],
    ['a tool with a namespace', fileWith({ tools: { crm__delete: 'delete' } }), 'categories[0].tools'],
    ['"*" beside a server', fileWith({ servers: ['*', 'crm'] }), 'categories[0].servers'],
    ['a key twice', withField({ ...plain, key: 'region' }), 'categories[0].fields[6].key'],
    ['a field called provider', withField({ ...plain, key: 'provider' }), 'categories[0].fields[6].key'],
    [
      'a plain field named like a hash',
      withField({ ...plain, key: 'role_hash' }),
      'categories[0].fields[6].key',
    ],
    ['a hash not named so', withField({ ...hashed, key: 'user' }), 'categories[0].fields[6].key'],
    ['a list not named so', withField({ ...hashed, from: ['users[]'] }), 'categories[0].fields[6].key'],
    [
      'a hash without a domain',
      withField({ ...hashed, domain: undefined }),
      'categories[0].fields[6].domain',
    ],
    ['a domain without a hash', withField({ ...plain, domain: 'x' }), 'categories[0].fields[6].domain'],
    ['a list in plain', withField({ ...plain, from: ['roles[]'] }), 'categories[0].fields[6].from'],
    [
      'two lists in one path',
      withField({ ...hashed, key: 'user_hashes', from: ['a[].b[]'] }),
      'categories[0].fields[6].from',
    ],
    [
      'a list or one value',
      withField({ ...hashed, key: 'user_hashes', from: ['users[]', 'user'] }),
      'categories[0].fields[6].from',
    ],
    [
      'a type of a flag',
      withField({ ...plain, as: 'flag', type: 'identifier' }),
      'categories[0].fields[6].type',
    ],
    [
      'null for a plain field',
      withField({ ...plain, null_when_absent: true }),
      'categories[0].fields[6].null_when_absent',
    ],
    [
      'a requirement of no field',
      fileWith({ required: [{ any_of: ['x'] }] }),
      'categories[0].required[0].any_of[0]',
    ],
    [
      'a kept key of no field',
      fileWith({ kept_when_incomplete: ['x'] }),
      'categories[0].kept_when_incomplete[0]',
    ],
    ['a binding field of no field', fileWith({ binding_fields: ['x'] }), 'categories[0].binding_fields[0]'],
    [
      'a requirement whose detail says something else',
      fileWith({ required: [{ any_of: ['region'], detail: 'arguments_not_captured' }] }),
      'categories[0].required[0].detail',
    ],
    [
      'Markdown in what its records do not prove',
      fileWith({ non_claims: ['nothing </details><img src="x">'] }),
      'categories[0].non_claims[0]',
    ],
    ['a key of nobody', { ...FILE, categorie: [] } as ToolClassifiers, ''],
    ['no servers', { ...FILE, servers: [] }, 'servers'],
    ['no categories', { ...FILE, categories: [] }, 'categories'],
  ])('is refused with %s', (_title, file, place) => {
    expect(places(file)).toEqual([place]);
  });

  it('says everything that is wrong at once, and no value', () => {
    const wrong = {
      ...FILE,
      name: 'ghp_SECRET',
      categories: [{ ...CATEGORY, provider: 'alice@example.com', x: 1 }],
    };
    const reading = loadClassifiers(wrong);
    const messages = classifierMessages('file', 'problems' in reading ? reading.problems : []);
    expect(messages).toHaveLength(3);
    expect(messages.join(' ')).not.toMatch(/SECRET|alice/);
  });

  it('shows some of very many problems, and their number', () => {
    const categories = Array.from({ length: 100 }, () => ({ ...CATEGORY, provider: '' }));
    const reading = loadClassifiers({ ...FILE, categories });
    const messages = classifierMessages('file', 'problems' in reading ? reading.problems : []);
    expect(messages).toHaveLength(21);
    expect(messages.at(-1)).toBe('and 80 more in `file`');
  });
});

describe('what a process loads is what the published schema takes', () => {
  const replacements: readonly unknown[] = [
    ...[null, 0, 1.5, '', ' ', 'x', 'X', 'a.b', 'a[]', 'a[][]', 'a..b', 'crm/x', 'crm/', true, false, [], {}],
    ...[[1], ['x', 'x'], { a: 'b' }, { a: 1 }, { __: 'x' }, 'one_way', 'x'.repeat(65), '\ud800', 'a\nb'],
  ];

  it('for every member, replaced by whatever, and left out', () => {
    const { cases: _, ...category } = CATEGORY;
    const { sources: __, reviewed_read_only: ___, ...bare } = FILE;
    const seed = { ...bare, categories: [category] };
    let refused = 0;
    for (const document of mutations(seed, replacements)) {
      const isShaped = ToolClassifiersSchema.safeParse(document).success;
      const problems = places(document);
      if (!isShaped) refused += 1;
      // What the parts must be together, the schema does not say.
      if (!isShaped && problems.length === 0) expect.fail(JSON.stringify(document));
      if (isShaped && problems.length > 0) expect(problems.every((place) => BY_RULES.test(place))).toBe(true);
    }
    expect(refused).toBeGreaterThan(500);
  });

  /** Where rules over several members speak; a lone surrogate is no part of any file. */
  const BY_RULES = /^$|id$|draft|tools|servers|fields\[\d\]|required|kept_when_incomplete|binding_fields/;
});

describe('a hostile classifier file', () => {
  const cyclic: Record<string, unknown> = { ...FILE };
  cyclic.sources = [cyclic];
  const lots = Array.from({ length: 300 }, () => 0);
  const shared = { a: lots };
  const many = Array.from({ length: 10_000 }, (_, at) => ({ ...CATEGORY, id: `crm/c${at}` }));
  const throwing = Object.defineProperty({ ...FILE }, 'name', {
    enumerable: true,
    get: () => {
      throw new Error('alice@example.com');
    },
  });
  it.each<[string, unknown]>([
    ['a cycle', cyclic],
    ['one part in ten thousand places', { ...FILE, sources: Array.from({ length: 10_000 }, () => shared) }],
    ['ten thousand categories', { ...FILE, categories: many }],
    ['a getter that throws', throwing],
    [
      'a proxy that throws',
      new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error('x');
          },
        },
      ),
    ],
    ['nothing', undefined],
    ['a text', 'schema: x'],
    ['a big integer', { ...FILE, sources: 1n }],
    ['half a character', { ...FILE, sources: '\ud800' }],
    ['an own __proto__', JSON.parse('{"__proto__":{"schema":"assay.tool_classifiers.v0"}}')],
  ])('with %s is refused', (_title, document) => {
    expect(places(document).length).toBeGreaterThan(0);
  });

  it('cannot put anything on prototypes', () => {
    const tools = JSON.parse('{"__proto__":"delete","constructor":"delete","toString":"delete"}');
    const file = fileWith({ tools });
    expect(places(file)).toEqual(['categories[0].tools']);
    expect(({} as Record<string, unknown>).delete).toBeUndefined();
  });

  it.each([
    ['dots', '.'.repeat(100_000)],
    ['names', 'a'.repeat(100_000)],
    ['almost a path', `${'a[].'.repeat(50_000)}[`],
  ])('is refused at once for a path of %s', (_title, path) => {
    expect(places(withField({ ...plain, from: [path] }))).toEqual(['categories[0].fields[6].from[0]']);
  });
});
