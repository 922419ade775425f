import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { declared, GITHUB } from '../gate/declared.ts';
import { declaredText, gateOf, project } from './judged-files.ts';
import { cli, folderWith } from './run-cli.ts';

const fixture = (name: string) => new URL(`../../fixtures/${name}`, import.meta.url).pathname;
const linesOf = (text: string) => text.trimEnd().split('\n');

describe('assay-otel validate, of what people write', () => {
  it('tells every error of a YAML file with its line and column', async () => {
    const file = fixture('declared/invalid.yaml');
    const { code, stdout, stderr } = await cli(['validate', file]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    const [errors, notes] = [false, true].map((is) =>
      linesOf(stderr).filter((line) => line.startsWith('note: ') === is),
    );
    expect(errors).toHaveLength(27);
    for (const line of errors ?? []) expect(line).toMatch(/\.yaml:\d+:\d+: (?:[\w.[\]…-]+: )?Expected /);
    expect(notes).toHaveLength(2);
  });

  it('notes what does nothing, and exits 0', async () => {
    const { code, stderr } = await cli(['validate', fixture('declared/never.yaml')]);
    expect(code).toBe(0);
    expect(linesOf(stderr)).toHaveLength(7);
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

  it('tells of declared surfaces and baselines in JSON what it tells of YAML', async () => {
    const class_ = { ...GITHUB, id: 'other', action_class: 'github_deploy_keys' };
    const folder = folderWith({
      'declared.json': declaredText(declared([GITHUB, class_])),
      'baseline.json': '{"schema": "assay.tool_surface_baseline.v0",\n "accepted": [{ "reason": "known" }]}',
      'comma.json': '{"schema": "assay.tool_surface_baseline.v0", "accepted": [],}',
    });
    const noted = await cli(['validate', join(folder, 'declared.json')]);
    expect(noted).toMatchObject({ code: 0, stdout: '' });
    expect(noted.stderr).toMatch(/^note: .*declared\.json:\d+:\d+: declared_tool_actions\[1\]\.action_class/);
    const placed = await cli(['validate', join(folder, 'baseline.json')]);
    expect(placed.code).toBe(1);
    expect(placed.stderr).toContain('baseline.json:2:15: accepted[0].fingerprint: Expected');
    // What the gate reads, validate reads, and the other way round.
    const at = project({ job: [[]] });
    const comma = join(folder, 'comma.json');
    expect((await cli(['validate', comma])).code).toBe(2);
    const gated = await gateOf(at, '--baseline', comma);
    expect(gated).toMatchObject({ code: 2, stdout: '' });
    expect(gated.stderr).toContain('Expected JSON, as the name of the file says');
  });

  it.each<[title: string, text: string, code: number, told: string]>([
    ['no YAML', 'a: 1\na: 2\n', 1, ':2:1: Expected the document to be JSON or YAML'],
    ['another document', 'a: 1\n', 1, 'Expected the document to be a surface'],
    ['another schema', 'schema: assay.tool_surface_diff.v1\n', 1, 'got "assay.tool_surface_diff.v1"'],
    ['binary data', '\u0000\u0000', 2, 'Expected JSON or YAML text'],
  ])('says of %s what it is', async (_title, text, code, told) => {
    const folder = folderWith({ 'x.yaml': text });
    const result = await cli(['validate', join(folder, 'x.yaml')]);
    expect(result).toMatchObject({ code, stdout: '' });
    expect(result.stderr).toContain(told);
  });
});
