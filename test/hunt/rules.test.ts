import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GapCode } from '../../src/run/health.ts';
import { type FaultKind, faults } from './faults.ts';
import { type Worldly, worldly } from './generate.ts';
import { outcomes } from './outcomes.ts';
import { RUNS, SEED, TIMEOUT } from './runs.ts';

/** Worlds in which a loss is found soon: who reads, what is dropped and where a run begins adds nothing to most rules. */
const narrow: fc.Arbitrary<Worldly> = worldly.map((choices) => ({
  ...choices,
  beginning: choices.beginning === 'agent' ? 'agent' : 'lost upstream',
  dropped: 0,
  guards: [],
  isRead: false,
  wider: 0,
  ops: choices.ops.map((op) => (op.kind === 'detached' ? { ...op, kind: 'call' } : op)),
}));

/** Whether some world becomes a false `complete` where gaps of these codes are not told. */
function isFoundWithout(codes: readonly GapCode[], kinds: readonly FaultKind[], tries: number): boolean {
  let isFound = false;
  const worlds = codes.includes('run_not_sealed') ? worldly : narrow;
  const hunted = fc.property(worlds, faults(kinds, 4), (choices, wrong) => {
    const [least] = outcomes(choices, wrong).filter(
      (run) =>
        run.scope.emitters.length > 0 &&
        run.codes.length > 0 &&
        run.codes.every((code) => codes.includes(code)) &&
        run.falsehoods().length > 0,
    );
    isFound ||= least !== undefined;
    return !isFound;
  });
  fc.check(hunted, { numRuns: tries, seed: SEED, endOnFailure: true });
  return isFound;
}

/** Each rule, the faults that it alone stands against, or the rules that tell the same loss beside it. */
const ALONE: readonly [GapCode, readonly FaultKind[]][] = [
  ['checkpoint_missing', ['lost_checkpoint', 'lost_span']],
  ['conflict', ['cloned', 'lost_span']],
  ['emitter_missing', ['twin_without_processor', 'lost_span']],
  ['instrumentation_not_attested', ['unattested', 'unsampled_call']],
  ['not_final', ['lost_span']],
  ['root_not_observed', ['lost_process']],
  ['run_not_sealed', ['never_ended', 'lost_seal', 'lost_trace']],
  ['sampler_unknown', ['unsampled_call']],
  ['seal_mismatch', ['rewritten_event']],
  ['unrecognised_mcp_span', ['alien_instrumentation']],
  ['unrecorded_calls', ['unsampled_call']],
];

const TOGETHER: readonly [GapCode, readonly GapCode[], readonly FaultKind[]][] = [
  ['event_lost', ['event_lost', 'seal_mismatch'], ['lost_event']],
  ['event_truncated', ['event_lost', 'event_truncated', 'seal_mismatch'], ['cut_event']],
  [
    'evicted',
    ['evicted', 'not_final'],
    ['late_registration', 'forgotten_trace', 'many_open_calls', 'lost_span'],
  ],
  ['not_sampled', ['not_sampled', 'seal_mismatch', 'sequence_gap'], ['only_recorded']],
  ['sequence_gap', ['seal_mismatch', 'sequence_gap'], ['lost_span']],
];

describe('a rule that is taken away is missed', () => {
  it.each(ALONE)(
    '%s',
    (code, kinds) => {
      expect(isFoundWithout([code], kinds, 20_000)).toBe(true);
    },
    TIMEOUT,
  );

  it.each(TOGETHER)(
    '%s: alone it is not, the others tell the same loss',
    (code, codes, kinds) => {
      expect(isFoundWithout(codes, kinds, 20_000)).toBe(true);
      const others = codes.filter((one) => one !== code);
      expect(isFoundWithout([code], kinds, RUNS / 4)).toBe(false);
      expect(others.length).toBeGreaterThan(0);
    },
    TIMEOUT,
  );

  it('every code of the table is in one of the lists', () => {
    const listed = [...ALONE.map(([code]) => code), ...TOGETHER.map(([code]) => code)].sort();
    const all: Record<GapCode, true> = {
      checkpoint_missing: true,
      conflict: true,
      emitter_missing: true,
      event_lost: true,
      event_truncated: true,
      evicted: true,
      instrumentation_not_attested: true,
      not_final: true,
      not_sampled: true,
      root_not_observed: true,
      run_not_sealed: true,
      sampler_unknown: true,
      seal_mismatch: true,
      sequence_gap: true,
      unrecognised_mcp_span: true,
      unrecorded_calls: true,
    };
    expect(listed).toEqual(Object.keys(all));
  });
});
