import { context, DiagLogLevel, diag, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider, BatchSpanProcessor, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { build } from 'esbuild';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { type SpanExporterLike, toolDecisionPipeline } from '../../src/index.ts';
import { instrumentClient, instrumentServer } from '../../src/mcp/index.ts';
import { application, SILENT } from '../register/application.ts';
import { inOrderOf, runAgent, type Step, TOOLS } from './scripted-agent.ts';

/** Seeded: a failure is repeated by running it again. */
const SEED = 20_261_201;

const { steps } = fc.letrec<{ steps: Step[]; step: Step }>((tie) => ({
  steps: fc.array(tie('step'), { maxLength: 4 }),
  step: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({
      do: fc.constant('call'),
      tool: fc.constantFrom(...TOOLS),
      text: fc.string({ unit: 'binary' }),
    }),
    fc.record({ do: fc.constant('list') }),
    fc.record({ do: fc.constant('span'), throws: fc.boolean(), steps: tie('steps') }),
    fc.record({ do: fc.constant('together'), steps: tie('steps') }),
  ) as fc.Arbitrary<Step>,
}));

const refuses = (): never => {
  throw new Error('of a part that is broken');
};

/** Exporters as they are on a bad day. */
const EXPORTERS: Readonly<Record<string, SpanExporterLike>> = {
  takes: { export: (_spans, done) => done({ code: 0 }), shutdown: async () => {} },
  fails: { export: (_spans, done) => done({ code: 1 }), shutdown: async () => {} },
  throws: { export: refuses, forceFlush: refuses, shutdown: refuses },
  rejects: { export: refuses, forceFlush: async () => refuses(), shutdown: async () => refuses() },
  'never answers': { export: () => {}, shutdown: async () => {} },
};

const faults = fc.record({
  exporter: fc.constantFrom(...Object.keys(EXPORTERS)),
  simple: fc.boolean(),
  policy: fc.constantFrom(
    undefined,
    refuses,
    () => ({ effect: 'deny', source: 'test', enforced: true }) as const,
  ),
  runRoot: fc.constantFrom(undefined, refuses),
  sinks: fc.constantFrom([], [refuses], [async () => refuses()]),
  scrub: fc.constantFrom('strict', 'content', 'off'),
  forward: fc.constantFrom('all', 'audit'),
  samplerMode: fc.constantFrom('sample', 'record'),
});

afterEach(() => {
  trace.disable();
  context.disable();
  diag.disable();
});

describe('the application notices nothing', () => {
  it('of the pipeline, whatever the agent does and whatever of ours fails', async () => {
    await fc.assert(
      fc.asyncProperty(steps, faults, async (script, { exporter, simple, ...options }) => {
        const bare = await runAgent(script);
        diag.setLogger(
          { error: refuses, warn: refuses, info: refuses, debug: refuses, verbose: refuses },
          DiagLogLevel.WARN,
        );
        const { spanProcessors, sampler } = toolDecisionPipeline({
          ...(options as object),
          exporter: EXPORTERS[exporter] as SpanExporterLike,
          BatchSpanProcessor: (simple
            ? SimpleSpanProcessor
            : BatchSpanProcessor) as typeof BatchSpanProcessor,
        });
        const provider = new BasicTracerProvider({ spanProcessors, sampler });
        trace.setGlobalTracerProvider(provider);
        context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
        try {
          // Without spans around MCP, to the tick.
          expect(await runAgent(script)).toEqual(bare);
          const observed = await runAgent(script, { client: instrumentClient, server: instrumentServer });
          expect(inOrderOf(script, bare, observed)).toEqual([]);
        } finally {
          trace.disable();
          context.disable();
          diag.disable();
        }
      }),
      { seed: SEED, numRuns: 150 },
    );
  });

  it('of `assay-otel/register`, with a configuration that holds and with a broken one', async () => {
    const app = await application();
    await build({
      entryPoints: [new URL('agent-process.ts', import.meta.url).pathname],
      outfile: `${app.folder}/agent.mjs`,
      bundle: true,
      platform: 'node',
      format: 'esm',
      // What is instrumented must be loaded, not bundled.
      packages: 'external',
      logLevel: 'error',
    });
    const register = ['--import', './assay/register.cjs'];
    const scripts = fc.sample(steps, { seed: SEED, numRuns: 3 });
    for (const script of scripts) {
      const args = ['agent.mjs', JSON.stringify(script)];
      const bare = await app.start(args).ended;
      const env = { ...SILENT, ASSAY_SURFACES_DIR: 'runs' };
      const observed = await app.start([...register, ...args], env).ended;
      expect({ ...observed, stdout: '' }).toEqual({ ...bare, stdout: '' });
      expect(inOrderOf(script, bare.stdout.split('\n'), observed.stdout.split('\n'))).toEqual([]);
      const { stderr, ...broken } = await app.start([...register, ...args], { ...SILENT, ASSAY_SCRUB: '?' })
        .ended;
      expect({ ...broken, stderr: '' }).toEqual(bare);
      expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    }
    expect(app.files('runs')).not.toEqual({});
  });
});
