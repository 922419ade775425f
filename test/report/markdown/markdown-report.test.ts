import { describe, expect, it } from 'vitest';
import { codeSpan } from '../../../src/report/markdown/code-span.ts';
import { markdownReport } from '../../../src/report/markdown/markdown-report.ts';
import { linesWithin } from '../../../src/report/markdown/within.ts';
import { unknownTool } from '../../gate/observed.ts';
import { GUARANTEES } from '../guarantees.ts';
import { reportOf, runOf } from '../scenarios.ts';

/** GitHub shows no summary of a step that is longer, in bytes. */
const MOST_BYTES = 1024 * 1024;

describe('the Markdown report', () => {
  it('fits into the summary of a step, however many long names there are', () => {
    const name = (at: number) => `${at}${'工'.repeat(200)}`;
    const runs = Array.from({ length: 300 }, (_, at) => {
      const calls = Array.from({ length: 5 }, (_, call) => unknownTool(name(at * 5 + call)));
      const gaps = Array.from({ length: 20 }, (_, gap) => {
        return { code: 'conflict', count: 1, what: name(gap) } as const;
      });
      const coverage = { state: 'partial', gaps, notes: [], emitters: [] } as const;
      return runOf(name(at), calls, { coverage });
    });
    const report = reportOf({ runs });
    const text = markdownReport.render(report);
    expect(new TextEncoder().encode(text).length).toBeLessThan(MOST_BYTES);
    expect(text).toMatch(/^And \d+ findings more: `--format json` has them all\.$/m);
    expect(text).toMatch(/^And \d+ runs more: /m);
    GUARANTEES.markdown?.(text, report);
  });

  it.each([
    ['a', '`a`'],
    ['', '`""`'],
    ['a|b', '`"a\\u{7c}b"`'],
    ['`', '`"\\u{60}"`'],
    ['a\\', '`"a\\"`'],
  ])('writes %j as %s', (text, expected) => {
    expect(codeSpan(text)).toBe(expected);
  });
});

describe('lines within a budget', () => {
  it.each([
    [[], 3, 0, 0],
    [['ab'], 3, 1, 0],
    [['ab'], 2, 0, 1],
    [['a', 'b', 'c'], 4, 2, 1],
    [['aaaa', 'b'], 4, 0, 2],
  ])('of %j, %i units hold %i and leave %i', (lines, budget, shown, left) => {
    const result = linesWithin(lines, budget);
    expect([result.shown.length, result.left]).toEqual([shown, left]);
  });
});
