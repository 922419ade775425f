import { describe, expect, it } from 'vitest';
import type { DeclaredAction, TargetEntry } from '../../src/gate/declared-surface.ts';
import { gate } from '../../src/gate/gate.ts';
import type { Nearest } from '../../src/gate/nearest.ts';
import type { ObservedRecord } from '../../src/gate/observed-run.ts';
import { declared, GITHUB, SLACK, WORKSPACE_ADMIN } from './declared.ts';
import { ACME, CALLS, OUTCOMES, runOf, TODAY } from './observed.ts';

function nearest(
  actions: readonly DeclaredAction[],
  call: ObservedRecord = CALLS.github,
  outcome: keyof typeof OUTCOMES = 'allowed',
): Nearest | null | undefined {
  const diff = gate([runOf({ ...call, ...OUTCOMES[outcome] })], declared(actions), { today: TODAY });
  return diff.findings[0]?.nearest;
}

const at = (action: string, index: number, entry: number | null, key: string, case_differs = false) => ({
  action,
  index,
  entry,
  key,
  case_differs,
});

const DENY: Pick<DeclaredAction, 'allowed_effects'> = { allowed_effects: ['deny'] };

/** All that failed, and whether an action of the class is declared. */
const failedIn = (found: Nearest | null | undefined) => [
  found?.failed.map(({ key }) => key),
  found?.class_declared,
];

describe('the nearest declared action', () => {
  it.each<[title: string, actions: readonly DeclaredAction[], expected: ReturnType<typeof at> | null]>([
    ['is none where nothing is declared', [], null],
    ['fails at the provider first', [SLACK], at('slack', 0, 0, 'provider')],
    [
      'fails at the class next',
      [{ ...WORKSPACE_ADMIN, provider: 'github' }],
      at('workspace', 0, 0, 'action_class'),
    ],
    [
      'then at the keys of its entry',
      [{ ...GITHUB, allowed_targets: [{ repo: 'a', owner: 'b' }] }],
      at('github', 0, 0, 'repo'),
    ],
    [
      'as they are called there',
      [{ ...GITHUB, allowed_targets: [{ owner: 'org', title: 'other' }] }],
      at('github', 0, 0, 'title'),
    ],
    [
      'even where the class has no such key',
      [{ ...GITHUB, allowed_targets: [{ owner: 'org', branch: 'main' }] }],
      at('github', 0, 0, 'branch'),
    ],
    ['then at the effect', [{ ...GITHUB, allowed_effects: ['deny'] }], at('github', 0, 0, 'allowed_effects')],
    [
      'has no entry where none is declared',
      [{ ...GITHUB, allowed_targets: [], allowed_effects: ['deny'] }],
      at('github', 0, null, 'allowed_effects'),
    ],
    [
      'has the fewest failures',
      [
        SLACK,
        {
          ...GITHUB,
          allowed_targets: [
            { owner: 'a', repo: 'b' },
            { owner: 'org', repo: 'b' },
          ],
        },
      ],
      at('github', 1, 1, 'repo'),
    ],
    [
      'has the fewest failures, its effect among them',
      [
        { ...GITHUB, allowed_targets: [{ owner: 'a' }], allowed_effects: ['deny'] },
        { ...GITHUB, id: 'one', allowed_targets: [{ owner: 'a' }] },
      ],
      at('one', 1, 0, 'owner'),
    ],
    [
      'is the first of equals',
      [
        SLACK,
        { ...GITHUB, id: 'one', allowed_targets: [{ owner: 'a' }, { owner: 'b' }] },
        { ...GITHUB, id: 'two', allowed_targets: [{ owner: 'a' }] },
      ],
      at('one', 1, 0, 'owner'),
    ],
    [
      'says where a field differs in case alone',
      [{ ...GITHUB, allowed_targets: [{ owner: 'ORG' }] }],
      at('github', 0, 0, 'owner', true),
    ],
    [
      'says where the provider does',
      [{ ...GITHUB, provider: 'GitHub' }],
      at('github', 0, 0, 'provider', true),
    ],
    [
      'says where the class does',
      [{ ...GITHUB, action_class: 'GitHub_Deploy_Key' }],
      at('github', 0, null, 'action_class', true),
    ],
    [
      'does not say it of a flag',
      [{ ...GITHUB, allowed_targets: [{ read_only: true }] }],
      at('github', 0, 0, 'read_only'),
    ],
  ])('%s', (_title, actions, expected) => {
    const found = nearest(actions);
    if (expected === null) expect(found).toBeNull();
    else expect(found).toMatchObject(expected);
  });

  it.each<[title: string, changes: Partial<DeclaredAction>]>([
    ['the other of another provider', { provider: 'gitlab', allowed_targets: [{ owner: 'a' }] }],
    ['the other of another class', { action_class: 'workspace_admin', allowed_targets: [{ user: 'a' }] }],
    ['the other for every target of another provider', { provider: 'gitlab', allowed_targets: [], ...DENY }],
    ['the other of a class that nothing produces', { action_class: 'gone', allowed_targets: [], ...DENY }],
    ['the other for another effect', { allowed_targets: [{ owner: 'a' }], ...DENY }],
  ])('is the first of equals, %s', (_title, changes) => {
    const first = { ...GITHUB, allowed_targets: [{ owner: 'a', repo: 'b' }] };
    const found = nearest([first, { ...GITHUB, ...changes, id: 'other' }]);
    expect(found).toMatchObject(at('github', 0, 0, 'owner'));
    expect(failedIn(found)).toEqual([['owner', 'repo'], true]);
  });

  it.each<
    [title: string, actions: readonly DeclaredAction[], failed: readonly string[], isDeclared: boolean]
  >([
    ['one key', [{ ...GITHUB, allowed_targets: [{ owner: 'a' }] }], ['owner'], true],
    [
      'the fields, then the effect',
      [{ ...GITHUB, allowed_targets: [{ repo: 'b', owner: 'a' }], allowed_effects: ['deny'] }],
      ['repo', 'owner', 'allowed_effects'],
      true,
    ],
    ['the head, then the fields', [SLACK], ['provider', 'action_class', 'workspace_id'], false],
    [
      'less than an action of the class, which is declared all the same',
      [
        { ...SLACK, allowed_targets: [] },
        { ...GITHUB, allowed_targets: [{ owner: 'a', repo: 'b' }], allowed_effects: ['deny'] },
      ],
      ['provider', 'action_class'],
      true,
    ],
  ])('tells all that failed: %s', (_title, actions, failed, isDeclared) => {
    expect(failedIn(nearest(actions))).toEqual([failed, isDeclared]);
  });

  it('is the first of those of which nothing failed', () => {
    const actions = [GITHUB, { ...GITHUB, id: 'two' }];
    const found = nearest(actions, CALLS.incomplete, 'failed');
    expect(found).toMatchObject(at('github', 0, 0, 'repo'));
    expect(failedIn(found)).toEqual([['repo'], true]);
  });

  it('does not compare the case of what is not there', () => {
    const target = { provider: 'workspace', workspace_id_hash: ACME };
    const call = { ...CALLS.workspace, action: { ...CALLS.workspace.action, target } };
    const actions = [{ ...WORKSPACE_ADMIN, allowed_targets: [{ role: 'admin' }] }];
    expect(nearest(actions, call)).toMatchObject(at('workspace', 0, 0, 'role'));
  });

  it('does not count what an incomplete target leaves unsaid', () => {
    const two = [{ ...GITHUB, allowed_targets: [{ repo: 'prod-repo', owner: 'other' }] }];
    expect(nearest(two, CALLS.incomplete)).toMatchObject(at('github', 0, 0, 'owner'));
  });

  it('names what is unsaid where nothing else failed', () => {
    expect(nearest([GITHUB], CALLS.incomplete, 'failed')).toMatchObject(at('github', 0, 0, 'repo'));
  });

  it.each<[title: string, entries: DeclaredAction['allowed_targets'], entry: number, key: string]>([
    ['the first of several', [{ repo: 'prod-repo', read_only: false, owner: 'org' }], 0, 'repo'],
    ['of an entry that nothing contradicts', [{ owner: 'other' }, { read_only: true }], 1, 'read_only'],
    ['of the first of such entries', [{ title: 'x' }, { repo: 'x' }], 0, 'title'],
  ])('names one key that is unsaid: %s', (_title, allowed_targets, entry, key) => {
    const found = nearest([{ ...GITHUB, allowed_targets }], CALLS.incomplete, 'failed');
    expect(found).toMatchObject(at('github', 0, entry, key));
    expect(failedIn(found)).toEqual([[key], true]);
  });

  it('is looked for with the effect that was needed', () => {
    const actions: readonly DeclaredAction[] = [{ ...GITHUB, allowed_effects: ['allow'] }];
    expect(nearest(actions, CALLS.github, 'denied')).toMatchObject(at('github', 0, 0, 'allowed_effects'));
  });

  it.each<[title: string, call: ObservedRecord, outcome: keyof typeof OUTCOMES, id: string | undefined]>([
    ['a denied attempt', CALLS.github, 'denied', 'github'],
    ['an attempt whose target is not known in full', CALLS.incomplete, 'denied', 'github'],
    ['a call that fits what is known', CALLS.incomplete, 'allowed', 'github'],
    ['a failed decision', CALLS.github, 'failed', 'github'],
    ['an unknown tool', CALLS.unknown, 'allowed', undefined],
    ['a call of another class', CALLS.workspace, 'allowed', undefined],
  ])('gives way to the action that speaks of the call: %s', (_title, call, outcome, id) => {
    const actions = [SLACK, GITHUB];
    const { findings } = gate([runOf({ ...call, ...OUTCOMES[outcome] })], declared(actions), {
      today: TODAY,
    });
    const [found] = findings;
    expect(found?.declared).toEqual(id === undefined ? null : { id, index: 1 });
    if (id !== undefined) expect(found?.nearest).toBeNull();
  });

  it.each<[title: string, ids: readonly string[], id: string, index: number]>([
    ['that holds, whatever is unsaid', ['other', 'unsaid', 'holds'], 'holds', 2],
    ['that nothing contradicts', ['other', 'unsaid'], 'unsaid', 1],
    ['of the provider and the class', ['other'], 'other', 0],
  ])('gives way, of several actions, to the one %s', (_title, ids, id, index) => {
    const targets: Readonly<Record<string, TargetEntry>> = {
      other: { owner: 'other' },
      unsaid: { owner: 'org', repo: 'prod-repo' },
      holds: { owner: 'org' },
    };
    const actions = ids.map((one) => ({ ...GITHUB, id: one, allowed_targets: [targets[one] ?? {}] }));
    const call = { ...CALLS.incomplete, ...OUTCOMES.denied };
    const { findings } = gate([runOf(call)], declared(actions), { today: TODAY });
    expect(findings.map((finding) => [finding.nearest, finding.declared])).toContainEqual([
      null,
      { id, index },
    ]);
  });

  it('stands on undeclared calls alone, on both of their findings', () => {
    const { findings } = gate(
      [runOf({ ...CALLS.incomplete, ...OUTCOMES['denied with a result'] })],
      declared([SLACK]),
      { today: TODAY },
    );
    expect(findings.map(({ code, nearest }) => [code, nearest?.key])).toEqual([
      ['new_privileged_tool_action', 'provider'],
      ['inconclusive_tool_target', 'provider'],
      ['attempted_privileged_tool_action_denied', undefined],
    ]);
    expect(nearest([GITHUB], CALLS.github, 'denied')).toBeNull();
  });
});
