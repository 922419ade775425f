import { execFileSync } from 'node:child_process';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import type { Health } from '../../src/run/health.ts';
import { declared, GITHUB } from '../gate/declared.ts';
import { healthOf, surfaceOf } from '../gate/observed.ts';
import {
  allowed,
  denied,
  documentsOf,
  gateOf,
  incomplete,
  judge,
  lineOf,
  logOnly,
  PARTIAL,
  project,
  reasonsOf,
  undeclared,
} from './judged-files.ts';

describe('what can never exit 0', () => {
  /** Everything that an operator can accept or set. */
  const MOST = ['--accept-coverage', 'unknown', '--level', 'unclassified.other=note'];

  it('an empty directory', async () => {
    const result = await gateOf(project({}), ...MOST, '--format', 'json');
    expect(result.code).toBe(3);
    expect(reasonsOf(result)).toEqual(['no_surface']);
  });

  it.each([
    ['surfaces', '--surface'],
    ['spans', '--spans'],
  ])('no %s at all on stdin', async (_title, option) => {
    const { declared: file } = project({});
    const result = await judge(['gate', '--declared', file, option, '-', ...MOST, '--format', 'json']);
    expect(result.code).toBe(3);
    expect(reasonsOf(result)).toEqual(['no_surface']);
  });

  it('zero calls with partial coverage, unless that is accepted', async () => {
    const at = project({ job: [[], PARTIAL] });
    const result = await gateOf(at, '--format', 'json');
    expect(result.code).toBe(3);
    expect(reasonsOf(result)).toEqual(['coverage_partial']);
    expect((await gateOf(at, '--accept-coverage', 'scoped')).code).toBe(3);
    expect((await gateOf(at, '--accept-coverage', 'partial')).code).toBe(0);
  });

  it('a surface without a health document, unless that is accepted', async () => {
    const { surfaces, declared: file } = project({ job: [[allowed]] });
    const surface = join(surfaces, 'job.surface.json');
    // It lies beside the file, and belongs to it only where somebody says so.
    const alone = await judge(['gate', '--declared', file, '--surface', surface, '--format', 'json']);
    expect(alone.code).toBe(3);
    expect(reasonsOf(alone)).toEqual(['health_missing']);
    const health = join(surfaces, 'job.health.json');
    expect((await judge(['gate', '--declared', file, '--surface', surface, '--health', health])).code).toBe(
      0,
    );
  });

  it('the health of another run, whose surface is equal', async () => {
    const surface = surfaceOf();
    const other = healthOf(surface, { run_id: 'other' });
    const { declared: file } = project({});
    const line = canonicalJson({ run_id: 'job', surface, health: other });
    const ofLine = await judge(['gate', '--declared', file, '--surface', '-', ...MOST, '--format', 'json'], {
      stdin: [line],
    });
    expect(ofLine.code).toBe(3);
    expect(reasonsOf(ofLine)).toEqual(['health_mismatch']);

    const { surfaces } = project({ job: [[]], other: [[]] });
    const paths = [
      '--surface',
      join(surfaces, 'job.surface.json'),
      '--health',
      join(surfaces, 'other.health.json'),
    ];
    const ofFiles = await judge(['gate', '--declared', file, ...paths, ...MOST, '--format', 'json']);
    expect(ofFiles.code).toBe(3);
    expect(reasonsOf(ofFiles)).toContain('no_surface');
  });

  it('a health that is of another surface', async () => {
    const at = project({ job: [[allowed]] });
    writeFileSync(join(at.surfaces, 'job.health.json'), canonicalJson(documentsOf('job', [denied]).health));
    const result = await gateOf(at, ...MOST, '--format', 'json');
    expect(result.code).toBe(3);
    expect(reasonsOf(result)).toEqual(['health_mismatch']);
  });

  it.each<[title: string, text: string, reason: string]>([
    ['is no JSON', 'not json', 'health_unreadable'],
    ['is empty', '', 'health_unreadable'],
    ['is two documents', '{}\n{}\n', 'health_unreadable'],
    ['is another document', '{"resourceSpans":[]}', 'health_unreadable'],
    ['is invalid', '{"schema":"assay.tool_observation_health.v0"}', 'health_unreadable'],
    [
      'nests too deep',
      `{"schema":"assay.tool_observation_health.v0","x":${'['.repeat(900)}${']'.repeat(900)}}`,
      'health_unreadable',
    ],
    ['is of another schema', '{"schema":"assay.tool_observation_health.v1"}', 'health_other_schema'],
  ])('a health document that %s', async (_title, text, reason) => {
    const at = project({ job: [[allowed]] });
    writeFileSync(join(at.surfaces, 'job.health.json'), text);
    const result = await gateOf(at, ...MOST, '--format', 'json');
    expect(result.code).toBe(3);
    expect(reasonsOf(result)).toEqual([reason]);
    expect(result.stderr).toMatch(/^note: .*job\.health\.json: Expected/);
  });

  it.each<[title: string, change: (health: Health) => unknown, reason: string]>([
    ['is null', () => null, 'health_unreadable'],
    ['is of another schema', (health) => ({ ...health, schema: 'other' }), 'health_other_schema'],
    ['counts other calls', (health) => ({ ...health, tool_calls_observed: 7 }), 'health_mismatch'],
  ])('a line whose health %s', async (_title, change, reason) => {
    const { surface, health } = documentsOf('job', [allowed]);
    const { declared: file } = project({});
    const stdin = [canonicalJson({ run_id: 'job', surface, health: change(health) })];
    const args = ['gate', '--declared', file, '--surface', '-', ...MOST, '--format', 'json'];
    const result = await judge(args, { stdin });
    expect(result.code).toBe(3);
    expect(reasonsOf(result)).toEqual([reason]);
  });

  it('a health document whose surface somebody took away', async () => {
    const at = project({ job: [[allowed]], other: [[undeclared]] });
    rmSync(join(at.surfaces, 'other.surface.json'));
    const result = await gateOf(at, ...MOST, '--format', 'json');
    expect(result.code).toBe(3);
    expect(reasonsOf(result)).toEqual(['no_surface']);
    expect(JSON.parse(result.stdout).findings[0].run_id).toBe('other');
  });

  it.each(['index', 'state', 'emission'])('an %s document alone', async (part) => {
    const at = project({ job: [[allowed]] });
    writeFileSync(join(at.surfaces, `gone.${part}.json`), '{}');
    const result = await gateOf(at, ...MOST, '--format', 'json');
    expect(result.code).toBe(3);
    expect(reasonsOf(result)).toEqual(['no_surface']);
    expect(JSON.parse(result.stdout).runs.map(({ run_id }: { run_id: string }) => run_id)).toContain('gone');
  });

  it.each([
    'other.surface.ndjson',
    'other.surface.jsonl',
    'other.SURFACE.JSON',
    'other.surface.json.gz',
    'other.surface.json.part',
    'surface.json',
    'runs.ndjson',
    'runs.JSONL',
  ])('a directory with a surface that would not be looked at: %s', async (name) => {
    const at = project({ job: [[allowed]] });
    writeFileSync(join(at.surfaces, name), lineOf('other', documentsOf('other', [undeclared])));
    const result = await gateOf(at, ...MOST);
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toContain(`${name}: Expected surfaces in a directory to be called`);
  });

  it('a directory with a pipe, which is not waited for', async () => {
    for (const part of ['surface', 'health', 'index']) {
      const at = project({ job: [[allowed]] });
      const pipe = join(at.surfaces, `job.${part}.json`);
      rmSync(pipe);
      execFileSync('mkfifo', [pipe]);
      const result = await gateOf(at, ...MOST);
      expect(result).toMatchObject({ code: 2, stdout: '' });
      expect(result.stderr).toContain(`job.${part}.json: Expected a file, got`);
    }
  });

  it.each(['-V', '--version'])('%s after a command', async (flag) => {
    const { declared: file, surfaces } = project({ job: [[undeclared]] });
    const args = ['gate', '--declared', file, '--surface', surfaces];
    expect(await judge([...args, '--expect-run', flag])).toMatchObject({ code: 1 });
    for (const command of [
      args,
      ['verify', '--surface', surfaces, '--audit', file],
      ['validate', file],
      ['surface', file],
    ]) {
      const result = await judge([...command, flag]);
      expect(result).toMatchObject({ code: 2, stdout: '' });
      expect(result.stderr).toContain(flag);
    }
  });

  it('an expected run whose name is that of a copy', async () => {
    const at = project({ a: [[allowed]] });
    for (const part of ['surface', 'health', 'index']) {
      copyFileSync(join(at.surfaces, `a.${part}.json`), join(at.surfaces, `b.${part}.json`));
    }
    const result = await gateOf(at, ...MOST, '--expect-run', 'a', '--expect-run', 'b', '--format', 'json');
    expect(result.code).toBe(3);
    expect(reasonsOf(result)).toEqual(['expected_run_not_seen']);
  });

  it('an expected run or service that was not seen', async () => {
    const at = project({ job: [[allowed]] });
    expect((await gateOf(at, '--expect-run', 'job', '--expect-service', 'agent')).code).toBe(0);
    const result = await gateOf(at, ...MOST, '--expect-run', 'job', 'nightly', '--expect-service', 'billing');
    expect(result.code).toBe(3);
    expect(result.stdout).toContain('an expected run was not seen: nightly');
    expect(result.stdout).toContain('an expected service was not seen: billing');
  });

  it('a denial that only looks on', async () => {
    const onlyDenied = declared([{ ...GITHUB, allowed_effects: ['deny'] }]);
    expect((await gateOf(project({ job: [[denied]] }, onlyDenied))).code).toBe(0);
    expect((await gateOf(project({ job: [[logOnly]] }, onlyDenied), ...MOST)).code).toBe(1);
  });

  it('a call that hides its arguments', async () => {
    const narrow = declared([{ ...GITHUB, allowed_targets: [{ owner: 'org', repo: 'prod-repo' }] }]);
    expect((await gateOf(project({ job: [[allowed]] }, narrow))).code).toBe(0);
    expect((await gateOf(project({ job: [[undeclared]] }, narrow), ...MOST)).code).toBe(1);
    // The same two calls, had their instrumentation recorded less.
    expect((await gateOf(project({ job: [[incomplete]] }, narrow), ...MOST)).code).toBe(3);
    const nothing = { ...incomplete, action: { ...incomplete.action, target: { provider: 'github' } } };
    expect((await gateOf(project({ job: [[nothing]] }, narrow), ...MOST)).code).toBe(3);
    expect((await gateOf(project({ job: [[incomplete]] }, declared([])), ...MOST)).code).toBe(1);
  });

  it('a gap of observation, whose level is fixed', async () => {
    const at = project({ job: [[allowed], PARTIAL] });
    const result = await gateOf(at, '--level', 'inconclusive_observation_gap=note');
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toContain('--accept-coverage');
  });
});
