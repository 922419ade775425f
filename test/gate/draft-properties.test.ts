import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLASSIFIERS } from '../../src/classify/registry.ts';
import { draftBaseline } from '../../src/gate/draft-baseline.ts';
import { draftDeclaration } from '../../src/gate/draft-declaration.ts';
import { gate } from '../../src/gate/gate.ts';
import { isComplete, isKnown, type ObservedRecord } from '../../src/gate/observed-run.ts';
import { GAP_ROW } from '../../src/gate/rows.ts';
import { BaselineSchema } from '../../src/schema/declared-baseline.ts';
import { DeclaredSurfaceSchema } from '../../src/schema/declared-surface.ts';
import { runs as arbitraryRuns, declarations, optionsFor } from './arbitrary.ts';
import { reviewed } from './declared.ts';
import { healthOf, TODAY } from './observed.ts';

const SEEDED = { numRuns: 500, seed: 20_261_130 };
const ACCEPTANCE = { reason: 'known', until: '2027-03-31' };

describe('a drafted declaration', () => {
  it('is valid, the same in any order, and once reviewed lets its own surfaces pass where nothing is open', () => {
    let passed = 0;
    fc.assert(
      fc.property(arbitraryRuns, (list) => {
        const surfaces = list.flatMap(({ surface }) => surface ?? []);
        const { declared } = draftDeclaration(surfaces, CLASSIFIERS);
        expect(draftDeclaration(surfaces.toReversed()).declared).toEqual(declared);
        expect(DeclaredSurfaceSchema.safeParse(reviewed(declared)).error).toBeUndefined();
        const complete = surfaces.map((surface) => ({
          surface,
          health: { state: 'read', document: healthOf(surface) } as const,
        }));
        const diff = gate(complete, reviewed(declared), { today: TODAY });
        const records = surfaces.flatMap((surface) => surface.observed_tool_decisions);
        const isDecided = ({ decision, response }: ObservedRecord) =>
          decision.effect !== 'error' || response.status === 'success';
        const isOpen = records.some(
          (record) => (isKnown(record) && !isComplete(record)) || !isDecided(record),
        );
        if (surfaces.length === 0 || isOpen) return;
        expect(diff.verdict).toBe('pass');
        passed += 1;
      }),
      SEEDED,
    );
    expect(passed).toBeGreaterThan(50);
  });
});

describe('a drafted baseline', () => {
  it('is valid, and lets the same runs pass but for gaps', () => {
    const inputs = arbitraryRuns.chain((runs) => fc.tuple(fc.constant(runs), declarations, optionsFor(runs)));
    let accepted = 0;
    fc.assert(
      fc.property(inputs, ([runs, surface, options]) => {
        const diff = gate(runs, surface, options);
        const { baseline, gaps, added } = draftBaseline(diff, runs, ACCEPTANCE, options.baseline);
        expect(BaselineSchema.safeParse(baseline).error).toBeUndefined();
        const again = gate(runs, surface, { ...options, baseline });
        const standing = again.findings.filter(({ level }) => level === 'error' || level === 'inconclusive');
        expect(standing.every(({ row }) => row === GAP_ROW)).toBe(true);
        expect(standing).toHaveLength(gaps);
        expect(again.verdict).toBe(gaps > 0 ? 'inconclusive' : 'pass');
        accepted += added;
      }),
      SEEDED,
    );
    expect(accepted).toBeGreaterThan(100);
  });
});
