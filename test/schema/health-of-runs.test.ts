import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HealthSchema } from '../../src/schema/health.ts';
import { FAULT_KINDS, faults } from '../hunt/faults.ts';
import { worldly } from '../hunt/generate.ts';
import { outcomes } from '../hunt/outcomes.ts';
import { RUNS, SEED, TIMEOUT } from '../hunt/runs.ts';

describe('the health of runs as they are assessed', () => {
  it(
    'is valid, that of complete ones too',
    () => {
      let complete = 0;
      const valid = fc.property(worldly, fc.option(faults(FAULT_KINDS), { nil: [] }), (choices, wrong) => {
        for (const { reader: _, codes: __, falsehoods: ___, ...health } of outcomes(choices, wrong)) {
          if (health.coverage.state === 'complete') complete += 1;
          expect(HealthSchema.safeParse(health).error?.issues ?? []).toEqual([]);
        }
      });
      fc.assert(valid, { numRuns: RUNS, seed: SEED });
      expect(complete).toBeGreaterThan(RUNS / 10);
    },
    TIMEOUT,
  );
});
