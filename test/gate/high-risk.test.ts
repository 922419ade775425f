import { describe, expect, it } from 'vitest';
import { gate } from '../../src/gate/gate.ts';
import { isHighRiskName } from '../../src/gate/high-risk.ts';
import { HIGH_RISK_WORDS, type HighRiskChanges, highRiskWords } from '../../src/gate/high-risk-words.ts';
import { declared } from './declared.ts';
import { runOf, TODAY, unknownTool } from './observed.ts';

/** As they are published. */
const VERBS =
  'grant revoke invite delete destroy drop purge transfer rotate disable publish deploy exec execute impersonate escalate';
const NOUNS =
  'admin role permission token secret key credential password member collaborator owner policy webhook certificate billing';

describe('the lists', () => {
  it('are those that are published', () => {
    expect(HIGH_RISK_WORDS).toEqual({
      verbs: VERBS.split(' '),
      nouns: NOUNS.split(' '),
      readVerbs: 'get list read search find describe check fetch count show'.split(' '),
      secretNouns: 'token secret key credential password'.split(' '),
    });
  });
});

describe('the words in force', () => {
  const { nouns } = HIGH_RISK_WORDS;
  it.each<[title: string, changes: HighRiskChanges | undefined, expected: readonly string[]]>([
    ['without changes', undefined, nouns],
    ['with changes of another list', { verbs: { add: ['wipe'], remove: ['drop'] } }, nouns],
    ['with a word more', { nouns: { add: ['vault'] } }, [...nouns, 'vault']],
    ['with a word less', { nouns: { remove: ['admin'] } }, nouns.slice(1)],
    ['with a word that is both added and removed', { nouns: { add: ['vault'], remove: ['vault'] } }, nouns],
  ])('are the published ones %s', (_title, changes, expected) => {
    expect(highRiskWords(changes)).toEqual({ ...highRiskWords(changes), nouns: expected });
  });
});

describe('a name of high risk', () => {
  it.each([
    ...HIGH_RISK_WORDS.verbs.map((verb) => `x_${verb}_y`),
    ...HIGH_RISK_WORDS.verbs.map((verb) => `get_${verb}`),
    ...HIGH_RISK_WORDS.nouns.map((noun) => `make-${noun}`),
    ...HIGH_RISK_WORDS.secretNouns.map((noun) => `list_${noun}s`),
    'deletes',
    'deleteRepo',
    'repoDELETE',
    'DELETERepo',
    'createAPIToken',
    'getAPIToken',
    'Delete2Repos',
    'v2delete',
    'github.create_webhook',
    'mcp__github__create_webhook',
    'delete repo',
    'get_admins_delete',
    // Look-alikes: Cyrillic, full width, what does not show, accents, controls as records hold them.
    'd\u0435lete_x',
    '\u0435xec_x',
    'g\u0435t_x',
    '\uff44\uff45\uff4c\uff45\uff54\uff45_x',
    'de\u200blete_x',
    'del\u034fete_x',
    'delete\u200brepo',
    'd\u00e9lete_x',
    'del\ufffdete_x',
  ])('%s', (name) => {
    expect(isHighRiskName(name, HIGH_RISK_WORDS)).toBe(true);
  });

  it.each([
    'lookup',
    'create_issue',
    'undelete_x',
    'deleted',
    'keyboard',
    'monkey',
    'admins.lookup',
    'delete/lookup',
    'granted',
    ...HIGH_RISK_WORDS.readVerbs.map((verb) => `${verb}_webhook`),
    'getMembers',
    'list-policy',
    'owner_count',
    '[masked]',
    '\u043f\u043e\u0438\u0441\u043a',
    '\u30d5\u30a1\u30a4\u30eb_lookup',
    'get_na\u00efve',
    '',
  ])('none: %s', (name) => {
    expect(isHighRiskName(name, HIGH_RISK_WORDS)).toBe(false);
  });
});

describe('configuration of the lists', () => {
  const rowOf = (name: string, highRisk: HighRiskChanges) =>
    gate([runOf(unknownTool(name))], declared([]), { today: TODAY, highRisk }).findings[0]?.row;

  it.each<[title: string, name: string, changes: HighRiskChanges, row: string]>([
    ['adds a verb', 'wipe_disk', { verbs: { add: ['wipe'] } }, 'high_risk'],
    ['removes a verb', 'deploy_preview', { verbs: { remove: ['deploy'] } }, 'other'],
    ['adds a noun', 'set_salary', { nouns: { add: ['salary'] } }, 'high_risk'],
    ['adds a noun that reading clears', 'get_salary', { nouns: { add: ['salary'] } }, 'other'],
    [
      'adds a noun that reading does not clear',
      'get_salary',
      { nouns: { add: ['salary'] }, secretNouns: { add: ['salary'] } },
      'high_risk',
    ],
    ['adds a verb of reading', 'peek_webhook', { readVerbs: { add: ['peek'] } }, 'other'],
    ['removes rather than adds', 'wipe_disk', { verbs: { add: ['wipe'], remove: ['wipe'] } }, 'other'],
    ['ignores a final s of its own words too', 'set_alias', { nouns: { add: ['alias'] } }, 'high_risk'],
  ])('%s', (_title, name, changes, row) => {
    expect(rowOf(name, changes)).toBe(`unclassified.${row}`);
  });
});

describe('the reason', () => {
  const review = { server: 'github', tool: 'create_webhook', reason: 'seen' };

  it.each([
    ['says that the name is it', unknownTool('create_webhook'), [], 'high_risk_name'],
    [
      'says that an argument is it',
      unknownTool('delete', { reason_code: 'redacted_secret_argument' }),
      [],
      'redacted_secret_argument',
    ],
    [
      'says that a review has run out',
      unknownTool('create_webhook'),
      [{ ...review, until: '2026-11-30' }],
      'review_expired',
    ],
    ['is the record’s own otherwise', unknownTool('lookup'), [review], 'unknown_tool_name'],
  ])('%s', (_title, call, reviewed_tools, reason) => {
    const diff = gate([runOf(call)], declared([], { reviewed_tools }), { today: TODAY });
    expect(diff.findings.map((finding) => finding.reason)).toEqual([reason]);
  });
});
