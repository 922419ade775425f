import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REPORTERS } from '../../src/report/registry.ts';
import { gateOf, judge, project, undeclared } from './judged-files.ts';

const failing = () => project({ job: [[undeclared]] });

describe('reports of the command', () => {
  it.each(REPORTERS.map(({ format, extension }) => [format, extension] as const))(
    '%s: stdout and file are the same',
    async (format, extension) => {
      const at = failing();
      const onStdout = await gateOf(at, '--format', format);
      const file = join(at.folder, `report.${extension}`);
      const inFile = await gateOf(at, '--format', format, '--out', file);
      expect(inFile).toMatchObject({ code: 1, stderr: '' });
      expect(inFile.stdout).toMatch(/^verdict: fail\n/);
      expect(readFileSync(file, 'utf8')).toBe(onStdout.stdout);
      expect(onStdout.stdout).not.toBe('');
    },
  );

  it('leave stdout to one document of JSON', async () => {
    const { stdout, code } = await gateOf(failing(), '--format', 'json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ schema: 'assay.tool_surface_diff.v0', verdict: 'fail' });
    expect(stdout.endsWith('}\n')).toBe(true);
  });

  it('are coloured on a terminal alone, and never in a file', async () => {
    const at = failing();
    const colour = '\u001b[';
    const on = (env: Record<string, string>, isTTY = true, ...more: readonly string[]) =>
      judge(['gate', '--declared', at.declared, '--surface', at.surfaces, ...more], { isTTY, env });
    expect((await on({})).stdout).toContain(colour);
    expect((await on({ NO_COLOR: '1' })).stdout).not.toContain(colour);
    expect((await on({ TERM: 'dumb' })).stdout).not.toContain(colour);
    expect((await on({}, false)).stdout).not.toContain(colour);
    const file = join(at.folder, 'report.txt');
    await on({}, true, '--out', file);
    expect(readFileSync(file, 'utf8')).not.toContain(colour);
  });

  it('go to several files at once, in folders that are made, and nothing else is left there', async () => {
    const at = failing();
    const out = join(at.folder, 'reports', 'today');
    const names = ['a.sarif', 'b.md', 'c.xml', 'd.html', 'e.json'];
    const files = names.flatMap((name) => ['--out', join(out, name)]);
    expect((await gateOf(at, ...files, '--format', 'github')).stdout).toMatch(/^::error /);
    expect(readdirSync(out).sort()).toEqual(names);
  });

  it('take the place of what was there, through a link too', async () => {
    const at = failing();
    const [file, link] = [join(at.folder, 'report.json'), join(at.folder, 'link.json')];
    writeFileSync(file, 'x'.repeat(100_000));
    symlinkSync(file, link);
    await gateOf(at, '--out', link);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ verdict: 'fail' });
    expect(readdirSync(at.folder).sort()).toEqual(['declared.json', 'link.json', 'report.json', 'surfaces']);
  });

  it('can go to what is no file', async () => {
    expect((await gateOf(failing(), '--format', 'json', '--out', '/dev/null')).code).toBe(1);
  });

  it('that cannot be written exit 2, and the others are written all the same', async () => {
    const at = failing();
    const bad = join(at.declared, 'below-a-file.md');
    const good = join(at.folder, 'good.md');
    const result = await gateOf(at, '--out', bad, '--out', good);
    expect(result.code).toBe(2);
    expect(result.stderr).toMatch(/^error: Expected to write .*below-a-file\.md, but the system says E/);
    expect(result.stdout).toContain('verdict: fail');
    expect(readFileSync(good, 'utf8')).not.toBe('');
  });

  it('name the declared surface as it is seen from the working directory', async () => {
    const at = failing();
    const args = ['gate', '--declared', at.declared, '--surface', at.surfaces, '--format', 'sarif'];
    const uriOf = async (cwd: string) => {
      const { stdout } = await judge(args, { cwd });
      const [{ results }] = JSON.parse(stdout).runs;
      return results[0].locations[0].physicalLocation.artifactLocation.uri;
    };
    expect(await uriOf(at.folder)).toBe('declared.json');
    expect(await uriOf(join(at.folder, '..'))).toMatch(/^assay-otel-\w+\/declared\.json$/);
    expect(await uriOf(at.surfaces)).toBe('declared.json');
  });
});

describe('the help', () => {
  it.each(['gate', 'diff', 'declare', 'baseline', 'verify'])('of %s teaches', async (command) => {
    const { code, stdout, stderr } = await judge([command, '--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const part of ['Examples:', 'Exit codes:', `$ assay-otel ${command} `])
      expect(stdout).toContain(part);
    expect((await judge(['--help'])).stdout).toContain(`  ${command} `);
  });
});
