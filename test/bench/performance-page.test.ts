import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { NOTES } from '../../bench/performance-notes.mjs';
import { type Entry, performancePage } from '../../bench/performance-page.mjs';

const MEASURE = new URL('../../bench/measure.mjs', import.meta.url).href;
const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a bench prints and keeps whose body is `statements`. */
function bench(statements: string): { printed: string; entries: Entry[] } {
  const rows = join(folder, 'rows');
  rmSync(rows, { force: true });
  const body = `import { remark, row, section } from ${JSON.stringify(MEASURE)};\n${statements}`;
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', body], {
    encoding: 'utf8',
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, ASSAY_BENCH_ROWS: rows },
  });
  expect([status, stderr]).toEqual([0, '']);
  const lines = readFileSync(rows, 'utf8').trimEnd().split('\n');
  return { printed: stdout, entries: lines.map((line): Entry => JSON.parse(line)) };
}

const pageOf = (name: string, entries: readonly Entry[]) =>
  performancePage([{ name, day: '2026-01-02', before: '0.1', after: '0.2', entries }]);

/** From a heading to the next of its level. */
function part(page: string, heading: string): string {
  const [, after = ''] = page.split(`\n${heading}\n`);
  return after.split('\n## ')[0] ?? '';
}
const missedIn = (page: string) =>
  part(page, '## Budgets that are not met').split(`\n${NOTES.missed[0]}`)[0] ?? '';

describe('a budget', () => {
  it.each([
    ['missed', '0.001', true],
    ['missed by far', '5', true],
    ['not measured', 'NaN', true],
    ['met to the last', '0', false],
    ['met', '-3', false],
    ['of none', 'undefined', false],
  ])('that is %s', (_name, over, isOver) => {
    const { printed, entries } = bench(`section('A', 'b'); row('a span', '<= 2 µs', '3 µs', ${over});`);
    expect(printed.includes('  OVER\n')).toBe(isOver);
    const page = pageOf('in-process', entries);
    expect(missedIn(page).includes('| a span | <= 2 µs | 3 µs |')).toBe(isOver);
    expect(missedIn(page).includes('None in this run.')).toBe(!isOver);
    expect(page).toContain(`| a span | 3 µs | <= 2 µs${isOver ? ' (not met)' : ''} |`);
  });
});

describe('the page', () => {
  it('has every bench in its order, with title, day, load, tables, sentences and words', () => {
    const { entries } = bench(
      "section('First', 'a note'); row('  a | b', '–', '1'); remark('A sentence.'); row('c', '–', '2'); section('Second'); row('d', '–', '3');",
    );
    const page = performancePage([
      { name: 'decoding', day: '2026-01-02', before: '0.1', after: '0.2', entries },
      { name: 'of no title', day: '2026-01-03', before: '1.0', after: '2.0', entries: [] },
    ]);
    expect(part(page, '## Beside other decoders')).toBe(
      [
        '\n`npm run bench -- decoding`, 2026-01-02, load 0.1 before and 0.2 after.',
        '### First',
        'a note',
        '| what | measured | budget |\n|---|---|---|\n| a \\| b | 1 | – |',
        'A sentence.',
        '| what | measured | budget |\n|---|---|---|\n| c | 2 | – |',
        '### Second',
        '| what | measured | budget |\n|---|---|---|\n| d | 3 | – |',
        ...(NOTES.after.decoding ?? []),
        '',
      ]
        .join('\n\n')
        .replace(/\n\n$/, '\n'),
    );
    expect(page.indexOf('## of no title')).toBeGreaterThan(page.indexOf('## Beside other decoders'));
    expect(page).toMatch(/\nMachine: \d+ × .+, \d+ GiB, Linux .+, Node \d+\.\d+\.\d+\. It is shared/);
    expect(page.endsWith('2.0 after.\n')).toBe(true);
  });

  it('lists what was missed of all benches together, each as it was measured', () => {
    const missed = (what: string): Entry => ({ what, budget: '<= 1 B', measured: '2 B', isOver: true });
    const result = { day: '2026-01-02', before: '0.1', after: '0.2' };
    const page = performancePage([
      { ...result, name: 'entry', entries: [missed('one')] },
      { ...result, name: 'reading', entries: [missed('two'), { ...missed('three'), isOver: false }] },
    ]);
    const rows = missedIn(page)
      .split('\n')
      .filter((line) => line.startsWith('| '));
    expect(rows).toEqual([
      '| what | budget | measured |',
      '| one | <= 1 B | 2 B |',
      '| two | <= 1 B | 2 B |',
    ]);
  });
});

describe('its words', () => {
  it('are of benches that there are', () => {
    const run = readFileSync(new URL('../../bench/run.mjs', import.meta.url), 'utf8');
    for (const name of [...Object.keys(NOTES.titles), ...Object.keys(NOTES.after)])
      expect(run).toContain(`  '${name}',\n`);
  });

  it('say why for each budget that the page in docs/ lists as missed', () => {
    const page = readFileSync(new URL('../../docs/performance.md', import.meta.url), 'utf8');
    const missed = missedIn(page)
      .split('\n')
      .filter((line) => line.startsWith('| ') && !line.startsWith('| what'));
    for (const line of missed) {
      const [, why] = WHY.find(([budget]) => line.includes(budget)) ?? [];
      expect(why, `a row of WHY for what is missed: ${line}`).toBeDefined();
      expect(NOTES.missed.join('\n')).toContain(why);
    }
  });
});

/** By what a budget is known in the table, and with what its reason begins. */
const WHY: readonly (readonly [string, string])[] = [
  ['no tool call, ', '**A span that is no tool call**'],
  ['JSON over its span', '**JSON over the span**'],
  ['minified', '**The entry**'],
  ['read, facts, documents', '**OTLP/JSON lines to documents**'],
  ['the same as protobuf', '**Protobuf beside JSON**'],
];
