import { afterAll, describe, expect, it } from 'vitest';
import type { AuditInput } from '../../src/verify/audit-record.ts';
import type {
  ToolVerification,
  UnboundReason,
  UnverifiedReason,
} from '../../src/verify/tool-verification.ts';
import { exitCodeOf } from '../../src/verify/verdict.ts';
import { verify } from '../../src/verify/verify.ts';
import { auditOf, CALLS, given, runOf, SUBJECTS } from './observed.ts';
import { OUTCOME_CASES } from './outcome-cases.ts';

const { github: githubCall } = CALLS;
const one = auditOf('1', SUBJECTS.github);

function ofCalls({ verified, unverified }: ToolVerification): string[] {
  const calls = [
    ...verified.map((call) => ({ ...call, said: `v${call.audit.record_id}` })),
    ...unverified.map((call) => ({ ...call, said: call.reason })),
  ];
  return calls.sort((a, b) => a.record - b.record).map(({ said }) => said);
}

function ofAudits({ contradictions, unbound, malformed }: ToolVerification): string[] {
  return [
    ...contradictions.map(({ audit, exact }) => `${audit.record_id} contradicts${exact ? ' exactly' : ''}`),
    ...unbound.map(({ audit, reason }) => `${audit.record_id} ${reason}`),
    ...malformed.map(({ record_id, reason }) => `${record_id} ${reason}`),
  ];
}

describe('verify', () => {
  const seen = new Set<string>();

  it.each(OUTCOME_CASES)('%s', (_title, calls, audits, expectedCalls, expectedAudits, exitCode) => {
    const { verification } = verify([runOf('job', ...calls)], given(...audits));
    expect(ofCalls(verification)).toEqual(expectedCalls);
    expect(ofAudits(verification)).toEqual(expectedAudits);
    expect(exitCodeOf(verification)).toBe(exitCode);
    for (const said of [...expectedCalls, ...expectedAudits]) seen.add(said.split(' ').at(-1) ?? '');
  });

  it('lists what is not well formed, with what is wrong', () => {
    const problems = [{ path: 'provider', message: 'Expected `provider` to be a string, got nothing' }];
    const inputs: AuditInput[] = [
      ...given(one),
      { source: 'b.json', reading: { problems, document: {} } },
      { source: 'a.json', reading: { problems } },
    ];
    const { verification } = verify([runOf('job', githubCall)], inputs);
    expect(verification.malformed).toEqual([
      { source: 'a.json', record_id: null, reason: 'not_well_formed', problems },
      { source: 'b.json', record_id: null, reason: 'not_well_formed', problems },
    ]);
    expect(verification.verified).toHaveLength(1);
    expect(exitCodeOf(verification)).toBe(3);
    expect(verification.inputs.audit_records).toHaveLength(3);
    expect(verification.inputs.audit_records.filter((digest) => digest === null)).toHaveLength(1);
  });

  it('says nothing of nothing', () => {
    const { verification, surfaces } = verify([], given(one));
    expect(exitCodeOf(verification)).toBe(3);
    expect(surfaces).toEqual([]);
    expect(exitCodeOf(verify([], []).verification)).toBe(3);
    expect(exitCodeOf(verify([runOf('job')], []).verification)).toBe(3);
  });

  it('exits with 2 where nothing was judged', () => {
    expect(exitCodeOf(undefined)).toBe(2);
  });

  afterAll(() => {
    const reasons: readonly (UnverifiedReason | UnboundReason)[] = [
      'audit_contradicts_decision',
      'audit_more_specific',
      'unknown_tool',
      'no_effect_expected',
      'target_not_complete',
      'identical_call_verified',
      'no_audit_record',
      'calls_used',
      'other_provider',
      'other_target',
      'no_such_call',
    ];
    // A reason that no case shows is not tested.
    expect([...seen]).toEqual(expect.arrayContaining([...reasons, 'digest_differs', 'record_id_reused']));
  });
});
