import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import type { ObservedRecord } from '../../src/gate/observed-run.ts';
import { surfaceOf } from '../gate/observed.ts';
import {
  allowed,
  documentsOf,
  gateOf,
  judge,
  lineOf,
  lookup,
  PARTIAL,
  project,
  undeclared,
} from './judged-files.ts';

describe('what exits 2, nothing judged', () => {
  const at = () => project({ job: [[undeclared]] });

  it.each<[title: string, args: readonly string[], told: string]>([
    ['no declared surface', ['--surface', 'S'], '--declared'],
    ['neither surfaces nor spans', ['--declared', 'D'], '`--surface PATH...`'],
    ['surfaces and spans', ['--declared', 'D', '--surface', 'S', '--spans', 'S'], 'got several'],
    ['spans and a store', ['--declared', 'D', '--spans', 'S', '--from', 'clickhouse://h'], 'got several'],
    [
      'a store and health',
      ['--declared', 'D', '--from', 'clickhouse://h', '--health', 'S'],
      'beside `--from`',
    ],
    [
      'a run key of a store',
      ['--declared', 'D', '--from', 'clickhouse://h', '--run-key', 'k'],
      '`assay.run.id`',
    ],
    ['a store that is none', ['--declared', 'D', '--from', 'S'], 'clickhouse://HOST:PORT/DATABASE'],
    [
      'a password in an address',
      ['--declared', 'D', '--from', 'clickhouse://a:b@h'],
      'ASSAY_CLICKHOUSE_PASSWORD',
    ],
    ['times of files', ['--declared', 'D', '--surface', 'S', '--since', '2027-03-31T08:00:00Z'], '`--from`'],
    [
      'health beside spans',
      ['--declared', 'D', '--spans', '-', '--health', 'S'],
      'of which the health is made',
    ],
    ['health from stdin', ['--declared', 'D', '--surface', 'S', '--health', '-'], 'got -'],
    ['stdin twice', ['--declared', 'D', '--surface', '-', '-'], 'got it twice'],
    ['a declared surface without a name', ['--declared', '', '--surface', 'S'], 'got an empty name'],
    ['a declared surface from stdin', ['--declared', '-', '--surface', 'S'], 'to be a file, got -'],
    ['an unknown row', ['--declared', 'D', '--surface', 'S', '--level', 'other=note'], 'to be one of'],
    ['an unknown level', ['--declared', 'D', '--surface', 'S', '--level', 'required_decision=bad'], 'note'],
    ['an unknown coverage', ['--declared', 'D', '--surface', 'S', '--accept-coverage', 'most'], 'complete'],
    ['an unknown format', ['--declared', 'D', '--surface', 'S', '--format', 'pdf'], 'sarif'],
    ['two declared surfaces', ['--declared', 'D', '--declared', 'D', '--surface', 'S'], 'got it twice'],
    [
      'two baselines',
      ['--declared', 'D', '--surface', 'S', '--baseline', 'D', '--baseline', 'D'],
      'got it twice',
    ],
    ['a path too many', ['--declared', 'D', 'S'], 'too many arguments'],
    ['a path without its option', ['S', '--declared', 'D'], 'Surfaces are named with --surface PATH'],
    ['an option too many', ['--declared', 'D', '--surface', 'S', '--strict'], 'unknown option'],
    ['a surface that is not there', ['--declared', 'D', '--surface', 'S', 'missing'], 'got nothing there'],
    ['spans that are not there', ['--declared', 'D', '--spans', 'missing'], 'got nothing there'],
    ['a directory without spans', ['--declared', 'D', '--spans', 'S'], 'got nothing that could be read'],
    [
      'a health that is not there',
      ['--declared', 'D', '--surface', 'S', '--health', 'missing'],
      'nothing there',
    ],
    ['a declared surface that is not there', ['--declared', 'missing', '--surface', 'S'], 'nothing there'],
    [
      'a baseline that is not there',
      ['--declared', 'D', '--surface', 'S', '--baseline', 'missing'],
      'nothing there',
    ],
  ])('for %s', async (_title, args, told) => {
    const { surfaces, declared: file } = at();
    const named = args.map((arg) => ({ S: surfaces, D: file })[arg] ?? arg);
    const result = await judge(['gate', ...named]);
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toContain(told);
  });

  it.each<[title: string, out: string, more: readonly string[]]>([
    ['the declared surface', 'declared.json', []],
    ['the declared surface by another name', 'link.json', []],
    ['the baseline', 'accepted.yaml', ['--baseline', 'accepted.yaml']],
    ['a surface', 'surfaces/job.surface.json', []],
    ['what belongs to a surface', 'surfaces/job.index.json', []],
    ['a health document', 'surfaces/job.health.json', []],
  ])('for an `--out` that is %s, which stays as it is', async (_title, out, more) => {
    const { folder, surfaces, declared: file } = at();
    symlinkSync(file, join(folder, 'link.json'));
    writeFileSync(join(folder, 'accepted.yaml'), 'schema: assay.tool_surface_baseline.v0\naccepted: []\n');
    const [over = '', ...named] = [out, ...more].map((word) =>
      word.startsWith('--') ? word : join(folder, word),
    );
    const before = readFileSync(over, 'utf8');
    const args = ['--declared', file, '--surface', surfaces, ...named, '--format', 'html', '--out', over];
    for (const command of more.length > 0 ? ['gate'] : ['gate', 'diff']) {
      const result = await judge([command, ...args]);
      expect(result).toMatchObject({ code: 2, stdout: '' });
      expect(result.stderr).toContain('to be no file that is read');
    }
    expect(readFileSync(over, 'utf8')).toBe(before);
  });

  it('for an `--out` that is a trace, but not for a report that stands beside surfaces', async () => {
    const { folder, surfaces, declared: file } = at();
    writeFileSync(join(folder, 'traces.json'), '{"resourceSpans":[]}');
    for (const spans of [join(folder, 'traces.json'), folder]) {
      const out = ['--format', 'text', '--out', join(folder, 'traces.json')];
      const result = await judge(['gate', '--declared', file, '--spans', spans, ...out]);
      expect(result).toMatchObject({ code: 2, stdout: '' });
      expect(result.stderr).toContain('to be no file that is read');
    }
    const report = join(surfaces, 'gate.html');
    for (const code of [1, 1])
      expect(await gateOf({ surfaces, declared: file }, '--out', report)).toMatchObject({ code });
  });

  it('for a declared surface with errors, all of them with their places', async () => {
    const { folder, surfaces } = at();
    const file = join(folder, 'declared.yaml');
    writeFileSync(
      file,
      'schema: assay.declared_tool_surface.v0\ndeclared_tool_actions:\n  - id: a\n    provider: 5\n',
    );
    const result = await judge(['gate', '--declared', file, '--surface', surfaces]);
    expect(result).toMatchObject({ code: 2, stdout: '' });
    const lines = result.stderr.trimEnd().split('\n');
    expect(lines).toHaveLength(5);
    expect(lines.slice(0, -1).map((line) => line.slice(file.length).split(': ').slice(0, 2))).toEqual([
      [':3:5', 'declared_tool_actions[0].action_class'],
      [':3:5', 'declared_tool_actions[0].allowed_targets'],
      [':3:5', 'declared_tool_actions[0].allowed_effects'],
      [':4:5', 'declared_tool_actions[0].provider'],
    ]);
    expect(lines.at(-1)).toMatch(/^error: .*nothing was judged/);
  });

  it('for a baseline with errors', async () => {
    const { folder, surfaces, declared: file } = at();
    const baseline = join(folder, 'accepted.yaml');
    writeFileSync(baseline, 'schema: assay.tool_surface_baseline.v0\naccepted: [{}]\n');
    const args = ['gate', '--declared', file, '--surface', surfaces, '--baseline', baseline];
    const result = await judge(args);
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toContain(`${baseline}:2:12: accepted[0].fingerprint: Expected`);
  });

  it.each<[title: string, text: string, told: string]>([
    ['is no JSON', 'not json\n', 'Expected a JSON document'],
    ['is empty', '', 'got an empty file'],
    ['is a trace', '{"resourceSpans":[]}', 'Expected a surface or a line'],
    ['is a health document', '{"schema":"assay.tool_observation_health.v0"}', 'Expected a surface or a line'],
    ['is of another version', '{"schema":"assay.tool_decision_surface.v1"}', 'Expected a surface or a line'],
    ['is half a surface', '{"schema":"assay.tool_decision_surface.v0"}', '`observed_tool_decisions`'],
    [
      'nests too deep',
      `{"schema":"assay.tool_decision_surface.v0","x":${'['.repeat(900)}${']'.repeat(900)}}`,
      'levels, got a deeper one',
    ],
    ['is a line without an id', '{"run_id":"","surface":{}}', '`run_id`'],
  ])('for a surface among others that %s', async (_title, text, told) => {
    const paths = at();
    writeFileSync(join(paths.surfaces, 'a.surface.json'), text);
    const result = await gateOf(paths);
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toContain('a.surface.json');
    expect(result.stderr).toContain(told);
  });

  it.each<[title: string, change: object, told: string]>([
    ['effect', { decision: { ...allowed.decision, effect: 'permit' } }, 'decision.effect'],
    ['classification', { classification: 'fine' }, 'classification'],
  ])('for a record with an unknown %s, whose word is not shown', async (_title, change, told) => {
    const { declared: file } = at();
    const surface = surfaceOf({ ...allowed, ...change } as ObservedRecord);
    const args = ['gate', '--declared', file, '--surface', '-'];
    const result = await judge(args, { stdin: [canonicalJson({ run_id: 'job', surface })] });
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toContain(`surface.observed_tool_decisions[0].${told}`);
    expect(result.stderr).not.toMatch(/permit|fine/);
  });

  it('but judges a record that says `not_observed` as an unknown tool', async () => {
    const { declared: file } = at();
    const record = { ...lookup, classification: 'not_observed', reason_code: 'elsewhere' } as const;
    const stdin = [
      lineOf(
        'job',
        documentsOf('job', [record], { unknown_tool_count: 1, claims: PARTIAL.claims ?? expect.fail() }),
      ),
    ];
    const result = await judge(['gate', '--declared', file, '--surface', '-', '--format', 'json'], { stdin });
    expect(result.code).toBe(3);
    expect(JSON.parse(result.stdout).findings).toMatchObject([{ row: 'unclassified.other' }]);
  });
});
