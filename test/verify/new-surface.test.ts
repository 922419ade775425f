import { describe, expect, it } from 'vitest';
import { NON_CLAIMS } from '../../src/decision/record.ts';
import { validateArtifact } from '../../src/schema/artifact.ts';
import { VERIFIED_NON_CLAIM } from '../../src/verify/non-claims.ts';
import type { VerifiableRecord } from '../../src/verify/verifiable-run.ts';
import { verify } from '../../src/verify/verify.ts';
import { auditOf, became, CALLS, given, runOf, SUBJECTS } from './observed.ts';

type Response = VerifiableRecord['response'];
type SideEffect = NonNullable<Response['side_effect']>;

const one = auditOf('1', SUBJECTS.github);
const VERIFIED: SideEffect = {
  asserted: true,
  level: 'verified',
  verification_source: 'provider_audit_import',
  verification_subject_digest: one.binding_digest,
};
const CONFIRMED: SideEffect = {
  asserted: true,
  level: 'observed_confirmed',
  verification_source: 'observed_read_followup',
  verification_subject_digest: one.binding_digest,
};

/** What becomes of the response of one call. */
function responseAfter(record: VerifiableRecord, isConfirmed: boolean): unknown {
  const run = runOf('job', record);
  const before = JSON.stringify(run);
  const { surfaces } = verify([run], isConfirmed ? given(one) : []);
  expect(JSON.stringify(run)).toBe(before);
  expect(validateArtifact(surfaces[0])).toEqual([]);
  return surfaces[0]?.observed_tool_decisions[0]?.response;
}

const withSideEffect = (isVerified: boolean, side_effect?: SideEffect): VerifiableRecord => ({
  ...CALLS.github,
  response: {
    ...CALLS.github.response,
    side_effect_verified: isVerified,
    ...(side_effect && { side_effect }),
  },
});

const response = (isVerified: boolean, side_effect?: SideEffect): Response =>
  withSideEffect(isVerified, side_effect).response;

describe('a confirmed call', () => {
  it.each<[string, VerifiableRecord, Response]>([
    ['that was asserted', CALLS.github, response(true, VERIFIED)],
    [
      'that was not asserted',
      became(CALLS.github, 'allow', 'timeout'),
      {
        status: 'timeout',
        side_effect_asserted: false,
        side_effect_verified: true,
        side_effect: { ...VERIFIED, asserted: false },
      },
    ],
    ['that a later read confirmed', withSideEffect(false, CONFIRMED), response(true, VERIFIED)],
    ['that was verified before', withSideEffect(true, VERIFIED), response(true, VERIFIED)],
    [
      'that was verified by another digest',
      withSideEffect(true, { ...VERIFIED, verification_subject_digest: 'sha256:00' }),
      response(true, VERIFIED),
    ],
    [
      'that says how bad it would be',
      withSideEffect(false, { asserted: true, level: 'asserted', irreversibility_class: 'two_way' }),
      response(true, { ...VERIFIED, irreversibility_class: 'two_way' }),
    ],
  ])('%s', (_title, record, expected) => {
    expect(responseAfter(record, true)).toEqual(expected);
  });
});

const REFUSED = became(CALLS.github, 'deny', 'blocked');
const ASSERTED: SideEffect = { asserted: true, level: 'asserted' };

describe('a call that nothing confirms', () => {
  it.each<[string, VerifiableRecord, Response]>([
    ['and that claims nothing', CALLS.github, CALLS.github.response],
    ['and that is asserted', withSideEffect(false, ASSERTED), response(false, ASSERTED)],
    ['and that a later read confirmed', withSideEffect(false, CONFIRMED), response(false, CONFIRMED)],
    [
      "and whose level is its producer's own",
      withSideEffect(false, { asserted: true, level: 'other' }),
      response(false, { asserted: true, level: 'other' }),
    ],
    ['flagged', withSideEffect(true), response(false)],
    ['flagged and in words', withSideEffect(true, VERIFIED), response(false, ASSERTED)],
    ['in words alone', withSideEffect(false, VERIFIED), response(false, ASSERTED)],
    [
      'by its source and the digest of a subject',
      withSideEffect(false, { ...VERIFIED, level: 'asserted' }),
      response(false, ASSERTED),
    ],
    [
      'by its source alone',
      withSideEffect(false, { ...ASSERTED, verification_source: 'provider_audit_import' }),
      response(false, ASSERTED),
    ],
    [
      'by its source, spelt otherwise, beside a later read',
      withSideEffect(false, { ...CONFIRMED, verification_source: 'Provider-Audit Import' }),
      response(false, ASSERTED),
    ],
    [
      'by no source and no digest',
      withSideEffect(false, { ...ASSERTED, verification_source: null, verification_subject_digest: null }),
      response(false, { ...ASSERTED, verification_source: null, verification_subject_digest: null }),
    ],
    [
      'in words, whatever its source',
      withSideEffect(false, { asserted: true, level: 'verified', verification_source: 'other' }),
      response(false, ASSERTED),
    ],
    [
      'in words that are spelt otherwise',
      withSideEffect(false, { asserted: true, level: ' Verified', verification_source: 'provider_audit' }),
      response(false, ASSERTED),
    ],
    [
      'by the digest of a subject alone',
      withSideEffect(false, { ...ASSERTED, verification_subject_digest: 'sha256:ab' }),
      response(false, ASSERTED),
    ],
    [
      'flagged, and asserted in words',
      withSideEffect(true, { ...ASSERTED, verification_source: 'other' }),
      response(false, { ...ASSERTED, verification_source: 'other' }),
    ],
    ['flagged, and confirmed by a later read', withSideEffect(true, CONFIRMED), response(false, CONFIRMED)],
    [
      'flagged, with a level that nobody knows',
      withSideEffect(true, { ...VERIFIED, level: 'proven', irreversibility_class: 'one_way_terminal' }),
      response(false, { ...ASSERTED, irreversibility_class: 'one_way_terminal' }),
    ],
    [
      'flagged, with a level and a source that nobody knows',
      withSideEffect(true, { asserted: true, level: 'proven', verification_source: 'other' }),
      response(false, ASSERTED),
    ],
    [
      'in words, against its decision',
      { ...REFUSED, response: { ...REFUSED.response, side_effect: VERIFIED } },
      { ...REFUSED.response, side_effect: { ...ASSERTED, asserted: false } },
    ],
  ])('%s', (_title, record, expected) => {
    expect(responseAfter(record, false)).toEqual(expected);
    const { verification } = verify([runOf('job', record)], []);
    const isReset = JSON.stringify(expected) !== JSON.stringify(record.response);
    expect(verification.unverified.map(({ reset }) => reset)).toEqual([isReset]);
  });
});

describe('the new surface', () => {
  it('leaves everything else as it was, unknown fields included', () => {
    const run = runOf('job', CALLS.slack, { ...CALLS.github, later: 1 } as VerifiableRecord, CALLS.unknown);
    const surface = { ...run.surface, later: { deep: [1] } };
    const [made] = verify([{ ...run, surface }], given(one)).surfaces;
    expect(made).toEqual({
      ...surface,
      observed_tool_decisions: [
        CALLS.slack,
        { ...CALLS.github, later: 1, response: response(true, VERIFIED) },
        CALLS.unknown,
      ],
      non_claims: [...NON_CLAIMS, VERIFIED_NON_CLAIM],
    });
    expect(made?.observed_tool_decisions[0]).toBe(CALLS.slack);
  });

  it('says what its audit records are worth, once, and only where they verified something', () => {
    const [first] = verify([runOf('job', CALLS.github)], given(one)).surfaces;
    if (first === undefined) throw new Error('Expected a surface');
    const again = { runId: 'job', surface: first };
    expect(verify([again], given(one)).surfaces).toEqual([first]);
    expect(verify([again], []).surfaces[0]?.non_claims).toEqual(NON_CLAIMS);
  });
});
