import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quoted } from '../../src/report/words/quote.ts';
import { environmentOf, STEP } from '../action/action-file.ts';
import { runScript } from '../action/run-script.ts';
import { type InstalledProject, installedProject } from './installed-project.ts';

describe('action.yml with the packed package and npx itself', () => {
  let project: InstalledProject;
  beforeAll(() => {
    project = installedProject();
    project.write('declared.yaml', 'schema: assay.declared_tool_surface.v0\ndeclared_tool_actions: []\n');
    mkdirSync(join(project.folder, 'surfaces'));
  });
  afterAll(() => project.remove());

  it('judges, and hands on every value as it is', () => {
    const before = readdirSync(project.folder);
    const expected = ['$(touch touched) "a\' b', '; touch touched', '--help', '--', '*'];
    const inputs = { declared: 'declared.yaml', surface: 'surfaces', 'expect-run': expected.join('\n') };
    const run = runScript(STEP.run, project.folder, environmentOf(inputs));
    expect(run).toMatchObject({ code: 3, outputs: 'verdict=inconclusive\nexit-code=3\n' });
    for (const id of expected) expect(run.stdout).toContain(` Run: ${quoted(id)}. (`);
    expect(readdirSync(project.folder)).toEqual(before);
  });
});
