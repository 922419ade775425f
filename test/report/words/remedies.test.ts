import { describe, expect, it } from 'vitest';
import type { Silence } from '../../../src/gate/silence.ts';
import type { Finding } from '../../../src/gate/surface-diff.ts';
import { boundLines } from '../../../src/report/words/bound-lines.ts';
import { classifierWords } from '../../../src/report/words/classifier-words.ts';
import { remedyWords, rowSays, whyWords } from '../../../src/report/words/finding-words.ts';
import { nearestWords } from '../../../src/report/words/nearest-words.ts';
import { quoted } from '../../../src/report/words/quote.ts';
import { silenceWords } from '../../../src/report/words/silence-words.ts';
import { SCENARIOS } from '../scenarios.ts';

const [some] = SCENARIOS.fail?.diff.findings ?? [];
if (some === undefined) throw new Error('Expected a finding');
const finding = (changes: Partial<Finding>): Finding => ({
  ...some,
  nearest: null,
  expected: null,
  ...changes,
});

describe('what to do', () => {
  it.each<[changes: Partial<Finding>, told: string]>([
    [
      { row: 'inconclusive_tool_target.declared', reason: 'arguments_not_captured' },
      'let the instrumentation hand the arguments over',
    ],
    [
      { row: 'inconclusive_tool_target.declared', reason: 'redacted_secret_argument' },
      'keep it out of that field, or accept the finding for some time',
    ],
    [{ row: 'attempted.incomplete', reason: 'projected_value_too_long' }, 'shorten it'],
    [
      { row: 'inconclusive_tool_target.unconstrained', reason: 'redacted_secret_argument' },
      '`--level inconclusive_tool_target.unconstrained=note`',
    ],
    [
      { row: 'inconclusive_tool_target.undeclared', reason: 'missing_slack_scope' },
      'declare it if it is meant; the call does not say it',
    ],
    [{ row: 'unclassified.high_risk', reason: 'redacted_secret_argument' }, 'find out what the tool does'],
    [{ row: 'unclassified.other', reason: 'review_expired' }, 'renew `until` of its review'],
    [
      { row: 'unclassified.other', reason: 'record_made_without_classifier' },
      'load the classifier file in the process too',
    ],
    [{ row: 'unclassified.high_risk', reason: 'classifier_not_bound' }, 'bind the classifier file to it'],
    [{ row: 'unclassified.denied', reason: 'classifier_not_bound' }, 'nothing, if the attempt is expected'],
    [{ row: 'unclassified.high_risk', reason: 'review_expired' }, 'renew `until` of its review'],
    [
      { row: 'inconclusive_observation_gap', reason: 'coverage_scoped' },
      "with the sampler wrapped in `observeToolCalls` or, where it keeps every span, `sampler: 'declared'` beside it",
    ],
    [
      { row: 'inconclusive_observation_gap', reason: 'expected_service_not_seen' },
      'compare the name with those that were seen',
    ],
  ])('fits the reason: %j', (changes, told) => {
    expect(remedyWords(finding(changes))).toContain(told);
  });
});

describe('why', () => {
  it('names the scope that a call needs', () => {
    const of = { reason: 'scope_unrecognised', expected: 'repo:deploy_key:write' };
    expect(whyWords(finding(of), quoted)).toMatch(
      /^a declared scope is not recognised; the call needs repo:deploy_key:write/,
    );
  });
});

describe('the nearest action in words', () => {
  const failed = (...keys: readonly string[]) => keys.map((key) => ({ key, case_differs: key === 'case' }));
  const words = (keys: readonly string[], class_declared = true) => {
    const of = { action: 'a', index: 0, entry: 1, key: '', case_differs: false, class_declared };
    return nearestWords({ ...of, failed: failed(...keys) }, { file: 'd.yaml', lineOf: () => 3 }, quoted);
  };

  it.each<[keys: readonly string[], told: string]>([
    [['repo'], 'repo does not fit (`allowed_targets[1]`)'],
    [['case', 'repo'], 'case differs in case alone, repo does not fit (`allowed_targets[1]`)'],
    [
      ['owner', 'allowed_effects'],
      'owner does not fit (`allowed_targets[1]`); its `allowed_effects` do not hold the effect',
    ],
    [['allowed_effects'], 'its `allowed_effects` do not hold the effect'],
    [['allowed_targets'], 'the target is not known in full'],
    [['action_class', 'owner'], 'the action class does not fit'],
  ])('tells all that does not fit: %j', (keys, told) => {
    expect(words(keys)).toBe(`a (d.yaml, line 3): ${told}`);
  });

  it('says where none of the class is declared', () => {
    expect(words(['provider', 'action_class'], false)).toBe(
      'no action of this class is declared; a (d.yaml, line 3): the provider does not fit; the action class does not fit',
    );
  });
});

describe('an action whose classifier file is not loaded', () => {
  const [failure] = [{ key: 'action_class', case_differs: false }];
  const of = { action: 'a', index: 0, entry: null, class_declared: true, class_not_loaded: true } as const;
  const nearest = { ...of, ...failure, failed: [failure] };

  it('is told as that, with the option that mends it', () => {
    const told = nearestWords(nearest, { file: 'd.yaml', lineOf: () => 8 }, quoted);
    expect(told).toBe(
      'a (d.yaml, line 8) is declared for this class, but the classifier file of the class is not loaded here: give `--classifiers`',
    );
    expect(remedyWords(finding({ row: 'new_privileged_tool_action', nearest }))).toMatch(
      /^give the classifier file of the class \(`--classifiers`\)/,
    );
  });
});

describe('a tool that a loaded file knows', () => {
  const of = { file: 'github', server: 'my-github', tools: ['create_repository', 'fork'] };
  const words = (server: string, why: Silence) => silenceWords({ ...of, server, why }, quoted);

  it.each<[server: string, why: Silence, told: string]>([
    [
      'github',
      'record_made_without_classifier',
      'github knows create_repository, fork on github, but the records were made without it: load it in the process (option `classifiers`); records are not classified again',
    ],
    [
      'my-github',
      'classifier_not_bound',
      "github knows create_repository, fork, not on my-github: if it is the same server, `--bind 'github/*=my-github'` where calls are classified",
    ],
    [
      "it's",
      'classifier_not_bound',
      'not on "it\'s": if it is the same server, bind `github/*` to it (`--bind`)',
    ],
    ['a,b', 'classifier_not_bound', 'bind `github/*` to it (`--bind`)'],
  ])('is told: %s, %s', (server, why, told) => {
    expect(words(server, why)).toContain(told);
  });

  it('was known to no classifier when it was recorded', () => {
    expect(rowSays(finding({ row: 'unclassified.other', reason: 'classifier_not_bound' }))).toBe(
      'an allowed call of a tool that no classifier knew when it was recorded',
    );
    expect(rowSays(finding({ row: 'unclassified.other', reason: 'unknown_tool_name' }))).toBe(
      'an allowed call of a tool that no classifier knows',
    );
  });
});

describe('runs that were classified by other rules', () => {
  const [here, crm] = ['assay.classifiers.v0', 'crm@sha256:aa'];
  const last = (loaded: readonly string[], ...made: readonly (readonly string[])[]) =>
    classifierWords(
      { loaded, runs: made.map((classifier_version) => ({ run_id: 'a', classifier_version })) },
      quoted,
    ).at(-1);

  it.each<[title: string, told: string | undefined, end: string]>([
    ['here', last([here], [here, crm]), '; load the same files with `--classifiers`'],
    [
      'there',
      last([here, crm], [here]),
      '; load the same files in the process (option `classifiers`): records are not classified again',
    ],
    [
      'in both places',
      last([here, crm], [here, 'crm@sha256:bb']),
      '; load the same files with `--classifiers`, and in the process (option `classifiers`): records are not classified again',
    ],
  ])('lack files %s', (_title, told, end) => {
    expect(told?.endsWith(end)).toBe(true);
  });
});

describe('what bounds a run', () => {
  it('names the watch that is missing where there is no gap', () => {
    const [run] = SCENARIOS.pass?.diff.runs ?? [];
    if (run?.scope == null) throw new Error('Expected a scope');
    const emitters = run.scope.emitters.map((entry) => ({ ...entry, attested: [] }));
    const scoped = {
      ...run,
      scope: { ...run.scope, emitters },
      coverage: { ...run.coverage, level: 'scoped' },
    } as const;
    expect(boundLines(run)).toEqual([]);
    expect(boundLines(scoped, quoted)).toEqual([
      'client calls of the whole process of agent were not watched from its beginning',
    ]);
  });
});
