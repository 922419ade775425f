import { describe, expect, it } from 'vitest';
import type { Painter } from '../../../src/report/painter.ts';
import type { Report } from '../../../src/report/report.ts';
import { textReport } from '../../../src/report/text/text-report.ts';
import { CALLS, OUTCOMES, unknownTool } from '../../gate/observed.ts';
import { reportOf, runOf, SCENARIOS } from '../scenarios.ts';

const paint = (code: number) => (text: string) => `\u001b[${code}m${text}\u001b[39m`;
const COLOURS: Painter = {
  bold: paint(1),
  dim: paint(2),
  red: paint(31),
  green: paint(32),
  yellow: paint(33),
  cyan: paint(36),
};
const withoutColours = (text: string) => text.replaceAll(/\u001b\[\d+m/g, '');

const reports = Object.entries(SCENARIOS);
const NOTHING = { declared_tool_actions: [] };

describe('the text report', () => {
  it.each(reports)('%s is the same with colours, colours aside', (_name, report) => {
    const coloured = textReport.render(report, COLOURS);
    expect(coloured).toContain('\u001b[');
    expect(withoutColours(coloured)).toBe(textReport.render(report));
  });

  it.each(reports)('%s keeps to 80 columns', (_name, report) => {
    for (const line of textReport.render(report).split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  it.each([
    ['pass', 'verdict: pass'],
    ['pass-partial', 'verdict: pass (coverage: partial accepted)'],
    ['fail', 'verdict: fail (1 level changed)'],
    ['accepted', 'verdict: pass (2 findings accepted)'],
    ['inconclusive', 'verdict: inconclusive'],
    ['empty', 'verdict: inconclusive'],
    ['compared', 'compared and not judged'],
  ])('%s begins with: %s', (name, headline) => {
    expect(textReport.render(SCENARIOS[name] as Report).split('\n')[0]).toBe(headline);
  });

  it('says no verdict where nothing was judged', () => {
    expect(textReport.render(SCENARIOS.compared as Report)).not.toMatch(/verdict|\bfail\b/);
  });

  it('leads to the trace, unless several runs have one id', () => {
    const lookup = unknownTool('lookup');
    const one = reportOf({ runs: [runOf('a', [lookup])] });
    const two = reportOf({ runs: [runOf('a', [lookup]), runOf('a', [])] });
    const none = { ...one, runs: [] };
    expect(textReport.render(one)).toContain(
      'trace: 0af7651916cd43dd8448eb211c80319c, span b7ad6b7169200000',
    );
    expect(textReport.render(two)).not.toContain('trace:');
    expect(textReport.render(none)).not.toContain('trace:');
  });

  it('shows the worst of many and says how many more there are', () => {
    const calls = Array.from({ length: 30 }, (_, at) => unknownTool(`lookup_${at}`));
    const bad = { ...CALLS.github, ...OUTCOMES.undecided };
    const text = textReport.render(reportOf({ runs: [runOf('a', [...calls, bad])], declared: NOTHING }));
    const levels = [...text.matchAll(/^ {2}(error|inconclusive): /gm)].map(([, level]) => level);
    expect(levels).toEqual(['error', ...Array.from({ length: 19 }, () => 'inconclusive')]);
    expect(text).toContain('  and 11 more (--format json)\n');
    expect(text).toContain('31 findings: 1 error, 30 inconclusive; 31 calls in 1 run\n');
  });

  it('shows the worst of many runs, and the quiet ones in a line', () => {
    const open = Array.from({ length: 25 }, (_, at) => runOf(`open-${at}`, [unknownTool('lookup')]));
    const quiet = Array.from({ length: 25 }, (_, at) => runOf(`quiet-${at}`, []));
    const text = textReport.render(reportOf({ runs: [...quiet, ...open] }));
    expect(text.match(/^run /gm)).toHaveLength(20);
    expect(text).toContain('\nand 5 runs more (--format json)\n');
    expect(text).toMatch(/\n25 runs, coverage complete and nothing found: quiet-0, [^:]* and 5 more\n/);
  });
});
