import { describe, expect, it } from 'vitest';
import { declared, GITHUB } from '../gate/declared.ts';
import {
  allowed,
  type DECLARED,
  denied,
  gateOf,
  incomplete,
  judge,
  lookup,
  PARTIAL,
  project,
  undeclared,
  webhook,
} from './judged-files.ts';

describe('assay-otel gate', () => {
  it('exits 0 for what is declared and observed completely, and says so', async () => {
    const result = await gateOf(project({ job: [[allowed, denied]] }));
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(result.stdout).toMatch(/^verdict: pass\n/);
  });

  it('exits 1 for what is not declared, and leads to the nearest action', async () => {
    const at = project({ job: [[allowed, undeclared]] });
    const result = await gateOf(at);
    expect(result.code).toBe(1);
    expect(result.stdout).toContain('verdict: fail');
    expect(result.stdout).toMatch(/nearest: github\s+\(.*declared\.json, line 4\): repo does\s+not\s+fit/);
  });

  it('exits 3 for what cannot be told', async () => {
    const result = await gateOf(project({ job: [[lookup]] }));
    expect(result.code).toBe(3);
    expect(result.stdout).toContain('verdict: inconclusive');
  });

  it('lets what was found outrank what was not seen', async () => {
    expect((await gateOf(project({ job: [[undeclared], PARTIAL] }))).code).toBe(1);
  });

  it.each<[title: string, surface: object, row: string]>([
    [
      'sets levels by row',
      declared([{ ...GITHUB, allowed_targets: [{ owner: 'org' }] }]),
      'inconclusive_tool_target.unconstrained',
    ],
  ])('%s', async (_title, surface, row) => {
    const at = project({ job: [[incomplete]] }, surface as typeof DECLARED);
    expect((await gateOf(at)).code).toBe(3);
    expect((await gateOf(at, '--level', `${row}=note`)).code).toBe(0);
    expect((await gateOf(at, '--level', `${row}=note`, '--level', `${row}=error`)).code).toBe(1);
  });

  it('says which coverage a pass rests on', async () => {
    const at = project({ job: [[allowed], PARTIAL] });
    expect((await gateOf(at)).code).toBe(3);
    const accepted = await gateOf(at, '--accept-coverage', 'partial');
    expect(accepted.code).toBe(0);
    expect(accepted.stdout).toContain('verdict: pass (coverage: partial accepted)');
    const json = await gateOf(at, '--accept-coverage', 'unknown', '--format', 'json');
    expect(JSON.parse(json.stdout)).toMatchObject({ verdict: 'pass', coverage_accepted: 'partial' });
  });

  it('takes the day from the clock it is given', async () => {
    const until = (day: string) =>
      declared([], { reviewed_tools: [{ server: 'github', tool: 'lookup', reason: 'seen', until: day }] });
    expect((await gateOf(project({ job: [[lookup]] }, until('2026-12-01')))).code).toBe(0);
    expect((await gateOf(project({ job: [[lookup]] }, until('2026-11-30')))).code).toBe(3);
  });

  it('names hostile tools without moving the terminal', async () => {
    const name = 'x\u001b[2J\u202e\nrun job: 0 calls ##[error]';
    const hostile = { ...webhook, tool: { name, category: null } };
    const at = project({ job: [[hostile]] });
    for (const format of ['text', 'json', 'markdown', 'sarif', 'junit', 'github', 'html']) {
      const { stdout } = await gateOf(at, '--format', format);
      expect(stdout).not.toMatch(/[\u001b\u202e]|\nrun job: 0 calls/);
      // A page is no log, in which some CI systems would take it for a command.
      if (format !== 'html') expect(stdout).not.toContain('##[');
    }
  });
});

describe('assay-otel diff', () => {
  it('compares, judges nothing and exits 0', async () => {
    const { surfaces, declared: file } = project({ job: [[undeclared], PARTIAL] });
    const result = await judge(['diff', '--declared', file, '--surface', surfaces, '--expect-run', 'x']);
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(result.stdout).toMatch(/^compared and not judged\n/);
    expect(result.stdout).toContain('undeclared action');
    expect(result.stdout).not.toContain('verdict');
  });

  it.each<[title: string, runs: Parameters<typeof project>[0]]>([
    ['would pass', { job: [[allowed]] }],
    ['would fail', { job: [[undeclared]] }],
    ['would be inconclusive', { job: [[allowed], PARTIAL] }],
    ['is nothing', {}],
  ])('has no verdict in its JSON for what %s, and exits 0', async (_title, runs) => {
    const at = project(runs);
    const gated = await gateOf(at, '--format', 'json');
    const { verdict, ...rest } = JSON.parse(gated.stdout);
    const result = await judge([
      'diff',
      '--declared',
      at.declared,
      '--surface',
      at.surfaces,
      '--format',
      'json',
    ]);
    expect(verdict).toMatch(/^(pass|fail|inconclusive)$/);
    expect(result.code).toBe(0);
    // The directory that holds none is named.
    const told =
      Object.keys(runs).length > 0
        ? /^$/
        : /^note: .*surfaces: Expected a directory with `\*\.surface\.json`/;
    expect(result.stderr).toMatch(told);
    expect(JSON.parse(result.stdout)).toEqual(rest);
  });

  it.each([['--level'], ['--accept-coverage'], ['--baseline']])('knows no %s', async (option) => {
    const { surfaces, declared: file } = project({});
    const args = ['diff', '--declared', file, '--surface', surfaces, option, 'x'];
    expect(await judge(args)).toMatchObject({ code: 2, stdout: '' });
  });
});
