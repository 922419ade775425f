import { describe, expect, it } from 'vitest';
import { gate } from '../../../src/gate/gate.ts';
import { levelsInForce } from '../../../src/gate/levels.ts';
import type { SurfaceDiff } from '../../../src/gate/surface-diff.ts';
import { verdictWords } from '../../../src/report/words/verdict-words.ts';
import { declared } from '../../gate/declared.ts';
import { TODAY } from '../../gate/observed.ts';
import { SCENARIOS } from '../scenarios.ts';

const empty = gate([], declared([]), { today: TODAY });
const { baselined = [] } = SCENARIOS.accepted?.diff ?? {};
const two = levelsInForce({ required_decision: 'error', 'unclassified.other': 'note' });

describe('a verdict in words', () => {
  it.each<[words: string, changes: Partial<SurfaceDiff>]>([
    ['inconclusive', {}],
    ['pass (coverage: partial accepted)', { verdict: 'pass', coverage_accepted: 'partial' }],
    ['pass (2 levels changed)', { verdict: 'pass', levels: two }],
    ['pass (2 findings accepted)', { verdict: 'pass', baselined }],
    ['fail (1 finding accepted)', { verdict: 'fail', baselined: baselined.slice(0, 1) }],
    [
      'pass (coverage: unknown accepted, 2 levels changed, 2 findings accepted)',
      { verdict: 'pass', coverage_accepted: 'unknown', levels: two, baselined },
    ],
    // A level that is set to what it is anyway changes nothing.
    ['pass', { verdict: 'pass', levels: levelsInForce({ required_decision: 'note' }) }],
  ])('%s', (words, changes) => {
    expect(verdictWords({ ...empty, ...changes })).toBe(words);
  });
});
