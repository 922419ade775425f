import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type InstalledProject, installedProject } from './installed-project.ts';

const lines = [
  {
    sdk: '@opentelemetry/sdk-trace-base',
    packages: ['@opentelemetry/api@1.9.1', '@opentelemetry/sdk-trace-base@2.3.0'],
  },
  {
    sdk: '@opentelemetry/sdk-trace-base',
    packages: ['@opentelemetry/api@1.9.1', '@opentelemetry/sdk-trace-base@2.12.1'],
  },
  {
    sdk: '@opentelemetry/sdk-trace',
    packages: ['@opentelemetry/api@1.10.0', '@opentelemetry/sdk-trace@3.1.1'],
  },
];

const compilers = {
  'TypeScript 5.9': 'node_modules/typescript/bin/tsc',
  'TypeScript 7': 'node_modules/typescript-7/bin/tsc',
};

/** Our declarations must stand without `@types/node` and when library files are checked too. */
const strictest = {
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  module: 'nodenext',
  target: 'es2022',
  lib: ['es2022', 'dom'],
  types: [],
};

/** Both classes where the SDK expects its own; a `.mts` file reads the import types, a `.cts` file the others. */
const consumer = (sdk: string) => `
  import type { SpanExporter, SpanProcessor } from '${sdk}';
  import { ToolDecisionSpanExporter, ToolDecisionSpanProcessor } from 'assay-otel';
  import { type DeclaredSurface, expectWithinDeclared, gate, readDeclaredSurface, readRuns, type Verdict } from 'assay-otel/gate';
  import { instrumentClient, instrumentServer } from 'assay-otel/mcp';
  import { directorySink, type EmittedRun, metricsSink, ndjsonSink, type Sink, spanSink } from 'assay-otel/sinks';
  import { metrics, trace } from '@opentelemetry/api';
  export const processor: SpanProcessor = new ToolDecisionSpanProcessor({ scrub: 'strict' });
  export const guard = (delegate: SpanExporter): SpanExporter => new ToolDecisionSpanExporter(delegate);
  const states: string[] = [];
  const stream = { write: (text: string, done: () => void) => done() };
  export const sinks: readonly (Sink | Sink['write'])[] = [
    directorySink('runs'),
    ndjsonSink('runs.ndjson'),
    ndjsonSink(stream),
    spanSink({ tracerProvider: trace.getTracerProvider() }),
    metricsSink({ meterProvider: metrics.getMeterProvider() }),
    (run: EmittedRun) => void states.push(run.health.coverage.state),
  ];
  export const following = (delegate: SpanExporter): SpanExporter =>
    new ToolDecisionSpanExporter(delegate, { sinks });
  export const instrument = [instrumentClient, instrumentServer] as const;
  const emitted: EmittedRun[] = [];
  export const verdicts: readonly Verdict[] = [
    expectWithinDeclared(emitted, 'text', { acceptCoverage: 'partial', levels: { required_decision: 'error' } }),
    expectWithinDeclared('lines', { schema: 'assay.declared_tool_surface.v0', declared_tool_actions: [] }),
    gate(readRuns([{ surface: {}, health: {} }]), {} as DeclaredSurface, { today: '2026-12-01' }),
  ].map(({ verdict }) => verdict);
  const reading = readDeclaredSurface('text');
  export const told = 'errors' in reading ? reading.errors.map(({ line, message }) => [line, message]) : [];
`;

describe.each(lines)('the packed types beside $packages.1', ({ sdk, packages }) => {
  let project: InstalledProject;
  beforeAll(() => {
    project = installedProject(packages);
    project.write('tsconfig.json', JSON.stringify({ compilerOptions: strictest }));
    project.write('consumer.mts', consumer(sdk));
    project.write('consumer.cts', consumer(sdk));
  });
  afterAll(() => project.remove());

  it.each(Object.entries(compilers))(
    'fit its interfaces for import and require, by %s',
    (_name, compiler) => {
      const tsc = fileURLToPath(new URL(`../../${compiler}`, import.meta.url));
      const { code, stdout } = project.run(process.execPath, tsc, '--project', '.');
      expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    },
  );
});
