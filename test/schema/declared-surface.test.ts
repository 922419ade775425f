import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CLASSIFIERS } from '../../src/classify/registry.ts';
import { BaselineSchema } from '../../src/schema/declared-baseline.ts';
import { placedIssues } from '../../src/schema/declared-issues.ts';
import { DeclaredSurfaceSchema, declaredSurfaceSchema } from '../../src/schema/declared-surface.ts';
import { declared, GITHUB, SLACK, WORKSPACE_ADMIN } from '../gate/declared.ts';

const HASH = `sha256:${'0123456789abcdef'.repeat(4)}`;
const ACTION = 'declared_tool_actions[0]';
const ENTRY = `${ACTION}.allowed_targets[0]`;
const nowhere = () => ({ line: 1, column: 1 });

function issuesOf(document: unknown, schema: z.ZodType = DeclaredSurfaceSchema) {
  const { error } = schema.safeParse(document);
  return placedIssues(document, error?.issues ?? [], nowhere);
}

const pathsOf = (document: unknown, schema?: z.ZodType) => issuesOf(document, schema).map(({ path }) => path);
const withAction = (changes: object) => declared([{ ...GITHUB, ...changes }]);
const withEntry = (entry: unknown, action: object = GITHUB) => ({
  ...declared([]),
  declared_tool_actions: [{ ...action, allowed_targets: [entry] }],
});
const review = { server: 'github', tool: 'lookup', reason: 'seen' };

describe('a declared surface', () => {
  it.each<[title: string, document: unknown]>([
    ['that declares nothing', declared([])],
    ['of every class', declared([GITHUB, SLACK, WORKSPACE_ADMIN])],
    ['with keys of somebody’s own', { ...declared([]), 'x-owner': 1, $schema: 'x', non_claims: [] }],
    ['without entries', withAction({ allowed_targets: [] })],
    ['with an empty entry', withEntry({})],
    ['with any value and none', withEntry({ owner: '*', repo: null, read_only: '*', title: null })],
    ['with a flag', withEntry({ read_only: true })],
    ['with a hash', withEntry({ title: HASH })],
    ['with a hash in upper case', withEntry({ key_title_hash: `sha256:${'AB'.repeat(32)}` })],
    ['with a plain value under the name of a hash', withEntry({ key_title_hash: 'ci-key' })],
    ['with a plain field that looks like a hash', withEntry({ owner: 'sha256:12' })],
    ['with the names of other categories', withEntry({ org: 'T', principal: 'U' }, SLACK)],
    ['with the names of other categories', withEntry({ workspace_id: 'T', user_id: 'U' }, WORKSPACE_ADMIN)],
    [
      'of a class that nothing produces, whatever its entries name',
      withEntry({ x: 1 }, { ...GITHUB, action_class: 'x' }),
    ],
    ['with one effect', withAction({ allowed_effects: ['deny'] })],
    ['with a decision that is asked for', withAction({ required_decision: 'human' })],
    [
      'with reviewed tools',
      { ...declared([]), reviewed_tools: [review, { ...review, until: '2028-02-29', high_risk: true }] },
    ],
    [
      'with credentials',
      { ...declared([]), declared_credentials: { a: { scopes: [] }, 'b.c': { scopes: ['x'] } } },
    ],
    ['with expected services', { ...declared([]), expected_services: ['agent'] }],
  ])('may be one %s', (_title, document) => {
    expect(issuesOf(document)).toEqual([]);
  });

  it.each<[title: string, document: unknown, paths: readonly string[]]>([
    ['no object', [], ['']],
    ['nothing in it', {}, ['schema', 'declared_tool_actions']],
    ['another schema', { ...declared([]), schema: 'assay.declared_tool_surface.v1' }, ['schema']],
    ['an action that is none', { ...declared([]), declared_tool_actions: [1] }, [ACTION]],
    [
      'an action without its parts',
      { ...declared([]), declared_tool_actions: [{}] },
      ['id', 'provider', 'action_class', 'allowed_targets', 'allowed_effects'].map(
        (name) => `${ACTION}.${name}`,
      ),
    ],
    [
      'empty names',
      withAction({ id: '', provider: '', action_class: '', required_decision: '' }),
      ['id', 'provider', 'action_class', 'required_decision'].map((name) => `${ACTION}.${name}`),
    ],
    ['an id twice', declared([GITHUB, SLACK, GITHUB]), ['declared_tool_actions[2].id']],
    ['no effect', withAction({ allowed_effects: [] }), [`${ACTION}.allowed_effects`]],
    [
      'effects that are none',
      withAction({ allowed_effects: ['allow', 'error', 1] }),
      [`${ACTION}.allowed_effects[1]`, `${ACTION}.allowed_effects[2]`],
    ],
    ['a key that it does not know', { ...declared([]), later: 1, declared_credential: {} }, ['', '']],
    [
      'a decision that is nearly the compared one',
      withAction({ required_decision: 'explicit-policy' }),
      [`${ACTION}.required_decision`],
    ],
    ['credentials that are none', { ...declared([]), declared_credentials: [] }, ['declared_credentials']],
    ['an unknown key of an action', withAction({ allowed_target: [] }), [ACTION]],
    ['entries that are none', withAction({ allowed_targets: {} }), [`${ACTION}.allowed_targets`]],
    ['an entry that is none', withEntry('*'), [ENTRY]],
    [
      'an entry that is none, of a class that nothing produces',
      withEntry([], { ...GITHUB, action_class: 'x' }),
      [ENTRY],
    ],
    ['an unknown field', withEntry({ owner: 'org', reop: 'x' }), [ENTRY]],
    ['a field of another category', withEntry({ channel_id: 'C' }), [ENTRY]],
    ['a field called like what every object has', withEntry({ toString: 'x' }), [ENTRY]],
    ['a field called __proto__', withEntry(JSON.parse('{"__proto__":"x"}')), [ENTRY]],
    ['`provider` in an entry', withEntry({ provider: 'github' }), [ENTRY]],
    ['two names of one field', withEntry({ title: 'a', key_title: '*' }), [`${ENTRY}.key_title`]],
    [
      'three names of one field',
      withEntry({ user: 'a', user_id: 'a', principal_hash: null }, SLACK),
      [`${ENTRY}.user_id`, `${ENTRY}.principal_hash`],
    ],
    ['an empty plain value', withEntry({ owner: '' }), [`${ENTRY}.owner`]],
    ['a blank plain value', withEntry({ owner: ' \u0085' }), [`${ENTRY}.owner`]],
    ['an empty identifier', withEntry({ title: '' }), [`${ENTRY}.title`]],
    ['a blank identifier', withEntry({ title: '\t' }), [`${ENTRY}.title`]],
    ['a hash that is cut', withEntry({ title: HASH.slice(0, -1) }), [`${ENTRY}.title`]],
    ['a hash that is none', withEntry({ title: 'sha256:' }), [`${ENTRY}.title`]],
    ['a hash that is too long', withEntry({ title: `${HASH}0` }), [`${ENTRY}.title`]],
    [
      'values of other types',
      withEntry({ owner: 1, repo: true, title: {}, read_only: 'true' }),
      ['owner', 'repo', 'title', 'read_only'].map((name) => `${ENTRY}.${name}`),
    ],
    [
      'a review without its parts',
      { ...declared([]), reviewed_tools: [{}] },
      ['server', 'tool', 'reason'].map((name) => `reviewed_tools[0].${name}`),
    ],
    [
      'a review with another key',
      { ...declared([]), reviewed_tools: [{ ...review, untill: '2027-01-01' }] },
      ['reviewed_tools[0]'],
    ],
    [
      'a day that is none',
      {
        ...declared([]),
        reviewed_tools: [
          { ...review, until: '2027-02-29' },
          { ...review, until: '2027-1-1' },
          { ...review, until: '2027-01-01T00:00:00Z' },
        ],
      },
      [0, 1, 2].map((at) => `reviewed_tools[${at}].until`),
    ],
    [
      'a credential without scopes',
      { ...declared([]), declared_credentials: { a: {}, b: { scopes: 'x' }, c: { scopes: [''] } } },
      ['a.scopes', 'b.scopes', 'c.scopes[0]'].map((path) => `declared_credentials.${path}`),
    ],
    [
      'services that are none',
      { ...declared([]), expected_services: ['', 1] },
      ['expected_services[0]', 'expected_services[1]'],
    ],
  ])('is refused for %s', (_title, document, paths) => {
    expect(pathsOf(document)).toEqual(paths);
  });

  it.each<[title: string, document: unknown, found: string]>([
    [
      'a key of the document',
      { ...declared([]), expected_service: ['agent'] },
      '`expected_service`; did you mean `expected_services`?',
    ],
    [
      'a key of an action',
      withAction({ alowed_targets: [] }),
      '`alowed_targets`; did you mean `allowed_targets`?',
    ],
    ['a field', withEntry({ reop: 'x' }), '`reop`; did you mean `repo`?'],
    [
      'a key of a review',
      { ...declared([]), reviewed_tools: [{ ...review, untill: '2027-01-01' }] },
      '`untill`; did you mean `until`?',
    ],
    [
      'a decision',
      withAction({ required_decision: 'explicit' }),
      'got `explicit`; did you mean `explicit_policy`?',
    ],
    ['a key that is far from all', { ...declared([]), owner: 'x' }, 'got one with another key'],
    [
      'a key with what does not show',
      { ...declared([]), 'expected_service\u202e': [] },
      'got one with another key',
    ],
    ['an id twice', declared([GITHUB, SLACK, GITHUB]), 'got that of `declared_tool_actions[0]`'],
    [
      'a day that is none',
      { ...declared([]), reviewed_tools: [{ ...review, until: '2026-02-30' }] },
      'got a day that no calendar has',
    ],
    ['credentials in a list', { ...declared([]), declared_credentials: [] }, 'to be an object, got an array'],
  ])('is told what was meant by %s', (_title, document, found) => {
    expect(issuesOf(document).map(({ message }) => message)).toEqual([expect.stringContaining(found)]);
  });

  it('may name the fields of any loaded classifier', () => {
    const slack = CLASSIFIERS.filter(({ provider }) => provider === 'slack');
    // Nobody lends their names to the category now.
    expect(pathsOf(withEntry({ principal: 'U' }, SLACK), declaredSurfaceSchema(slack))).toEqual([ENTRY]);
    expect(pathsOf(withEntry({ x: 1 }), declaredSurfaceSchema(slack))).toEqual([]);
  });

  it('is never quoted: neither values nor unknown keys', () => {
    const canary = 'Canary-7f3a';
    const junk = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(canary, [canary], { [canary]: canary }, `sha256:${canary}`),
    );
    const keys = fc.constantFrom(...Object.keys(GITHUB), 'owner', 'title', 'read_only', canary);
    const tops = fc.constantFrom(
      'reviewed_tools',
      'declared_credentials',
      'expected_services',
      'schema',
      canary,
    );
    fc.assert(
      fc.property(keys, junk, tops, junk, (key, value, top, other) => {
        const entry = { owner: 'org', [key]: value };
        const document = {
          ...declared([{ ...GITHUB, [key]: value, allowed_targets: [entry as never] }]),
          [top]: other,
        };
        const shown = issuesOf(document).filter(
          ({ path }) => !path.startsWith(`declared_credentials.${canary}`),
        );
        expect(JSON.stringify(shown)).not.toContain(canary);
      }),
      { numRuns: 1000 },
    );
    const secret = `ghp_${'FAKE'.repeat(10)}`;
    const shown = issuesOf({ ...declared([]), declared_credentials: { [secret]: 1, "some one's": 1 } });
    expect(shown.map(({ path }) => path)).toEqual(['declared_credentials.…', 'declared_credentials.…']);
  });

  it('has a JSON Schema that agrees field by field', () => {
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
      z.toJSONSchema(DeclaredSurfaceSchema),
    );
    expect(validate(declared([GITHUB, SLACK], { reviewed_tools: [review] }))).toBe(true);
    expect(validate(withAction({ extra: 1 }))).toBe(false);
    expect(validate({ ...declared([]), expected_service: ['agent'] })).toBe(false);
    expect(validate({ ...declared([]), 'x-owner': 'platform', $schema: 'x' })).toBe(true);
    expect(validate(withEntry({ owner: 1 }))).toBe(false);
    expect(validate(withAction({ allowed_effects: [] }))).toBe(false);
  });
});

describe('a baseline', () => {
  const schema = 'assay.tool_surface_baseline.v0';
  const entry = { fingerprint: HASH, reason: 'known' };

  it('lists accepted fingerprints, each with a reason', () => {
    expect(issuesOf({ schema, accepted: [] }, BaselineSchema)).toEqual([]);
    expect(
      issuesOf({ schema, accepted: [entry, { ...entry, until: '2027-01-01' }] }, BaselineSchema),
    ).toEqual([]);
  });

  it.each<[title: string, document: unknown, paths: readonly string[]]>([
    ['no list', { schema }, ['accepted']],
    ['no reason', { schema, accepted: [{ fingerprint: HASH }] }, ['accepted[0].reason']],
    ['an empty reason', { schema, accepted: [{ ...entry, reason: '' }] }, ['accepted[0].reason']],
    [
      'a fingerprint that is none',
      { schema, accepted: [{ ...entry, fingerprint: 'sha256:12' }] },
      ['accepted[0].fingerprint'],
    ],
    ['a day that is none', { schema, accepted: [{ ...entry, until: 'soon' }] }, ['accepted[0].until']],
    ['another key', { schema, accepted: [{ ...entry, level: 'note' }] }, ['accepted[0]']],
  ])('is refused for %s', (_title, document, paths) => {
    expect(pathsOf(document, BaselineSchema)).toEqual(paths);
  });
});
