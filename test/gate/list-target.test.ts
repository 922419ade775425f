import { describe, expect, it } from 'vitest';
import type { ClassifierRule } from '../../src/classify/rule.ts';
import { ruleSet } from '../../src/classify/rule-set.ts';
import type { DeclaredAction, TargetEntry } from '../../src/gate/declared-surface.ts';
import { draftDeclaration } from '../../src/gate/draft-declaration.ts';
import { gate } from '../../src/gate/gate.ts';
import type { ObservedRecord } from '../../src/gate/observed-run.ts';
import { targetHash } from '../../src/redact/target-hash.ts';
import { declared, GITHUB } from './declared.ts';
import { CALLS, OUTCOMES, runOf, surfaceOf, TODAY } from './observed.ts';

/** A class whose targets have a list: whom a message goes to. */
const MAIL: ClassifierRule = {
  category: 'mail/send',
  actionClass: 'state_changing_action',
  provider: 'mail',
  resourceType: 'message',
  requiredScope: null,
  verbs: { send: 'send' },
  fields: [
    {
      key: 'to_hashes',
      aliases: ['to', 'recipients[].address'],
      as: 'hashed',
      domain: 'mail_to',
      list: true,
    },
    { key: 'folder', aliases: ['folder'], as: 'plain' },
  ],
  required: [],
  keptWhenIncomplete: [],
  nonClaims: [],
};
const LOADED = ruleSet([MAIL], ['mail']);

type Value = TargetEntry[string];
const [ANN, BEN, CAT] = ['ann', 'ben', 'cat'].map((name) => targetHash('mail_to', name)) as [
  string,
  string,
  string,
];
const inCapitals = (hash: string) => `sha256:${hash.slice(7).toUpperCase()}`;

const sent = (to_hashes: Value | undefined, changes: Partial<ObservedRecord> = {}): ObservedRecord => ({
  ...CALLS.slack,
  ...OUTCOMES.allowed,
  tool: { name: 'send', category: 'mail/send' },
  action: {
    ...CALLS.slack.action,
    target: { provider: 'mail', folder: 'out', ...(to_hashes !== undefined && { to_hashes }) },
  },
  ...changes,
});

function judged(call: ObservedRecord, ...entries: readonly TargetEntry[]) {
  const action: DeclaredAction = {
    ...GITHUB,
    provider: 'mail',
    action_class: 'mail/send',
    allowed_targets: entries,
  };
  return gate([runOf(call)], declared([action]), { today: TODAY, classifiers: LOADED });
}

describe('a declared list', () => {
  it.each<[title: string, to: Value, observed: Value | undefined]>([
    ['all of its members', ['ann', 'ben'], [ANN, BEN]],
    ['some of them', ['ann', 'ben', 'cat'], [BEN]],
    ['them in any order', ['ben', 'ann'], [ANN, BEN]],
    ['one member that is declared without a list', 'ann', [ANN]],
    ['members declared as hashes', [ANN, inCapitals(BEN)], [ANN, BEN]],
    ['hashes that a record has in capitals', ['ann'], [inCapitals(ANN)]],
    ['any value', '*', [CAT]],
    ['null of what is absent', null, undefined],
  ])('holds for %s', (_title, to, observed) => {
    expect(judged(sent(observed), { to })).toMatchObject({ verdict: 'pass', findings: [] });
  });

  it.each<[title: string, to: Value, observed: Value | undefined]>([
    ['a member beside those declared', ['ann', 'ben'], [ANN, CAT]],
    ['a member beside the one declared', 'ann', [ANN, BEN]],
    ['the hash of a hash', [` ${ANN}`], [ANN]],
    ['a list where none may be', null, [ANN]],
    ['no list', ['ann'], undefined],
    ['one value that is no list', ['ann'], ANN],
  ])('does not hold for %s', (_title, to, observed) => {
    const { findings } = judged(sent(observed), { to, folder: 'out' });
    expect(findings.map(({ row, nearest }) => [row, nearest?.failed])).toEqual([
      ['new_privileged_tool_action', [{ key: 'to', case_differs: false }]],
    ]);
  });

  it('is declared by the names of its arguments, without the brackets', () => {
    expect(judged(sent([ANN]), { 'recipients.address': ['ann'] }).verdict).toBe('pass');
    expect(judged(sent([ANN]), { 'recipients[].address': ['ann'] }).verdict).toBe('fail');
  });

  it('is no list of another field', () => {
    const call = sent([ANN]);
    const target = { provider: 'mail', to_hashes: [ANN], folder: [ANN] };
    const { findings } = judged({ ...call, action: { ...call.action, target } }, { folder: ANN });
    expect(findings.map(({ nearest }) => nearest?.key)).toEqual(['folder']);
  });

  it('may hold for a call that does not say its list', () => {
    const { findings } = judged(sent(undefined, { classification: 'classified_incomplete' }), {
      to: ['ann'],
    });
    expect(findings.map(({ row }) => row)).toEqual(['inconclusive_tool_target.declared']);
  });
});

describe('a draft of a list', () => {
  const drafted = (to: Value) => draftDeclaration([surfaceOf(sent(to))], LOADED.rules);

  it('has the hashes that were seen, and passes', () => {
    const { declared: surface, leftOut } = drafted([ANN, BEN]);
    const [action] = surface.declared_tool_actions;
    expect(action?.allowed_targets).toEqual([{ to_hashes: [ANN, BEN], folder: 'out' }]);
    expect(leftOut.unwritable).toBe(0);
    const options = { today: TODAY, classifiers: LOADED };
    expect(gate([runOf(sent([ANN, BEN]))], surface, options).verdict).toBe('pass');
  });

  it.each<[title: string, to: Value]>([
    ['one value that is no list', ANN],
    ['a member that is no hash', [ANN, 'ben']],
    ['a flag', true],
  ])('is none of %s', (_title, to) => {
    expect(drafted(to)).toMatchObject({
      declared: { declared_tool_actions: [] },
      leftOut: { unwritable: 1 },
    });
  });
});
