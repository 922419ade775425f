import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type InstalledProject, installedProject } from './installed-project.ts';

const entries = ['assay-otel', 'assay-otel/mcp', 'assay-otel/sinks', 'assay-otel/gate'] as const;

/** Exported names of an entry, one program per way to load it. */
const ways = {
  import: (entry: string) => [
    '--input-type=module',
    '--eval',
    `import * as all from '${entry}'; console.log(Object.keys(all).sort().join())`,
  ],
  require: (entry: string) => [
    '--input-type=commonjs',
    '--eval',
    `console.log(Object.keys(require('${entry}')).sort().join())`,
  ],
  'require where require(esm) is off': (entry: string) => [
    '--no-experimental-require-module',
    '--input-type=commonjs',
    '--eval',
    `console.log(Object.keys(require('${entry}')).sort().join())`,
  ],
};

describe('the packed package in an empty project', () => {
  let project: InstalledProject;
  beforeAll(() => {
    project = installedProject(['@opentelemetry/sdk-trace-base@2.12.1', '@opentelemetry/api@1.9.1']);
  });
  afterAll(() => project.remove());

  describe.each(entries)('%s', (entry) => {
    it.each(Object.entries(ways))('loads by %s', (_way, program) => {
      const { code, stdout, stderr } = project.run(process.execPath, ...program(entry));
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout.trim()).not.toBe('');
    });

    it('exports the same names to import and to require', () => {
      const [imported, required] = [ways.import, ways.require].map(
        (program) => project.run(process.execPath, ...program(entry)).stdout,
      );
      expect(imported).toBe(required);
    });
  });

  it('loads a pack, by either way and by the command, all under one version', () => {
    const program = (load: string) => `
      import { createRequire } from 'node:module';
      import imported from 'assay-otel/packs/github.json' with { type: 'json' };
      import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
      const require = createRequire(import.meta.url);
      const { observeToolCall, ToolDecisionSpanProcessor } = ${load}('assay-otel');
      const pack = ${load === 'require' ? "require('assay-otel/packs/github.json')" : 'imported'};
      const memory = new InMemorySpanExporter();
      const ours = new ToolDecisionSpanProcessor({ classifiers: [pack] });
      const spanProcessors = [ours, new SimpleSpanProcessor(memory)];
      const span = new BasicTracerProvider({ spanProcessors }).getTracer('t').startSpan('work');
      const call = { toolName: 'delete_repository', serverId: 'github', arguments: { owner: 'o', repo: 'r' } };
      observeToolCall(span, call);
      span.end();
      const { attributes } = memory.getFinishedSpans()[0].events[0];
      console.log(attributes['assay.tool.category'], attributes['assay.classifier.version'].at(-1));
    `;
    const said = ['await import', 'require'].map((load) => {
      project.write('pack.mjs', program(load));
      return project.run(process.execPath, 'pack.mjs').stdout;
    });
    const { stdout } = project.run(
      'npx',
      '--no-install',
      'assay-otel',
      'classifiers',
      'check',
      'pack:github',
    );
    const [, version] = /; (github@sha256:[0-9a-f]{64})$/m.exec(stdout) ?? [];
    expect(said).toEqual(Array(2).fill(`github/repository_deletion ${version}\n`));
  });

  it('writes the runs of an exporter to a folder, in either build', () => {
    const program = (load: string) => `
      import { createRequire } from 'node:module';
      import { readdirSync } from 'node:fs';
      import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
      const require = createRequire(import.meta.url);
      const { observeToolCall, ToolDecisionSpanExporter, ToolDecisionSpanProcessor } = ${load}('assay-otel');
      const { directorySink } = ${load}('assay-otel/sinks');
      const exporter = new ToolDecisionSpanExporter(new InMemorySpanExporter(), { sinks: [directorySink('runs')] });
      const spanProcessors = [new ToolDecisionSpanProcessor(), new SimpleSpanProcessor(exporter)];
      const span = new BasicTracerProvider({ spanProcessors }).getTracer('t').startSpan('work');
      observeToolCall(span, { toolName: 'add_deploy_key', arguments: { owner: 'o', repo: 'r' } });
      span.end();
      await exporter.flushRun();
      const names = readdirSync('runs').map((name) => name.split('.').slice(1).join('.'));
      console.log(names.sort().join());
    `;
    const files = 'emission.json,health.json,index.json,state.json,surface.json\n';
    for (const load of ['await import', 'require']) {
      project.write(
        'runs.mjs',
        `import { rmSync } from 'node:fs';\nrmSync('runs', { recursive: true, force: true });\n${program(load)}`,
      );
      const { stdout, stderr } = project.run(process.execPath, 'runs.mjs');
      expect({ stdout, stderr }).toEqual({ stdout: files, stderr: '' });
    }
  });

  it('shares its state between the two builds', () => {
    const program = `
      import { createRequire } from 'node:module';
      import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
      import { observeToolCall } from 'assay-otel';
      const { ToolDecisionSpanProcessor } = createRequire(import.meta.url)('assay-otel');
      const exporter = new InMemorySpanExporter();
      const spanProcessors = [new ToolDecisionSpanProcessor(), new SimpleSpanProcessor(exporter)];
      const span = new BasicTracerProvider({ spanProcessors }).getTracer('t').startSpan('work');
      observeToolCall(span, { toolName: 'add_deploy_key', arguments: { owner: 'o', repo: 'r' } });
      span.end();
      console.log(exporter.getFinishedSpans()[0].attributes['assay.classification']);
    `;
    project.write('shared.mjs', program);
    const { stdout, stderr } = project.run(process.execPath, 'shared.mjs');
    expect({ stdout, stderr }).toEqual({ stdout: 'classified\n', stderr: '' });
  });
});
