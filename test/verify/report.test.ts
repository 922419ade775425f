import { describe, expect, it } from 'vitest';
import type { ProviderAuditRecord } from '../../src/verify/audit-record.ts';
import type { VerifiableRecord } from '../../src/verify/verifiable-run.ts';
import { verify } from '../../src/verify/verify.ts';
import { auditOf, became, CALLS, given, runOf, SUBJECTS } from './observed.ts';

const { github } = SUBJECTS;
const { github: githubCall, untitled: untitledCall, slack: slackCall } = CALLS;
const denied = (record: VerifiableRecord) => became(record, 'deny', 'blocked');
const one = auditOf('1', github);
const two = auditOf('2', github);
const otherRepo = auditOf('1', { ...github, target: { ...github.target, repo: 'staging' } });

describe('the report', () => {
  const report = (calls: readonly VerifiableRecord[], ...audits: readonly ProviderAuditRecord[]) =>
    verify([runOf('job', ...calls)], given(...audits)).verification;

  it('says that identical calls cannot be told apart', () => {
    const { verified, identical_calls } = report(
      [githubCall, denied(githubCall), slackCall, githubCall],
      one,
    );
    expect(verified.map(({ record, told_apart }) => [record, told_apart])).toEqual([[0, false]]);
    expect(identical_calls).toEqual([
      {
        subject_digest: one.binding_digest,
        calls: [0, 1, 3].map((record) => ({ run_id: 'job', record })),
      },
    ]);
    expect(report([githubCall, slackCall], one)).toMatchObject({
      verified: [{ told_apart: true }],
      identical_calls: [],
    });
    // Nothing was given to either of them.
    expect(report([githubCall, githubCall], otherRepo).identical_calls).toEqual([]);
  });

  it('says where an audit record stands, and that it was there more than once', () => {
    expect(report([githubCall], one, two, one).verified[0]?.audit).toEqual({
      provider: 'github',
      record_id: '1',
      action_class: 'github_deploy_key',
      verb: 'create',
      subject_digest: one.binding_digest,
      sources: ['audit.ndjson:1', 'audit.ndjson:3'],
    });
  });

  it('names the places of an audit record in their order', () => {
    const { verification } = verify([runOf('job', githubCall)], given(one, one).toReversed());
    expect(verification.verified[0]?.audit.sources).toEqual(['audit.ndjson:1', 'audit.ndjson:2']);
  });

  it('lists what is malformed at one place in an order of its own', () => {
    const of = (message: string) => ({
      source: 'a.json',
      reading: { problems: [{ path: 'provider', message }] },
    });
    const inputs = ['b', 'a', 'c'].map(of);
    const { malformed } = verify([], inputs).verification;
    expect(malformed.map(({ problems: [problem] }) => problem?.message)).toEqual(['a', 'b', 'c']);
    expect(verify([], inputs.toReversed()).verification.malformed).toEqual(malformed);
  });

  it('lists what is malformed by its place first', () => {
    const of = (source: string, message: string) => ({
      source,
      reading: { problems: [{ path: 'provider', message }] },
    });
    const inputs = [of('b.json', 'a'), of('c.json', 'b'), of('a.json', 'c')];
    for (const given of [inputs, inputs.toReversed()]) {
      const { malformed } = verify([], given).verification;
      expect(malformed.map(({ source }) => source)).toEqual(['a.json', 'b.json', 'c.json']);
    }
  });

  it('says which calls are meant', () => {
    const contradicted = report([slackCall, denied(githubCall)], one).contradictions;
    expect(contradicted).toMatchObject([
      {
        code: 'audit_contradicts_decision',
        call_count: 1,
        calls: [
          {
            run_id: 'job',
            record: 1,
            tool: 'github.add_deploy_key',
            status: 'blocked',
            decision: { effect: 'deny' },
          },
        ],
      },
    ]);
    expect(report([untitledCall], one).unbound).toMatchObject([{ call_count: 1, calls: [{ record: 0 }] }]);
  });

  it('lists the first ten of many calls and counts all', () => {
    const many = Array.from({ length: 130 }, () => denied(githubCall));
    const [contradiction] = report([...many, denied(untitledCall)], one).contradictions;
    expect(contradiction?.calls.map(({ record }) => record)).toEqual([...Array(10).keys()]);
    expect(contradiction?.call_count).toBe(131);
  });

  it('shows nothing of the target of an audit record, and ids only as labels', () => {
    const secret = `ghp_${'FAKE'.repeat(9)}`;
    const raw = { ...github, target: { ...github.target, owner: 'alice@example.com' } };
    const text = JSON.stringify(report([githubCall], auditOf(secret, raw), auditOf('\u001b[31m', github)));
    expect(text).not.toContain('alice@example.com');
    expect(text).not.toContain(secret);
    expect(text).not.toContain('\\u001b');
    expect(text).toContain('[masked]-');
  });

  it('has the digests of its inputs and of what it made', () => {
    const run = runOf('job', githubCall);
    const { runs, inputs } = verify([run], given(one)).verification;
    expect(runs).toMatchObject([{ run_id: 'job', tool_calls_observed: 1, verified: 1 }]);
    const [{ surface_digest, verified_surface_digest } = {}] = runs;
    expect(surface_digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(verified_surface_digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(verified_surface_digest).not.toBe(surface_digest);
    expect(inputs.audit_records).toEqual([expect.stringMatching(/^sha256:[0-9a-f]{64}$/)]);
  });

  it('says that authenticity and time were not checked', () => {
    const { non_claims } = report([githubCall], one);
    expect(non_claims.join('\n')).toMatch(/not that the audit record is authentic/);
    expect(non_claims.join('\n')).toMatch(/when the audited effect happened/);
  });
});

describe('several runs', () => {
  it('share their audit records, in the order of their ids', () => {
    const [b, a] = [runOf('b', githubCall), runOf('a', githubCall)];
    const { verification, surfaces } = verify([b, a], given(one));
    expect(verification.verified.map(({ run_id }) => run_id)).toEqual(['a']);
    expect(verification.runs.map(({ run_id, verified }) => [run_id, verified])).toEqual([
      ['a', 1],
      ['b', 0],
    ]);
    const flags = surfaces.map(
      (surface) => surface.observed_tool_decisions[0]?.response.side_effect_verified,
    );
    expect(flags).toEqual([false, true]);
  });

  it('that came in twice are one', () => {
    const run = runOf('a', githubCall);
    const { verification, surfaces } = verify([run, structuredClone(run)], given(one));
    expect(verification.runs).toHaveLength(1);
    expect(verification.verified).toHaveLength(1);
    expect(verification.unverified).toEqual([]);
    expect(surfaces[1]).toEqual(surfaces[0]);
    expect(surfaces[0]?.observed_tool_decisions[0]?.response.side_effect_verified).toBe(true);
  });

  it('of one id stand in the order of their digests, however they came', () => {
    const [a, b] = [runOf('a', githubCall), runOf('a', slackCall)];
    const digests = [
      [a, b],
      [b, a],
    ].map((runs) => verify(runs, []).verification.runs.map(({ surface_digest }) => surface_digest));
    expect(digests[0]).toEqual(digests[1]);
    expect(digests[0]).toEqual(digests[0]?.toSorted());
  });

  it('of one id are two where they nest too deep for a digest', () => {
    const deep = JSON.parse(`${'['.repeat(80)}${']'.repeat(80)}`);
    const tooDeep = (record: VerifiableRecord) => {
      const run = runOf('a', record);
      return { ...run, surface: { ...run.surface, later: deep } };
    };
    const { verification } = verify([tooDeep(githubCall), tooDeep(slackCall)], []);
    expect(verification.runs.map(({ surface_digest }) => surface_digest)).toEqual([null, null]);
  });

  it('without a name may be two, however equal', () => {
    const run = runOf(null, githubCall);
    const { verification } = verify([run, structuredClone(run)], given(one));
    expect(verification.runs).toHaveLength(2);
    expect(verification.verified).toHaveLength(1);
    expect(verification.unverified.map(({ reason }) => reason)).toEqual(['identical_call_verified']);
  });
});
