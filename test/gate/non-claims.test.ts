import { describe, expect, it } from 'vitest';
import type { ClassifierRule } from '../../src/classify/rule.ts';
import { ruleSet } from '../../src/classify/rule-set.ts';
import { gate } from '../../src/gate/gate.ts';
import type { ObservedRecord } from '../../src/gate/observed-run.ts';
import { declared } from './declared.ts';
import { CALLS, runOf, TODAY } from './observed.ts';

const rule = (category: string, ...nonClaims: readonly string[]): ClassifierRule => ({
  category,
  actionClass: 'opaque_execution',
  provider: 'shell',
  resourceType: 'command',
  requiredScope: null,
  verbs: { run: 'run' },
  fields: [],
  required: [],
  keptWhenIncomplete: [],
  nonClaims,
});
const LOADED = ruleSet([rule('own/one', 'first', 'second'), rule('own/two', 'third')], ['own']);

const ran = (category: string): ObservedRecord => ({
  ...CALLS.github,
  tool: { name: 'run', category },
  action: { ...CALLS.github.action, class: 'opaque_execution' },
});
const state: ObservedRecord = {
  ...ran('own/two'),
  action: { ...CALLS.github.action, class: 'state_changing_action' },
};

/** What is said beside what is said of every diff. */
function added(...records: readonly ObservedRecord[]): readonly string[] {
  const options = { today: TODAY, classifiers: LOADED };
  const always = gate([runOf()], declared([]), options).non_claims;
  const all = gate([runOf(), runOf(...records)], declared([]), options).non_claims;
  expect(all.slice(0, always.length)).toEqual(always);
  return all.slice(always.length).map((claim) => claim.replace(/^(opaque_execution: ).*/u, '$1…'));
}

describe('what a diff does not claim', () => {
  it.each<[title: string, records: readonly ObservedRecord[], claims: readonly string[]]>([
    ['nothing more of unknown tools', [CALLS.unknown], []],
    ['what its classifier says of a call', [state], ['own/two: third']],
    [
      'that of every classifier once, in their order',
      [state, { ...state, tool: { name: 'run', category: 'own/one' } }, state],
      ['own/one: first', 'own/one: second', 'own/two: third'],
    ],
    ['that a text which a call ran was read', [ran('own/two')], ['opaque_execution: …', 'own/two: third']],
    [
      'the same where one call of several ran a text',
      [state, ran('own/two'), CALLS.unknown],
      ['opaque_execution: …', 'own/two: third'],
    ],
    ['the same of a class that nobody loaded', [ran('gone')], ['opaque_execution: …']],
  ])('has, beside what is always said, %s', (_title, records, claims) => {
    expect(added(...records)).toEqual(claims);
  });
});
