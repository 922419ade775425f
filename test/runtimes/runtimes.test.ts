import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edgePackages, runtimeBinary } from '../../scripts/runtime-binary.mjs';
import { type InstalledProject, installedProject } from '../package/installed-project.ts';

const SECRET = 'planted-5ec2e7';
const PACKAGES = [
  '@modelcontextprotocol/sdk@1.32.2',
  '@opentelemetry/api@1.9.1',
  '@opentelemetry/context-async-hooks@2.12.1',
  '@opentelemetry/instrumentation@0.223.0',
  '@opentelemetry/sdk-node@0.223.0',
  '@opentelemetry/sdk-trace-base@2.12.1',
];

interface Printed {
  readonly answers: readonly number[];
  readonly globals: readonly string[];
  readonly spans: readonly {
    readonly name: string;
    readonly kind: number;
    readonly events: readonly { readonly name: string; readonly attributes: Record<string, string> }[];
  }[];
  readonly runs: readonly {
    readonly surface: { readonly observed_tool_decisions: readonly unknown[] };
    readonly health: {
      readonly claims: Readonly<Record<string, string>>;
      readonly coverage: { readonly gaps: readonly { readonly code: string }[] };
    };
  }[];
}

/** Of each record that left: the kind of its span, tool, target and status. */
function records({ spans }: Printed) {
  return spans.flatMap(({ kind, events }) =>
    events
      .filter(({ name }) => name === 'assay.tool_decision')
      .map(({ attributes }) => {
        const { tool, action, response } = JSON.parse(attributes['assay.record'] ?? '');
        return { kind, tool: tool.name, target: action.target, status: response.status };
      }),
  );
}

const CLIENT = 2;
const SERVER = 1;
const key = { tool: 'add_deploy_key', target: { owner: 'acme', provider: 'github', repo: 'site' } };
const broken = { tool: 'broken', target: null, status: 'error' };

let project: InstalledProject;
beforeAll(() => {
  project = installedProject(PACKAGES);
  for (const file of ['program.mjs', 'edge-program.mjs'])
    project.write(file, readFileSync(new URL(file, import.meta.url), 'utf8'));
});
afterAll(() => project?.remove());

const runtimes = [
  { name: 'Bun', binary: runtimeBinary('bun'), options: [] },
  { name: 'Deno', binary: runtimeBinary('deno'), options: ['run', '--allow-all'] },
] as const;

describe.each(runtimes)('$name', ({ binary, options }) => {
  it.skipIf(binary === undefined)('writes one record per call on each side, and lets no secret out', () => {
    const { code, stdout, stderr } = project.run(binary ?? '', ...options, 'program.mjs', SECRET);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).not.toContain(SECRET);
    const printed: Printed = JSON.parse(stdout);
    expect(printed.answers).toEqual([1, 1]);
    const byTool = records(printed).sort((a, b) => a.tool.localeCompare(b.tool) || a.kind - b.kind);
    expect(byTool).toEqual([
      { kind: SERVER, ...key, status: 'success' },
      { kind: CLIENT, ...key, status: 'success' },
      { kind: SERVER, ...broken },
      { kind: CLIENT, ...broken },
      { kind: CLIENT, tool: 'by_hand', target: null, status: expect.any(String) },
    ]);
    // Client and server are one call each in the run's document: the trace went with the request.
    expect(printed.runs.map(({ surface }) => surface.observed_tool_decisions.length).sort()).toEqual([0, 3]);
  });

  it.skipIf(binary === undefined)('runs on with assay-otel/register', () => {
    // By dynamic imports, so that the variables are there first.
    project.write(
      'registered.mjs',
      `for (const signal of ['TRACES', 'METRICS', 'LOGS']) process.env['OTEL_' + signal + '_EXPORTER'] = 'none';
      await import('assay-otel/register');
      await import('./program.mjs');`,
    );
    const { code, stdout } = project.run(binary ?? '', ...options, 'registered.mjs', SECRET);
    expect(code).toBe(0);
    expect(stdout).toContain('"answers":[1,1]');
  });
});

const edge = edgePackages();

describe.skipIf(edge === undefined)('an edge VM', () => {
  let run: (secret: string, isParentNamed: boolean) => Promise<string>;
  beforeAll(async () => {
    const { outputFiles } = await build({
      entryPoints: [join(project.folder, 'edge-program.mjs')],
      bundle: true,
      write: false,
      format: 'iife',
      platform: 'browser',
      logLevel: 'warning',
    });
    const { EdgeVM } = createRequire(join(edge ?? '', 'from.cjs'))('@edge-runtime/vm');
    const vm = new EdgeVM();
    vm.evaluate(outputFiles[0]?.text ?? '');
    run = vm.context.run;
  });

  it('writes the record of a span whose parent is named, and lets no secret out', async () => {
    const text = await run(SECRET, true);
    expect(text).not.toContain(SECRET);
    const printed: Printed = JSON.parse(text);
    expect(printed.globals).toEqual(['undefined', 'undefined']);
    expect(records(printed)).toEqual([{ kind: undefined, ...key, status: 'success' }]);
  });

  it('has a call as a run of its own where the parent is not named', async () => {
    const { spans }: Printed = JSON.parse(await run(SECRET, false));
    expect(spans.map(({ name, events }) => [name, events.map((event) => event.name)])).toEqual([
      ['tools/call add_deploy_key', ['assay.tool_decision', 'assay.tool_observation']],
      ['task', []],
    ]);
  });

  it('claims no absence, as nobody vouches for the instrumentation', async () => {
    const { runs }: Printed = JSON.parse(await run(SECRET, true));
    expect(runs.map(({ health }) => [health.claims, health.coverage.gaps.map(({ code }) => code)])).toEqual([
      [
        { no_tool_use: 'blocked', no_undeclared_tool_use: 'blocked', observed_calls: 'allowed' },
        ['instrumentation_not_attested'],
      ],
    ]);
  });
});
