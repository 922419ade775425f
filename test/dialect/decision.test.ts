import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normaliseDecision } from '../../src/dialect/decision.ts';

const effectOf = (effect: unknown) => normaliseDecision({ effect, source: 'layer' }).effect;

describe('effect', () => {
  it.each(['ALLOW', 'allow', 'allowed', 'accept', 'permit', 'PERMIT', 'true', 'approved', ' Allow ', true])(
    '%j is allow',
    (word) => expect(effectOf(word)).toBe('allow'),
  );
  it.each([
    'DENY',
    'deny',
    'denied',
    'reject',
    'rejected',
    'forbid',
    'block',
    'blocked',
    'false',
    'guardrail_intervened',
    false,
  ])('%j is deny', (word) => expect(effectOf(word)).toBe('deny'));
  it.each([
    'error',
    'ApprovalRequired',
    'CallDeferred',
    'require_approval',
    'ask',
    'review',
    'success',
    'allow-ish',
    '',
    0,
    null,
    undefined,
    {},
    ['deny'],
    'x'.repeat(100_000),
  ])('%j is error', (word) => expect(effectOf(word)).toBe('error'));
});

describe('enforcement', () => {
  const deny = { effect: 'deny', source: 'layer' };
  const advised = { effect: 'allow', source: 'layer', enforced: false, advisedEffect: 'deny' };

  it.each([
    ['a deny is enforced', deny, { ...deny, enforced: true }],
    ['a deny that says so', { ...deny, enforced: true }, { ...deny, enforced: true }],
    ['a deny with an unreadable word for it', { ...deny, enforced: 'no' }, { ...deny, enforced: true }],
    ['a deny that is not', { ...deny, enforced: false }, advised],
    ['a deny that is not, as a word', { ...deny, enforced: 'False' }, advised],
    ['a deny forgets advice', { ...deny, advisedEffect: 'deny' }, { ...deny, enforced: true }],
    [
      'an allow is not enforced',
      { effect: 'allow', source: 's' },
      { effect: 'allow', source: 's', enforced: false },
    ],
    [
      'an allow that says so',
      { effect: 'allow', source: 's', enforced: true },
      { effect: 'allow', source: 's', enforced: true },
    ],
    ['an allow with an advised deny', advised, advised],
    ['advice is never enforced', { ...advised, enforced: true }, advised],
    [
      'advice to allow is none',
      { ...deny, effect: 'allow', advisedEffect: 'allow' },
      { effect: 'allow', source: 'layer', enforced: false },
    ],
    ['an error', { effect: 'error', source: 's' }, { effect: 'error', source: 's', enforced: false }],
  ])('%s', (_, raw, expected) => {
    expect(normaliseDecision(raw)).toEqual(expected);
  });
});

describe('source and rule', () => {
  it.each([undefined, null, '', '  ', 7])('a source of %j is unknown', (source) => {
    expect(normaliseDecision({ effect: 'allow', source }).source).toBe('unknown');
  });
  it.each([undefined, null, '', 7])('a rule of %j is left out', (ruleId) => {
    expect(normaliseDecision({ effect: 'allow', source: 's', ruleId })).not.toHaveProperty('ruleId');
  });
  it('both are kept as they are', () => {
    const decision = { effect: 'deny', source: ' layer ', ruleId: 'r\u0007', enforced: true } as const;
    expect(normaliseDecision(decision)).toEqual(decision);
  });
});

describe('any value', () => {
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();

  it.each([
    ['undefined', undefined],
    ['null', null],
    ['a bare word', 'deny'],
    [
      'a getter that throws',
      {
        get effect() {
          throw new Error('no');
        },
      },
    ],
    ['a revoked proxy', revoked.proxy],
  ])('%s is a failure to decide', (_, raw) => {
    expect(normaliseDecision(raw)).toEqual({ effect: 'error', source: 'unknown', enforced: false });
  });

  it('is normalised once and for all', () => {
    const field = fc.oneof(
      fc.constantFrom('allow', 'deny', 'error', true, false, 'false', 'layer'),
      fc.anything(),
    );
    const raw = fc.record(
      { effect: field, source: field, ruleId: field, enforced: field, advisedEffect: field },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(raw, fc.anything()), (value) => {
        const decision = normaliseDecision(value);
        expect(normaliseDecision(decision)).toEqual(decision);
        expect(decision.source).not.toBe('');
        if (decision.effect === 'deny') expect(decision.enforced).toBe(true);
        if (decision.advisedEffect !== undefined)
          expect(decision).toMatchObject({ effect: 'allow', enforced: false });
      }),
    );
  });
});
