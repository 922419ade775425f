import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClassifierBindings } from '../../src/classify/bindings.ts';
import { classify } from '../../src/classify/classify.ts';
import { CLASSIFIERS } from '../../src/classify/registry.ts';
import { callWith, observedCall } from './observed-calls.ts';

const BINDINGS: readonly (readonly [
  what: string,
  bindings: ClassifierBindings,
  serverId: string | undefined,
  known: boolean,
])[] = [
  ['no binding', {}, 'github', true],
  ['no binding for this category', { workspace_admin: { servers: ['acme'] } }, 'slack', true],
  ['an empty binding', { slack_add_member: {} }, 'slack', true],
  ['bound to this server', { slack_add_member: { servers: ['a', 'slack'] } }, 'slack', true],
  ['bound to another server', { slack_add_member: { servers: ['slack'] } }, 'zoom', false],
  ['bound to no server', { slack_add_member: { servers: [] } }, 'slack', false],
  ['bound, compared exactly', { slack_add_member: { servers: ['slack'] } }, 'Slack', false],
  [
    'bound, of a call whose server nobody named',
    { slack_add_member: { servers: ['slack'] } },
    undefined,
    false,
  ],
  ['bound to the server that nobody named', { slack_add_member: { servers: ['unknown'] } }, undefined, true],
  ['this server excluded', { slack_add_member: { exceptServers: ['zoom'] } }, 'zoom', false],
  ['another server excluded', { slack_add_member: { exceptServers: ['zoom'] } }, 'slack', true],
  ['excluded as well as bound', { slack_add_member: { servers: ['s'], exceptServers: ['s'] } }, 's', false],
];

describe('classifier bindings', () => {
  it.each(BINDINGS)('%s', (_what, bindings, serverId, known) => {
    const call = observedCall({ toolName: 'invite', serverId });
    expect(classify(call, bindings).known).toBe(known);
  });

  it('hold for a name that matches only without the server id as well', () => {
    const call = observedCall({ toolName: 'slack_invite', serverId: 'slack' });
    expect(classify(call, {}).known).toBe(true);
    expect(classify(call, { slack_add_member: { exceptServers: ['slack'] } }).known).toBe(false);
  });

  it('are read by own property', () => {
    const inherited = Object.create({ slack_add_member: { servers: [] } }) as ClassifierBindings;
    expect(classify(observedCall({ toolName: 'invite' }), inherited).known).toBe(true);
  });
});

describe('classify', () => {
  it('takes a call without a tool name as unknown', () => {
    expect(classify(observedCall({}), {})).toEqual({ known: false, secretKeySeen: false });
  });

  it('does not take an empty server id as a prefix', () => {
    expect(classify(observedCall({ toolName: '_invite', serverId: '' }), {}).known).toBe(false);
  });

  it('hands every alias over to be checked, grouped, the projected one first', () => {
    const call = callWith('grant_admin', { org: 'o', workspace: 'w', user: 'u', principal: 'p', role: 'r' });
    expect(classify(call, {})).toMatchObject({
      fields: [{ key: 'role', as: 'plain', value: 'r' }],
      checked: [
        { key: 'workspace_id_hash', value: 'w' },
        { key: 'workspace_id_hash', value: 'o' },
        { key: 'principal_hash', value: 'p' },
        { key: 'principal_hash', value: 'u' },
        { key: 'role', value: 'r' },
      ],
    });
  });

  it('reads arguments by own property, whatever their names', () => {
    const fields = JSON.parse('{"__proto__": {"owner": "o", "repo": "r"}, "constructor": "c"}');
    expect(classify(callWith('add_deploy_key', fields), {})).toMatchObject({
      checked: [],
      incomplete: { detail: 'missing_github_owner_or_repo' },
    });
    const inherited = Object.create({ owner: 'o', repo: 'r', token: 't' });
    expect(classify(callWith('add_deploy_key', inherited), {})).toMatchObject({ checked: [] });
    expect(classify(callWith('other', inherited), {})).toEqual({ known: false, secretKeySeen: false });
  });

  it('reads arguments without a prototype', () => {
    const fields = Object.assign(Object.create(null), { owner: 'o', repo: 'r' });
    expect(classify(callWith('add_deploy_key', fields), {})).toMatchObject({ incomplete: undefined });
  });

  it('is total over values of any JavaScript type', () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
    });
    const names = ['owner', 'repo', 'title', 'key_title', 'read_only', 'workspace_id', 'channel_id', 'user'];
    const fields = fc.dictionary(
      fc.oneof(fc.constantFrom(...names), fc.string({ unit: 'binary' })),
      anything,
    );
    const leaves = CLASSIFIERS.flatMap(({ verbs }) => Object.keys(verbs));
    fc.assert(
      fc.property(fc.constantFrom(...leaves, 'other'), fields, (name, args) => {
        const candidate = classify(callWith(name, args), {});
        expect(candidate.known).toBe(name !== 'other');
      }),
    );
  });

  it('is total over tool names and server ids', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[._/:a-]{0,12}(invite)?$/));
    fc.assert(
      fc.property(text, text, fc.boolean(), (toolName, serverId, serverIdFromName) => {
        const call = observedCall({ toolName, serverId, serverIdFromName });
        if (classify(call, {}).known) expect(toolName).toMatch(/invite$|_/);
      }),
    );
  });
});

describe('the registry', () => {
  const leaves = CLASSIFIERS.flatMap(({ verbs }) => Object.keys(verbs));

  it('knows each leaf name once', () => {
    expect(new Set(leaves).size).toBe(leaves.length);
  });

  it.each(CLASSIFIERS)('$category: requirements and kept keys name fields, domains are its own', (rule) => {
    const keys = rule.fields.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).not.toContain('provider');
    expect(keys).toEqual(expect.arrayContaining([...rule.required.flatMap(({ anyOf }) => anyOf)]));
    expect(keys).toEqual(expect.arrayContaining([...rule.keptWhenIncomplete]));
    for (const field of rule.fields) expect(field.key.endsWith('_hash')).toBe(field.as === 'hashed');
  });

  it('gives every hashed field a domain of its own', () => {
    const domains = CLASSIFIERS.flatMap(({ fields }) =>
      fields.flatMap((f) => (f.as === 'hashed' ? [f.domain] : [])),
    );
    expect(new Set(domains).size).toBe(domains.length);
  });
});
