import { describe, expect, it } from 'vitest';
import type { DeclaredAction } from '../../src/gate/declared-surface.ts';
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

const at = (
  action: string,
  index: number,
  entry: number | null,
  key: string,
  case_differs = false,
): Nearest => ({
  action,
  index,
  entry,
  key,
  case_differs,
});

describe('the nearest declared action', () => {
  it.each<[title: string, actions: readonly DeclaredAction[], expected: Nearest | null]>([
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
    expect(nearest(actions)).toEqual(expected);
  });

  it('does not compare the case of what is not there', () => {
    const target = { provider: 'workspace', workspace_id_hash: ACME };
    const call = { ...CALLS.workspace, action: { ...CALLS.workspace.action, target } };
    const actions = [{ ...WORKSPACE_ADMIN, allowed_targets: [{ role: 'admin' }] }];
    expect(nearest(actions, call)).toEqual(at('workspace', 0, 0, 'role'));
  });

  it('does not count what an incomplete target leaves unsaid', () => {
    const two = [{ ...GITHUB, allowed_targets: [{ repo: 'prod-repo', owner: 'other' }] }];
    expect(nearest(two, CALLS.incomplete)).toEqual(at('github', 0, 0, 'owner'));
  });

  it('names what is unsaid where nothing else failed', () => {
    expect(nearest([GITHUB], CALLS.incomplete, 'failed')).toEqual(at('github', 0, 0, 'repo'));
  });

  it('is looked for with the effect that was needed', () => {
    const actions: readonly DeclaredAction[] = [{ ...GITHUB, allowed_effects: ['allow'] }];
    expect(nearest(actions, CALLS.github, 'denied')).toEqual(at('github', 0, 0, 'allowed_effects'));
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
