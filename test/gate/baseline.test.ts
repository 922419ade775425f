import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type AcceptedFinding, BASELINE_SCHEMA, type Baseline } from '../../src/gate/baseline.ts';
import { gate } from '../../src/gate/gate.ts';
import type { ObservedRecord } from '../../src/gate/observed-run.ts';
import { declared, GITHUB } from './declared.ts';
import { CALLS, OUTCOMES, runOf, TITLE, TODAY, unknownTool } from './observed.ts';

const baseline = (...accepted: readonly AcceptedFinding[]): Baseline => ({
  schema: BASELINE_SCHEMA,
  accepted,
});

function judged(call: ObservedRecord, accept?: (fingerprint: string) => readonly AcceptedFinding[]) {
  const options = { today: TODAY };
  const { findings } = gate([runOf(call)], declared([]), options);
  const fingerprint = findings[0]?.fingerprint ?? '';
  if (accept === undefined) return gate([runOf(call)], declared([]), options);
  return gate([runOf(call)], declared([]), { ...options, baseline: baseline(...accept(fingerprint)) });
}

const incomplete = { ...CALLS.incomplete, ...OUTCOMES.allowed };

describe('a fingerprint', () => {
  it('is over row, server, tool, category and target, as RFC 8785 writes them', () => {
    const text =
      '{"category":"github_deploy_key","row":"new_privileged_tool_action","server":"github","target":' +
      `{"key_title_hash":"${TITLE}","owner":"org","provider":"github","read_only":false,"repo":"prod-repo"},` +
      '"tool":"github.add_deploy_key"}';
    const expected = `sha256:${createHash('sha256').update(text).digest('hex')}`;
    expect(judged(CALLS.github).findings.map(({ fingerprint }) => fingerprint)).toEqual([expected]);
  });

  it('is that of every other run, decision and answer', () => {
    const other = { ...CALLS.github, ...OUTCOMES.undecided, correlation: undefined };
    const runs = [runOf(CALLS.github), { ...runOf(other), lineRunId: 'other' }];
    const { findings } = gate(runs, declared([]), { today: TODAY });
    const fingerprints = findings.flatMap(({ code, fingerprint }) => (code === GAP ? [] : [fingerprint]));
    expect(fingerprints).toHaveLength(2);
    expect(new Set(fingerprints).size).toBe(1);
  });
});

const GAP = 'inconclusive_observation_gap';

describe('what a baseline accepts does not hide', () => {
  const withAlias = (credential_alias: string): ObservedRecord => ({
    ...CALLS.github,
    redaction: { ...CALLS.github.redaction, credential_alias },
  });
  const insufficient = { 'ci-bot': { scopes: [] }, owner: { scopes: [] } };

  it.each<[title: string, accepted: ObservedRecord, other: ObservedRecord, row: string]>([
    ['another alias that is not declared', withAlias('x'), withAlias('y'), 'credential_alias.unknown'],
    ['another credential', withAlias('ci-bot'), withAlias('owner'), 'credential_scope.insufficient'],
    [
      'a secret among the arguments',
      unknownTool('create_webhook'),
      unknownTool('create_webhook', { reason_code: 'redacted_secret_argument' }),
      'unclassified.high_risk',
    ],
  ])('%s', (_title, accepted, other, row) => {
    const surface = declared([GITHUB], { declared_credentials: insufficient });
    const { findings } = gate([runOf(accepted)], surface, { today: TODAY });
    const entries = findings.flatMap(({ fingerprint }) =>
      fingerprint === null ? [] : [{ fingerprint, reason: 'known', until: TODAY }],
    );
    const options = { today: TODAY, baseline: baseline(...entries) };
    expect(gate([runOf(accepted)], surface, options)).toMatchObject({ verdict: 'pass', findings: [] });
    const diff = gate([runOf(other)], surface, options);
    expect(diff).toMatchObject({ verdict: 'fail', baselined: [] });
    expect(diff.findings.map((finding) => finding.row)).toEqual([row]);
  });
});

describe('a baseline', () => {
  it.each<[title: string, call: ObservedRecord, until: string | undefined]>([
    ['of a classified call, for ever', CALLS.github, undefined],
    ['of a classified call, up to today', CALLS.github, TODAY],
    ['of an incomplete call', incomplete, TODAY],
    ['of an unknown call', unknownTool('create_webhook'), '2027-01-01'],
  ])('takes what it accepts out of the verdict: %s', (_title, call, until) => {
    const diff = judged(call, (fingerprint) => [{ fingerprint, reason: 'known', until }]);
    expect(diff.verdict).toBe('pass');
    expect(diff.findings).toEqual([]);
    expect(diff.baselined.length).toBeGreaterThan(0);
    for (const { accepted } of diff.baselined)
      expect(accepted).toEqual({ reason: 'known', until: until ?? null });
    expect(diff.baseline_unused).toEqual([]);
    expect(diff.inputs.baseline).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  it.each<[title: string, call: ObservedRecord, until: string | undefined, why: string]>([
    ['that has run out', CALLS.github, '2026-11-30', 'expired'],
    ['of an incomplete call, without a day', incomplete, undefined, 'until_missing'],
    [
      'of a redacted call, without a day',
      { ...CALLS.redactionFailed, ...OUTCOMES.allowed },
      undefined,
      'until_missing',
    ],
    ['of an unknown call, without a day', unknownTool('create_webhook'), undefined, 'until_missing'],
    [
      'of a call that was not observed, without a day',
      { ...CALLS.github, classification: 'not_observed' },
      undefined,
      'until_missing',
    ],
  ])('leaves the finding where it is: %s', (_title, call, until, why) => {
    const diff = judged(call, (fingerprint) => [{ fingerprint, reason: 'known', until }]);
    expect(diff.findings).toEqual(judged(call).findings);
    expect(diff.verdict).toBe('fail');
    expect(diff.baselined).toEqual([]);
    expect(diff.baseline_unused.map((unused) => unused.why)).toEqual([why]);
  });

  it('takes the first entry that holds', () => {
    const diff = judged(CALLS.github, (fingerprint) => [
      { fingerprint, reason: 'old', until: '2026-01-01' },
      { fingerprint, reason: 'new' },
      { fingerprint, reason: 'newer' },
    ]);
    expect(diff.baselined.map(({ accepted }) => accepted.reason)).toEqual(['new']);
    expect(diff.baseline_unused.map(({ why }) => why)).toEqual(['expired']);
  });

  it('accepts one row of a call and not the others', () => {
    const call = { ...CALLS.github, ...OUTCOMES['denied with a result'] };
    const diff = judged(call, (fingerprint) => [{ fingerprint, reason: 'known' }]);
    expect(diff.baselined.map(({ row }) => row)).toEqual(['new_privileged_tool_action']);
    expect(diff.findings.map(({ row }) => row)).toEqual(['deny_not_effective']);
    expect(diff.verdict).toBe('pass');
  });

  it('tells of entries that nothing was seen of, and never accepts a gap', () => {
    const stale = { fingerprint: `sha256:${'0'.repeat(64)}`, reason: 'gone' };
    const run = { ...runOf(), health: { state: 'missing' } } as const;
    const diff = gate([run], declared([GITHUB]), { today: TODAY, baseline: baseline(stale) });
    expect(diff.baseline_unused).toEqual([{ fingerprint: stale.fingerprint, why: 'not_seen' }]);
    expect(diff.findings.map(({ code, fingerprint }) => [code, fingerprint])).toEqual([[GAP, null]]);
    expect(diff.verdict).toBe('inconclusive');
  });
});
