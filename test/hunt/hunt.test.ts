import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GapCode } from '../../src/run/health.ts';
import { arrived, type Fault, faults, troubled } from './faults.ts';
import { type Op, type Worldly, worldly, worldOf } from './generate.ts';
import { simulate } from './simulate.ts';
import { factsOf, falsehoods, runsOf } from './truth.ts';

const RUNS = Number(process.env.ASSAY_HUNT_RUNS ?? 2_000);
const SEED = Number(process.env.ASSAY_HUNT_SEED ?? 20_261_130);
const TIMEOUT = 30_000 + RUNS * 20;

/** A world and its faults, run through the real code: what the documents say, and what of it is false. */
function outcomes(choices: Worldly, wrong: readonly Fault[]) {
  const run = simulate(troubled(worldOf(choices), wrong));
  const facts = factsOf(arrived(run, wrong));
  return runsOf(facts).map((one) => ({
    ...one.health,
    codes: one.health.coverage.gaps.map(({ code }) => code),
    falsehoods: () => falsehoods(run, facts, one),
  }));
}

describe('complete means that what was observed is what happened', () => {
  it(
    'a world in which nothing goes wrong is complete, and true',
    () => {
      const seen = fc.property(worldly, (choices) => {
        const [run, ...others] = outcomes(choices, []);
        expect(others).toEqual([]);
        expect(run).toMatchObject({ coverage: { state: 'complete', gaps: [] } });
        expect(run?.falsehoods()).toEqual([]);
      });
      fc.assert(seen, { numRuns: Math.ceil(RUNS / 2), seed: SEED });
    },
    TIMEOUT,
  );

  it(
    'whatever goes wrong, a run that is complete is true',
    () => {
      let complete = 0;
      const holds = fc.property(worldly, faults(), (choices, wrong) => {
        for (const run of outcomes(choices, wrong)) {
          if (run.coverage.state !== 'complete') continue;
          complete += 1;
          expect(run.falsehoods()).toEqual([]);
        }
      });
      fc.assert(holds, { numRuns: RUNS, seed: SEED });
      // Faults outside of a run's scope leave it complete: a hunt in which nothing is proves nothing.
      expect(complete).toBeGreaterThan(RUNS / 10);
    },
    TIMEOUT,
  );
});

const CALL: Op = {
  kind: 'call',
  tool: 0,
  framework: 'none',
  client: 'seen',
  server: false,
  between: 'none',
  retries: 1,
  nested: false,
  late: false,
  fired: false,
  gap: 0,
  length: 1,
  under: 0,
};
const PLAIN: Worldly = {
  upstream: false,
  emitters: ['configured', 'configured', 'configured'],
  toolSpans: 'mcp',
  skews: [],
  ops: [],
};
const SERVED: Op = { ...CALL, server: true };

describe('whatever subset of its spans is lost', () => {
  it.each<[string, Worldly]>([
    ['no call', PLAIN],
    ['one process, in sequence', { ...PLAIN, ops: [CALL, { ...CALL, gap: 4 }, { ...CALL, gap: 8 }] }],
    ['parallel', { ...PLAIN, ops: [CALL, CALL, { ...CALL, tool: 1, length: 4 }] }],
    ['fired', { ...PLAIN, ops: [CALL, { ...CALL, fired: true, gap: 1 }, { ...CALL, fired: true, gap: 4 }] }],
    ['late and fired', { ...PLAIN, ops: [CALL, { ...CALL, late: true, fired: true, length: 5 }] }],
    [
      'installed and fired',
      { ...PLAIN, emitters: ['installed'], ops: [CALL, { ...CALL, fired: true, gap: 3 }] },
    ],
    ['client and server', { ...PLAIN, ops: [SERVED, { ...SERVED, between: 'http', gap: 2 }] }],
    ['a third process between', { ...PLAIN, ops: [{ ...SERVED, between: 'third' }, CALL] }],
    ['upstream, client and server', { ...PLAIN, upstream: true, ops: [SERVED, { ...SERVED, fired: true }] }],
    ['framework, client and server', { ...PLAIN, ops: [{ ...SERVED, framework: 'mcp' }, CALL] }],
    [
      'retries under a framework',
      { ...PLAIN, toolSpans: 'all', ops: [{ ...SERVED, framework: 'bare', retries: 2 }] },
    ],
    [
      'a server that calls',
      {
        ...PLAIN,
        ops: [
          { ...SERVED, nested: true },
          { ...CALL, gap: 3 },
        ],
      },
    ],
    [
      'two local roots',
      {
        ...PLAIN,
        ops: [
          { ...CALL, kind: 'callback' },
          { ...CALL, kind: 'callback', fired: true },
        ],
      },
    ],
  ])('%s', (_what, choices) => {
    everySubset(choices);
  });

  it('of any world of up to ten', () => {
    const small = worldly.filter((choices) => worldOf(choices).spans.length <= 10);
    fc.assert(fc.property(small, everySubset), { numRuns: Math.ceil(RUNS / 40), seed: SEED });
  });

  function everySubset(choices: Worldly): void {
    const run = simulate(worldOf(choices));
    const whole = factsOf(run.exported);
    expect(whole.length).toBeLessThanOrEqual(10);
    for (let kept = 0; kept < 2 ** whole.length; kept += 1) {
      const facts = whole.filter((_, at) => (kept & (1 << at)) !== 0);
      for (const one of runsOf(facts)) {
        if (one.health.coverage.state === 'complete') expect(falsehoods(run, facts, one)).toEqual([]);
      }
    }
  }
});

/** Whether some world becomes a false `complete` where gaps of these codes are not told. */
function isFoundWithout(codes: readonly GapCode[], kinds: readonly Fault['is'][], tries: number): boolean {
  let isFound = false;
  const hunted = fc.property(worldly, faults(kinds, 4), (choices, wrong) => {
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
const ALONE: readonly [GapCode, readonly Fault['is'][]][] = [
  ['checkpoint_missing', ['lost_checkpoint', 'lost_span']],
  ['conflict', ['cloned', 'lost_span']],
  ['emitter_missing', ['twin_without_processor', 'lost_span']],
  ['instrumentation_not_attested', ['unattested', 'unsampled_call']],
  ['not_final', ['lost_span']],
  ['root_not_observed', ['lost_process']],
  ['run_not_sealed', ['wider_run', 'lost_trace']],
  ['sampler_unknown', ['unsampled_call']],
  ['seal_mismatch', ['rewritten_event']],
  ['unrecognised_mcp_span', ['alien_instrumentation']],
  ['unrecorded_calls', ['unsampled_call']],
];

const TOGETHER: readonly [GapCode, readonly GapCode[], readonly Fault['is'][]][] = [
  ['event_lost', ['event_lost', 'seal_mismatch'], ['lost_event']],
  ['event_truncated', ['event_lost', 'event_truncated', 'seal_mismatch'], ['cut_event']],
  [
    'evicted',
    ['evicted', 'not_final'],
    ['late_registration', 'forgotten_trace', 'many_open_calls', 'lost_span'],
  ],
  ['sequence_gap', ['seal_mismatch', 'sequence_gap'], ['lost_span']],
];

/** No emitter counts what its sampler drops: nothing in a world can raise it. */
const UNWRITTEN: readonly GapCode[] = ['not_sampled'];

describe('a rule that is taken away is missed', () => {
  it.each(ALONE)('%s', (code, kinds) => {
    expect(isFoundWithout([code], kinds, 20_000)).toBe(true);
  });

  it.each(TOGETHER)('%s: alone it is not, the others tell the same loss', (code, codes, kinds) => {
    expect(isFoundWithout(codes, kinds, 20_000)).toBe(true);
    const others = codes.filter((one) => one !== code);
    expect(isFoundWithout([code], kinds, RUNS / 4)).toBe(false);
    expect(others.length).toBeGreaterThan(0);
  });

  it('every code of the table is in one of the lists', () => {
    const listed = [...ALONE.map(([code]) => code), ...TOGETHER.map(([code]) => code), ...UNWRITTEN].sort();
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
