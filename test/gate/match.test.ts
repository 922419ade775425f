import { describe, expect, it } from 'vitest';
import { CLASSIFIERS } from '../../src/classify/registry.ts';
import type { ClassifierRule, FieldRule } from '../../src/classify/rule.ts';
import { BUILT_IN } from '../../src/classify/rule-set.ts';
import type { DeclaredAction, TargetEntry } from '../../src/gate/declared-surface.ts';
import { gate } from '../../src/gate/gate.ts';
import type { ObservedRecord } from '../../src/gate/observed-run.ts';
import { declared, GITHUB, SLACK, WORKSPACE_ADMIN } from './declared.ts';
import { ACME, ALICE, CALLS, CHANNEL, OUTCOMES, runOf, TITLE, TODAY, WORKSPACE } from './observed.ts';

const ACTIONS = { github: GITHUB, slack: SLACK, workspace: WORKSPACE_ADMIN };
type Kind = keyof typeof ACTIONS;

function rowsOf(
  call: ObservedRecord,
  action: DeclaredAction,
  classifiers: readonly ClassifierRule[] = CLASSIFIERS,
): readonly string[] {
  const run = runOf({ ...call, ...OUTCOMES.allowed });
  const { findings, matched } = gate([run], declared([action]), {
    today: TODAY,
    classifiers: { ...BUILT_IN, rules: classifiers },
  });
  return [...matched.map(() => 'matched'), ...new Set(findings.map(({ row }) => row))];
}

function withTarget(
  kind: Kind,
  changes: Readonly<Record<string, string | boolean | null | undefined>>,
): ObservedRecord {
  const call = CALLS[kind];
  const target = Object.entries({ ...call.action.target, ...changes }).filter(
    ([, value]) => value !== undefined,
  );
  return { ...call, action: { ...call.action, target: { provider: kind, ...Object.fromEntries(target) } } };
}

const MATCHED = ['matched'];
const UNDECLARED = ['new_privileged_tool_action'];

describe('an entry of a complete target', () => {
  it.each<
    [
      title: string,
      kind: Kind,
      entries: readonly TargetEntry[],
      changes?: Readonly<Record<string, string | boolean | null | undefined>>,
    ]
  >([
    ['no entry', 'github', []],
    ['an empty entry', 'github', [{}]],
    ['plain fields that are equal', 'github', [{ owner: 'org', repo: 'prod-repo' }]],
    ['one field, the other left open', 'github', [{ repo: 'prod-repo' }]],
    ['any value', 'github', [{ owner: '*', repo: 'prod-repo', read_only: '*', title: '*' }]],
    [
      'any value of what is absent',
      'github',
      [{ read_only: '*', title: '*' }],
      { read_only: undefined, key_title_hash: undefined },
    ],
    ['any value of what is null', 'slack', [{ channel_id: '*' }]],
    ['one of two entries', 'github', [{ owner: 'other' }, { owner: 'org' }]],
    ['a flag', 'github', [{ read_only: false }]],
    ['null for what is null', 'slack', [{ channel_id: null }]],
    ['null for what is absent', 'github', [{ title: null }], { key_title_hash: undefined }],
    ['a control character in the declared value', 'github', [{ repo: 'prod\u0007' }], { repo: 'prod\ufffd' }],
    ['a plain value that looks like a hash', 'github', [{ repo: 'sha256:12' }], { repo: 'sha256:12' }],
    ['an identifier in plain', 'slack', [{ workspace_id: 'T0123' }]],
    ['an identifier in other case and with white space', 'slack', [{ workspace_id: '\u0085 t0123 ' }]],
    ['its other names', 'slack', [{ workspace: 'T0123', principal: 'alice@example.com' }]],
    ['its other names', 'slack', [{ org: 'T0123', user: 'alice@example.com' }]],
    ['its other names', 'slack', [{ workspace_id_hash: 'T0123', user_id: 'Alice@Example.com' }]],
    ['its other names', 'workspace', [{ workspace: 'acme', user_id: 'bob@example.com', role: 'admin' }]],
    ['its other names', 'workspace', [{ org: 'ACME', principal_hash: 'bob@example.com' }]],
    ['its other names', 'github', [{ title: 'ci-key' }, { owner: 'x' }]],
    ['its other names', 'github', [{ key_title: 'CI-Key' }]],
    ['a hash', 'slack', [{ workspace_id: WORKSPACE, principal_hash: ALICE }]],
    ['a hash in upper case', 'workspace', [{ workspace: `sha256:${ACME.slice(7).toUpperCase()}` }]],
    [
      'a hash that the record has in upper case',
      'github',
      [{ title: TITLE }],
      { key_title_hash: `sha256:${TITLE.slice(7).toUpperCase()}` },
    ],
  ])('holds: %s', (_title, kind, allowed_targets, changes = {}) => {
    expect(rowsOf(withTarget(kind, changes), { ...ACTIONS[kind], allowed_targets })).toEqual(MATCHED);
  });

  it.each<
    [
      title: string,
      kind: Kind,
      entries: readonly TargetEntry[],
      changes?: Readonly<Record<string, string | boolean | null | undefined>>,
    ]
  >([
    ['a plain field that differs', 'github', [{ owner: 'org', repo: 'prod' }]],
    ['a plain field in another case', 'github', [{ owner: 'Org' }]],
    ['a plain field with white space', 'github', [{ owner: 'org ' }]],
    [
      'a part of each of two entries',
      'github',
      [
        { owner: 'org', repo: 'other' },
        { owner: 'other', repo: 'prod-repo' },
      ],
    ],
    ['a flag that differs', 'github', [{ read_only: true }]],
    ['a flag that is absent', 'github', [{ read_only: false }], { read_only: undefined }],
    ['a field that is absent', 'github', [{ title: 'ci-key' }], { key_title_hash: undefined }],
    ['a field that is null', 'slack', [{ channel_id: 'C0123' }]],
    ['null for what is there', 'github', [{ title: null }]],
    ['a field that the class does not have', 'github', [{ owner: 'org', branch: 'main' }]],
    ['such a field in another case', 'github', [{ branch: 'main' }], { branch: 'Main' }],
    ['an identifier that differs', 'slack', [{ workspace_id: 'T0124' }]],
    ['an identifier under the domain of another category', 'workspace', [{ workspace: WORKSPACE }]],
    ['a hash of another field', 'slack', [{ workspace_id: CHANNEL }]],
    ['the hash of a hash', 'slack', [{ workspace_id: ` ${WORKSPACE}` }]],
  ])('does not hold: %s', (_title, kind, allowed_targets, changes = {}) => {
    expect(rowsOf(withTarget(kind, changes), { ...ACTIONS[kind], allowed_targets })).toEqual(UNDECLARED);
  });
});

describe('an action', () => {
  it.each<[title: string, changes: Partial<DeclaredAction>]>([
    ['of another provider', { provider: 'gitlab' }],
    ['of another class', { action_class: 'workspace_admin', allowed_targets: [] }],
    ['of a class that nothing produces', { action_class: 'github_repository', allowed_targets: [] }],
    ['that allows other effects', { allowed_effects: ['deny'] }],
  ])('does not match: %s', (_title, changes) => {
    expect(rowsOf(CALLS.github, { ...GITHUB, ...changes })).toEqual(UNDECLARED);
  });

  it('must hold all that makes the match: two actions do not add up', () => {
    const halves = [
      { ...GITHUB, id: 'effect', allowed_targets: [{ repo: 'other' }] },
      { ...GITHUB, id: 'target', allowed_effects: ['deny'] as const },
    ];
    const diff = gate([runOf(CALLS.github)], declared(halves), { today: TODAY });
    expect(diff.findings.map(({ row }) => row)).toEqual(UNDECLARED);
  });

  it('is named with every other one that matches', () => {
    const actions = [
      GITHUB,
      { ...GITHUB, id: 'too', allowed_targets: [] },
      { ...GITHUB, id: 'no', provider: 'x' },
    ];
    const diff = gate([runOf(CALLS.github)], declared(actions), { today: TODAY });
    expect(diff.matched.map(({ actions }) => actions)).toEqual([['github', 'too']]);
    expect(diff.unobserved).toEqual([{ id: 'no', index: 2 }]);
  });

  it('never matches a class that no loaded classifier produces, even one that a record has', () => {
    const options = {
      today: TODAY,
      classifiers: { ...BUILT_IN, rules: CLASSIFIERS.filter(({ provider }) => provider !== 'github') },
    };
    const diff = gate([runOf(CALLS.github)], declared([{ ...GITHUB, allowed_targets: [] }]), options);
    expect(
      diff.findings.map(({ row, nearest }) => [
        row,
        nearest?.key,
        nearest?.case_differs,
        nearest?.class_declared,
        nearest?.class_not_loaded,
      ]),
    ).toEqual([['new_privileged_tool_action', 'action_class', false, true, true]]);
  });
});

describe('an action of a classifier of its own', () => {
  const principal: FieldRule = {
    key: 'principal_hash',
    aliases: ['contact'],
    as: 'hashed',
    domain: 'slack_principal',
  };
  const folder: FieldRule = { key: 'folder', aliases: ['user'], as: 'plain' };
  const call: ObservedRecord = {
    ...CALLS.slack,
    ...OUTCOMES.allowed,
    tool: { name: 'share', category: 'crm_share' },
    action: { ...CALLS.slack.action, target: { provider: 'crm', principal_hash: ALICE, folder: 'plans' } },
  };

  it.each<[title: string, entry: TargetEntry, rows: readonly string[]]>([
    ['by the names of its fields', { contact: 'alice@example.com', folder: 'plans' }, MATCHED],
    ['by the names that another class has for a field', { user_id: 'alice@example.com' }, MATCHED],
    ['by such a name, and another value', { user_id: 'bob@example.com' }, UNDECLARED],
    // Elsewhere `user` says the principal.
    ['by its own word for another field', { user: 'plans' }, MATCHED],
    ['by its own word, taken for the other field', { user: 'alice@example.com' }, UNDECLARED],
  ])('is compared %s', (_title, entry, rows) => {
    for (const fields of [
      [principal, folder],
      [folder, principal],
    ]) {
      const rule: ClassifierRule = {
        category: 'crm_share',
        actionClass: 'privileged_admin_action',
        nonClaims: [],
        provider: 'crm',
        resourceType: 'share',
        requiredScope: 'share:write',
        verbs: { share: 'share' },
        fields,
        required: [],
        keptWhenIncomplete: [],
      };
      const action = { ...GITHUB, provider: 'crm', action_class: 'crm_share', allowed_targets: [entry] };
      expect(rowsOf(call, action, [...CLASSIFIERS, rule])).toEqual(rows);
    }
  });
});

describe('an incomplete target', () => {
  const redacted = (target: Readonly<Record<string, string | null>>): ObservedRecord => ({
    ...CALLS.slack,
    classification: 'redaction_failed',
    reason_code: 'redacted_secret_argument',
    action: { ...CALLS.slack.action, target: { provider: 'slack', ...target } },
  });

  it.each<[title: string, entry: TargetEntry, row: string]>([
    ['says enough', { workspace_id: 'T0123' }, 'unconstrained'],
    ['says enough beside any value', { workspace_id: 'T0123', channel_id: '*' }, 'unconstrained'],
    ['does not say a field', { workspace_id: 'T0123', user: 'alice@example.com' }, 'declared'],
    ['does not say that a field is not there', { workspace_id: 'T0123', channel_id: null }, 'declared'],
    ['contradicts a value', { workspace_id: 'T0124' }, 'undeclared'],
    ['contradicts an absence', { workspace_id: null }, 'undeclared'],
  ])('%s', (_title, entry, row) => {
    const action = { ...SLACK, allowed_targets: [entry] };
    expect(rowsOf(redacted({ workspace_id_hash: WORKSPACE }), action)).toEqual([
      `inconclusive_tool_target.${row}`,
    ]);
  });

  it.each<[title: string, entries: readonly TargetEntry[], row: string]>([
    [
      'one, though it contradicts the other',
      [{ workspace_id: 'T0124' }, { workspace_id: 'T0123' }],
      'unconstrained',
    ],
    [
      'neither: one it contradicts, of the other it does not say enough',
      [{ workspace_id: 'T0124' }, { workspace_id: 'T0123', user: 'alice@example.com' }],
      'declared',
    ],
  ])('may meet, of two entries, %s', (_title, allowed_targets, row) => {
    const call = redacted({ workspace_id_hash: WORKSPACE });
    expect(rowsOf(call, { ...SLACK, allowed_targets })).toEqual([`inconclusive_tool_target.${row}`]);
  });

  it('does not say more by null than by nothing', () => {
    const action = { ...SLACK, allowed_targets: [{ channel_id: null }] };
    expect(rowsOf(redacted({ channel_id_hash: null }), action)).toEqual([
      'inconclusive_tool_target.declared',
    ]);
  });

  it('may be an action that is otherwise not observed', () => {
    const actions = [GITHUB, { ...GITHUB, id: 'other', allowed_targets: [{ owner: 'other' }] }, SLACK];
    const diff = gate([runOf({ ...CALLS.incomplete, ...OUTCOMES.allowed })], declared(actions), {
      today: TODAY,
    });
    expect(diff.unobserved.map(({ id }) => id)).toEqual(['other', 'slack']);
  });
});
