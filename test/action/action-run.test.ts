import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VERSION } from '../../src/version.ts';
import { callSpan, line } from '../cli/call-spans.ts';
import { allowed, lookup, PARTIAL, project, undeclared } from '../cli/judged-files.ts';
import { folderWith } from '../cli/run-cli.ts';
import { readCommand } from '../report/github-runner.ts';
import { environmentOf, STEP } from './action-file.ts';
import { type NpxInPlace, npxInPlace } from './npx-in-place.ts';
import { EARLIER, runScript } from './run-script.ts';

let npx: NpxInPlace;
beforeAll(async () => {
  npx = await npxInPlace();
});
afterAll(() => npx.remove());

const act = (cwd: string, inputs: Readonly<Record<string, string>>, env = {}) =>
  runScript(STEP.run, cwd, { ...environmentOf(inputs), PATH: npx.path, ...env });

/** What a person sees where there is no report: an annotation, and a line in the summary. */
const NOTHING_JUDGED = { name: 'error', message: expect.stringContaining('Nothing was judged') };
const TOLD = `${EARLIER}## Tool surface: nothing was judged\n\nThe log of the step says why.\n`;

const DECLARED = { declared: 'declared.json', surface: 'surfaces' };

describe('the action', () => {
  it.each<[verdict: string, code: number, runs: Parameters<typeof project>[0]]>([
    ['pass', 0, { job: [[allowed]] }],
    ['fail', 1, { job: [[allowed, undeclared]] }],
    ['inconclusive', 3, { job: [[lookup]] }],
    ['inconclusive', 3, {}],
  ])('says %s and ends with %i', (verdict, code, runs) => {
    const { folder } = project(runs);
    const run = act(folder, { ...DECLARED, sarif: 'reports/gate.sarif' });
    expect(run).toMatchObject({
      code,
      stderr: Object.keys(runs).length > 0 ? '' : expect.stringMatching(/^note: surfaces: .*\n$/),
      left: [],
      outputs: `verdict=${verdict}\nexit-code=${code}\n`,
    });
    expect(run.summary).toMatch(new RegExp(`^${EARLIER}## Tool surface: ${verdict}\n`));
    expect(readCommand(run.stdout)?.properties.get('title')).toBe(`Tool surface: ${verdict}`);
    const sarif = JSON.parse(readFileSync(join(folder, 'reports/gate.sarif'), 'utf8'));
    expect(sarif.runs[0].properties.verdict).toBe(verdict);
  });

  it('says which coverage a pass rests on, in the summary alone', () => {
    const { folder } = project({ job: [[allowed], PARTIAL] });
    const run = act(folder, { ...DECLARED, 'accept-coverage': 'partial' });
    expect(run).toMatchObject({ code: 0, outputs: 'verdict=pass\nexit-code=0\n' });
    expect(run.summary).toContain('pass (coverage: partial accepted)');
  });

  it('reads spans in place of surfaces', () => {
    const { folder } = project({});
    writeFileSync(join(folder, 'the traces.jsonl'), line([callSpan()]));
    const run = act(folder, { declared: 'declared.json', spans: 'the traces.jsonl\n' });
    expect(run).toMatchObject({ code: 3, outputs: 'verdict=inconclusive\nexit-code=3\n' });
  });

  it.each<[what: string, inputs: Readonly<Record<string, string>>]>([
    ['no declared surface', { surface: 'surfaces' }],
    ['a declared surface that is not there', { declared: 'missing.yaml', surface: 'surfaces' }],
    ['nothing to judge', { declared: 'declared.json' }],
    ['surfaces that are not there', { declared: 'declared.json', surface: 'missing' }],
    ['a level that is none', { ...DECLARED, level: 'x' }],
    ['a report that cannot be written', { ...DECLARED, sarif: 'declared.json/gate.sarif' }],
  ])('ends with 2 and without a verdict for %s', (_what, inputs) => {
    const run = act(project({ job: [[allowed]] }).folder, inputs);
    expect(run).toMatchObject({ code: 2, left: [], outputs: 'verdict=\nexit-code=2\n' });
    expect(run.stderr).not.toBe('');
    expect(readCommand(run.stdout.trimEnd().split('\n').at(-1) ?? '')).toMatchObject(NOTHING_JUDGED);
    expect(run.summary.length).toBeGreaterThan(EARLIER.length);
  });

  it.each<[what: string, env: Readonly<Record<string, string>>]>([
    ['no summary', { GITHUB_STEP_SUMMARY: '' }],
    ['a summary in a directory that is not there', { GITHUB_STEP_SUMMARY: 'missing/summary' }],
    ['no outputs', { GITHUB_OUTPUT: '' }],
    ['outputs in a directory that is not there', { GITHUB_OUTPUT: 'missing/outputs' }],
  ])('ends with the code of the gate where its runner has %s', (_what, env) => {
    for (const [records, code] of [
      [[allowed], 0],
      [[undeclared], 1],
      [[lookup], 3],
    ] as const) {
      expect(act(project({ job: [records] }).folder, DECLARED, env)).toMatchObject({ code, left: [] });
    }
  });

  // Of npm: 1 where a package cannot be had; and no end of npx may look like a pass.
  it.each(['0', '1', '3', '137'])('ends with 2 where npx ends with %s and nothing was judged', (code) => {
    const run = act(project({ job: [[allowed]] }).folder, DECLARED, { NPX_ENDS_WITH: code });
    expect(run).toMatchObject({ code: 2, outputs: 'verdict=\nexit-code=2\n', summary: TOLD, left: [] });
    expect(readCommand(run.stdout)).toMatchObject(NOTHING_JUDGED);
  });
});

const LISTS = ['surface', 'spans', 'expect-run', 'expect-service', 'level', 'classifiers', 'bind'] as const;
const SINGLE = ['declared', 'accept-coverage', 'baseline', 'sarif', 'version'] as const;

/** One line each; `touched` is what they would leave. */
const HOSTILE = [
  'two words',
  ' spaces around ',
  '$(touch touched)',
  '`touch touched`',
  '; touch touched;',
  '" ; touch touched #',
  "' ; touch touched #",
  '> touched',
  '&& touch touched',
  '$HOME $0',
  '* ?',
  '\\',
  '-x',
  '--help',
  '--',
  '-n',
  '%s%n\\0',
  '::error::x',
  'touched\u00a0\u202e',
];

/** All that `--out` and its like were given, in their order. */
const valuesOf = (option: string) => {
  const all = npx.lastArguments();
  return all.flatMap((word, at) => (all[at - 1] === option ? [word] : []));
};

/** All inputs with one value; npx notes what it is given and ends. */
function given(value: string): string {
  const folder = folderWith();
  const inputs = Object.fromEntries([...LISTS, ...SINGLE].map((input) => [input, value]));
  const run = act(folder, inputs, { NPX_ENDS_WITH: '2' });
  expect(run).toMatchObject({ code: 2, stderr: '', summary: TOLD, left: [] });
  expect(readCommand(run.stdout)).toMatchObject(NOTHING_JUDGED);
  expect(run.outputs).toBe('verdict=\nexit-code=2\n');
  return folder;
}

describe('values of inputs', () => {
  it.each(HOSTILE)('arrive as one argument each and are never run: %j', (value) => {
    const folder = given(value);
    const [yes, name] = npx.lastArguments();
    expect([yes, name]).toEqual(['--yes', `assay-otel@${value}`]);
    for (const input of [...LISTS, 'declared', 'accept-coverage', 'baseline']) {
      expect(valuesOf(`--${input}`), input).toEqual([value]);
    }
    expect(valuesOf('--out')).toEqual([value, expect.any(String)]);
    expect(npx.lastArguments()).toHaveLength(3 + 2 * 15);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('keep their newlines where there is one value, and are one a line in a list', () => {
    const value = `\n${HOSTILE.join('\r\n')}\n\n`;
    const folder = given(value);
    expect(npx.lastArguments()[1]).toBe(`assay-otel@${value}`);
    for (const input of ['declared', 'accept-coverage', 'baseline']) {
      expect(valuesOf(`--${input}`), input).toEqual([value]);
    }
    for (const input of LISTS) expect(valuesOf(`--${input}`), input).toEqual(HOSTILE);
    expect(valuesOf('--out')).toEqual([value, expect.any(String)]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('that are not given are no arguments', () => {
    act(folderWith(), DECLARED, { NPX_ENDS_WITH: '2' });
    const [yes, name, ...rest] = npx.lastArguments();
    expect([yes, name]).toEqual(['--yes', `assay-otel@${VERSION}`]);
    const reports = ['--format', 'markdown', '--out', expect.any(String), '--format', 'github'];
    expect(rest).toEqual(['gate', '--declared', 'declared.json', '--surface', 'surfaces', ...reports]);
  });

  it('can be paths with a leading dash', () => {
    const { folder } = project({ job: [[allowed]] });
    renameSync(join(folder, 'surfaces'), join(folder, '-x'));
    renameSync(join(folder, 'declared.json'), join(folder, '--help'));
    const run = act(folder, { declared: '--help', surface: '-x', sarif: '-y.sarif' });
    expect(run).toMatchObject({ code: 0, outputs: 'verdict=pass\nexit-code=0\n' });
    expect(existsSync(join(folder, '-y.sarif'))).toBe(true);
  });
});
