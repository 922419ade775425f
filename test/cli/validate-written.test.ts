import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { declaredText } from './judged-files.ts';
import { cli, folderWith } from './run-cli.ts';

const fixture = (name: string) => new URL(`../../fixtures/${name}`, import.meta.url).pathname;
const linesOf = (text: string) => text.trimEnd().split('\n');

describe('assay-otel validate, of what people write', () => {
  it('tells every error of a YAML file with its line and column', async () => {
    const file = fixture('declared/invalid.yaml');
    const { code, stdout, stderr } = await cli(['validate', file]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(linesOf(stderr)).toHaveLength(23);
    for (const line of linesOf(stderr)) expect(line).toMatch(/\.yaml:\d+:\d+: [\w.[\]…-]+: Expected `/);
  });

  it('notes what does nothing, and exits 0', async () => {
    const { code, stderr } = await cli(['validate', fixture('declared/never.yaml')]);
    expect(code).toBe(0);
    expect(linesOf(stderr)).toHaveLength(5);
    for (const line of linesOf(stderr)) expect(line).toMatch(/^note: .*\.yaml:\d+:\d+: /);
  });

  it('knows declared surfaces, baselines and audit records in JSON too', async () => {
    const folder = folderWith({
      'declared.json': declaredText(),
      'baseline.json': '{"schema":"assay.tool_surface_baseline.v0","accepted":[]}',
      'baseline.yml': 'schema: assay.tool_surface_baseline.v0\naccepted:\n  - reason: ""\n',
    });
    const paths = [folder, fixture('declared/additive.yaml'), fixture('verify/slack_add_member.json')];
    expect(await cli(['validate', ...paths])).toEqual({ code: 0, stdout: '', stderr: '' });
    const { code, stderr } = await cli(['validate', join(folder, 'baseline.yml')]);
    expect(code).toBe(1);
    expect(linesOf(stderr).map((line) => line.slice(folder.length + 1).split(': ')[0])).toEqual([
      'baseline.yml:3:5',
      'baseline.yml:3:5',
    ]);
  });

  it.each<[title: string, text: string, code: number, told: string]>([
    ['no YAML', 'a: 1\na: 2\n', 1, ':2:1: Expected the document to be JSON or YAML'],
    ['another document', 'a: 1\n', 1, 'Expected the document to be a surface'],
    ['another schema', 'schema: assay.tool_surface_diff.v0\n', 1, 'got "assay.tool_surface_diff.v0"'],
    ['binary data', '\u0000\u0000', 2, 'Expected JSON or YAML text'],
  ])('says of %s what it is', async (_title, text, code, told) => {
    const folder = folderWith({ 'x.yaml': text });
    const result = await cli(['validate', join(folder, 'x.yaml')]);
    expect(result).toMatchObject({ code, stdout: '' });
    expect(result.stderr).toContain(told);
  });
});
