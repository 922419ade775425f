import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import { DECISION_EVENT } from '../../src/decision/names.ts';
import { CALL, type Op } from './build.ts';
import { FAULT_KINDS, faults } from './faults.ts';
import { PLAIN, type Worldly, worldly, worldOf } from './generate.ts';
import { type Outcome, outcomes } from './outcomes.ts';
import { RUNS, SEED, TIMEOUT } from './runs.ts';
import { type Exported, simulate } from './simulate.ts';
import { factsOf, falsehoods, runsOf } from './truth.ts';
import { logged } from './way-faults.ts';

/** Whether the one who read it can have seen all of it, where nothing went wrong. */
function canBeComplete({ reader, scope }: Outcome, { dropped, isRead, wider }: Worldly): boolean {
  if (reader === 'in process') return wider === 0 && scope.emitters.some(({ run_root }) => run_root);
  return scope.emitters.length > 0 && (dropped === 0 || !isRead);
}

describe('complete means that what was observed is what happened', () => {
  it(
    'a world in which nothing goes wrong is complete, and true',
    () => {
      const seen = fc.property(worldly, (choices) => {
        for (const run of outcomes(choices, [])) {
          if (!canBeComplete(run, choices)) continue;
          expect(run).toMatchObject({ coverage: { state: 'complete', gaps: [] } });
          expect(run.falsehoods()).toEqual([]);
        }
      });
      fc.assert(seen, { numRuns: Math.ceil(RUNS / 2), seed: SEED });
    },
    TIMEOUT,
  );

  it(
    'events that leave as log records say the same as on their spans',
    () => {
      const same = fc.property(worldly, fc.boolean(), (choices, beside) => {
        const { exported } = simulate(worldOf(choices));
        const parted = exported.flatMap((one) => {
          const [rest, ...records] = logged(one, [DECISION_EVENT]);
          return beside ? [one, ...records] : [...records, rest ?? one];
        });
        expect(runsOf(factsOf(parted)).map(canonicalJson)).toEqual(
          runsOf(factsOf(exported)).map(canonicalJson),
        );
      });
      fc.assert(same, { numRuns: Math.ceil(RUNS / 4), seed: SEED });
    },
    TIMEOUT,
  );

  it(
    'whatever goes wrong, a run that is complete is true',
    () => {
      let complete = 0;
      const holds = fc.property(worldly, faults(FAULT_KINDS), (choices, wrong) => {
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
    [
      'upstream, client and server',
      { ...PLAIN, beginning: 'lost upstream', ops: [SERVED, { ...SERVED, fired: true }] },
    ],
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

  it(
    'of any world of up to ten',
    () => {
      const small = worldly.filter((choices) => worldOf(choices).spans.length <= 10);
      fc.assert(
        fc.property(small, (choices) => everySubset(choices)),
        { numRuns: Math.ceil(RUNS / 40), seed: SEED },
      );
    },
    TIMEOUT,
  );

  it.each<[string, Worldly]>([
    ['one process', { ...PLAIN, ops: [CALL, { ...CALL, gap: 4 }] }],
    ['framework and client', { ...PLAIN, ops: [{ ...CALL, framework: 'mcp' }] }],
    ['client and server', { ...PLAIN, ops: [SERVED] }],
    ['framework, client and server', { ...PLAIN, ops: [{ ...SERVED, framework: 'mcp' }] }],
  ])('or of its spans and log records, where events leave as those: %s', (_what, choices) => {
    everySubset(choices, (one) => logged(one, [DECISION_EVENT]));
  });

  function everySubset(
    choices: Worldly,
    leaving: (one: Exported) => readonly Exported[] = (one) => [one],
  ): void {
    const run = simulate(worldOf(choices));
    const whole = factsOf(run.exported.flatMap(leaving));
    expect(whole.length).toBeLessThanOrEqual(10);
    for (let kept = 0; kept < 2 ** whole.length; kept += 1) {
      const facts = whole.filter((_, at) => (kept & (1 << at)) !== 0);
      for (const one of runsOf(facts)) {
        if (one.health.coverage.state === 'complete') expect(falsehoods(run, facts, one)).toEqual([]);
      }
    }
  }
});
