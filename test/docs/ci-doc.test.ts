import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { VERSION } from '../../src/version.ts';
import { ACTION, environmentOf, STEP } from '../action/action-file.ts';
import { type NpxInPlace, npxInPlace } from '../action/npx-in-place.ts';
import { EARLIER, runScript } from '../action/run-script.ts';
import { allowed, lookup, project, undeclared } from '../cli/judged-files.ts';

const doc = readFileSync(new URL('../../docs/ci.md', import.meta.url), 'utf8');

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: { readonly gate: { readonly steps: readonly WorkflowStep[] } };
}
interface WorkflowStep {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
}

/** The one code block of a language that holds a word. */
function block(language: string, word: string): string {
  const all = [...doc.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)];
  const found = all.flatMap(([, of, text = '']) => (of === language && text.includes(word) ? [text] : []));
  expect(found).toHaveLength(1);
  return found[0] ?? '';
}

const [githubStep] = parse(block('yaml', '- run: npx')) as [{ run: string }];
const gitlab = parse(block('yaml', 'junit:')).gate as {
  script: string[];
  artifacts: { when: string; reports: { junit: string } };
};
const { permissions, jobs } = parse(block('yaml', 'permissions:')) as Workflow;
const step = (of: RegExp) => jobs.gate.steps.find(({ uses = '' }) => of.test(uses));

let npx: NpxInPlace;
beforeAll(async () => {
  npx = await npxInPlace();
});
afterAll(() => npx.remove());

/** A project with `declared.yaml` and `surfaces`, as the recipes have it. */
function given(runs: Parameters<typeof project>[0]): string {
  const { folder, declared } = project(runs);
  writeFileSync(join(folder, 'declared.yaml'), readFileSync(declared));
  return folder;
}

const SCRIPTS: readonly (readonly [of: string, script: string, report: string])[] = [
  ['GitHub, without the action', githubStep.run, 'gate.sarif'],
  ['GitLab', gitlab.script.join('\n'), gitlab.artifacts.reports.junit],
  ['any shell', block('sh', 'exit'), 'gate.html'],
];

const CASES: readonly (readonly [code: number, runs: Parameters<typeof project>[0]])[] = [
  [0, { job: [[allowed]] }],
  [1, { job: [[undeclared]] }],
  [3, { job: [[lookup]] }],
];

describe('docs/ci.md', () => {
  it('names the version of this package', () => {
    const versions = [...doc.matchAll(/assay-otel@v?(\S+)/g)].map(([, version]) => version);
    expect(versions).toEqual([VERSION, VERSION, VERSION, VERSION]);
  });

  it.each(SCRIPTS)('%s: ends as the table says, with its report', (_of, script, report) => {
    for (const [code, runs] of CASES) {
      const folder = given(runs);
      expect(runScript(script, folder, { PATH: npx.path })).toMatchObject({ code, stderr: '' });
      expect(readFileSync(join(folder, report), 'utf8')).not.toBe('');
    }
    const { folder } = project({ job: [[allowed]] });
    expect(runScript(script, folder, { PATH: npx.path }).code).toBe(2);
  });

  it('says that the command writes the summary anew', () => {
    const { summary } = runScript(githubStep.run, given({ job: [[allowed]] }), { PATH: npx.path });
    expect(summary).toMatch(/^## Tool surface: pass\n/);
    expect(summary).not.toContain(EARLIER);
  });

  it('gives the action inputs that it has', () => {
    const inputs = step(/^OWNER\/assay-otel@/)?.with ?? {};
    for (const [code, runs] of CASES) {
      const folder = given(runs);
      const env = { ...environmentOf({ ...inputs, 'expect-service': 'agent' }), PATH: npx.path };
      expect(runScript(STEP.run, folder, env)).toMatchObject({ code, stderr: '' });
    }
    expect(Object.keys(ACTION.inputs)).toEqual(expect.arrayContaining(Object.keys(inputs)));
    const [told = ''] = doc.match(/^Inputs are [\s\S]*?:/m) ?? [];
    expect([...told.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name)).toEqual(Object.keys(ACTION.inputs));
  });

  it('uploads what the action wrote, where it did', () => {
    const [gate, upload] = [step(/^OWNER\//), step(/upload-sarif@/)];
    expect(upload?.with?.sarif_file).toBe(gate?.with?.sarif);
    expect(upload?.if).toBe(`always() && steps.${gate?.id}.outputs.verdict != ''`);
    expect(Object.keys(ACTION.outputs)).toContain('verdict');
    expect(permissions).toEqual({ contents: 'read', 'security-events': 'write' });
  });

  it('keeps the report of a GitLab job that fails', () => {
    expect(gitlab.artifacts.when).toBe('always');
  });
});
