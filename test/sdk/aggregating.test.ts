import { context, diag, ROOT_CONTEXT, SpanKind, type Tracer, trace } from '@opentelemetry/api';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { EmittedRun } from '../../src/aggregator/emitted-run.ts';
import {
  observeToolCalls,
  ToolDecisionSpanExporter,
  type ToolDecisionSpanExporterOptions,
  ToolDecisionSpanProcessor,
} from '../../src/index.ts';
import { alwaysOff, batch, type Exporter, memoryExporter, type Processor, provider, simple } from './line.ts';

const running: { shutdown(): Promise<void> }[] = [];

afterEach(async () => {
  for (const sdk of running.splice(0)) await sdk.shutdown().catch(() => {});
  trace.disable();
  context.disable();
  diag.disable();
});

interface Setting {
  readonly delegate?: Exporter;
  readonly options?: ToolDecisionSpanExporterOptions;
  readonly sampler?: object;
  readonly wrap?: (processor: Processor) => Processor;
}

/** The SDK with our processor, and a batch processor around our exporter, whose sink keeps every emission. */
function setUp({ delegate = memoryExporter(), options = {}, sampler, wrap = (one) => one }: Setting = {}) {
  const emitted: EmittedRun[] = [];
  const exporter = new ToolDecisionSpanExporter(delegate, {
    sinks: [(run) => void emitted.push(run)],
    ...options,
  });
  const processor = new ToolDecisionSpanProcessor({
    attest: { instrumentation: 'configured', sampler: 'declared' },
  });
  const sdk = provider({ spanProcessors: [wrap(processor), batch(exporter)], ...(sampler && { sampler }) });
  trace.setGlobalTracerProvider(sdk as never);
  running.push(sdk);
  const said = () =>
    emitted.map(({ emission, health, surface }) => [
      emission.closed_by,
      emission.revision,
      health.coverage.state,
      surface.observed_tool_decisions.length,
    ]);
  return { sdk, exporter, processor, tracer: sdk.getTracer('example.mcp'), emitted, said };
}

const CALL = {
  kind: SpanKind.CLIENT,
  attributes: { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'search' },
};

function startRoot(tracer: Tracer, attributes: Record<string, string> = {}) {
  const root = tracer.startSpan('agent', {
    attributes: { 'gen_ai.operation.name': 'invoke_agent', ...attributes },
  });
  return { root, within: trace.setSpan(ROOT_CONTEXT, root) };
}

function runAgent(tracer: Tracer, attributes: Record<string, string> = {}): string {
  const { root, within } = startRoot(tracer, attributes);
  tracer.startSpan('tools/call search', CALL, within).end();
  tracer.startSpan('tools/call search', CALL, within).end();
  root.end();
  return root.spanContext().traceId;
}

describe('an exporter with sinks', () => {
  it('gives a run away at the flush of the provider, once its root has ended', async () => {
    const { sdk, tracer, emitted, said } = setUp();
    const { root, within } = startRoot(tracer);
    tracer.startSpan('tools/call search', CALL, within).end();
    await sdk.forceFlush();
    expect(said()).toEqual([]);
    root.end();
    await sdk.forceFlush();
    expect(said()).toEqual([['root_ended', 1, 'complete', 1]]);
    expect(emitted[0]?.runId).toBe(root.spanContext().traceId);
    expect(emitted[0]?.emission).toMatchObject({ supersedes: null, fragment: false });
    expect(emitted[0]?.emission.emitted_by).toMatch(/^assay-otel\/\S+ exporter$/);
  });

  it('gives everything away at shutdown, and what was open says that it was', async () => {
    const { sdk, tracer, emitted, said } = setUp();
    const { within } = startRoot(tracer);
    tracer.startSpan('tools/call search', CALL, within).end();
    tracer.startSpan('tools/call search', CALL, within);
    await sdk.shutdown();
    expect(said()).toEqual([['shutdown', 1, 'partial', 1]]);
    expect(emitted[0]?.health.coverage.gaps.find(({ code }) => code === 'not_final')).toMatchObject({
      open: [[2, 2]],
    });
  });

  it('gives a run away that has not ended where it is asked to, and amends it', async () => {
    const { sdk, exporter, tracer, processor, said, emitted } = setUp();
    runAgent(tracer, { 'assay.run.id': 'job' });
    await sdk.forceFlush();
    expect(said()).toEqual([]);
    await exporter.flushRun();
    expect(said()).toEqual([['shutdown', 1, 'partial', 2]]);
    processor.endRun('job');
    await sdk.forceFlush();
    expect(said().slice(1)).toEqual([['root_ended', 2, 'complete', 2]]);
    expect(emitted[1]?.emission.supersedes).toBe(1);
  });

  it('gives only the run of the trace away that is asked for', async () => {
    const { sdk, exporter, tracer, emitted } = setUp();
    const [first] = [
      runAgent(tracer, { 'assay.run.id': 'one' }),
      runAgent(tracer, { 'assay.run.id': 'two' }),
    ];
    await sdk.forceFlush();
    await exporter.flushRun(first);
    expect(emitted.map(({ runId }) => runId)).toEqual(['one']);
  });

  it('reads what is recorded and not exported: nothing leaves, and the run is complete', async () => {
    const delegate = memoryExporter();
    const sampler = observeToolCalls(alwaysOff(), { mode: 'record' });
    const { sdk, tracer, emitted, said } = setUp({ delegate, sampler });
    runAgent(tracer);
    await sdk.forceFlush();
    expect(said()).toEqual([['root_ended', 1, 'complete', 2]]);
    const sent = delegate.getFinishedSpans().map(({ name }) => name);
    expect(sent).toEqual(['assay.tool_observation']);
    const [checkpoint] = emitted[0]?.unexported ?? [];
    expect(checkpoint?.checkpoint).toMatchObject({ not_sampled: 2, read_in_process: true });
  });

  it('reads what a wrapper without onEnding leaves for the guard', async () => {
    const wrap = (inner: Processor): Processor => ({
      onStart: (span, parent) => inner.onStart(span, parent),
      onEnd: (span) => inner.onEnd(span),
      forceFlush: () => inner.forceFlush(),
      shutdown: () => inner.shutdown(),
    });
    const { sdk, tracer, emitted, said } = setUp({ wrap });
    runAgent(tracer);
    await sdk.forceFlush();
    expect(said()).toEqual([['root_ended', 1, 'complete', 2]]);
    expect(emitted[0]?.health.coverage.notes).toEqual([{ code: 'hook_not_called', count: 2 }]);
  });

  it('says what could not be exported, and gives the run away although the batch processor tells it nothing', async () => {
    const delegate: Exporter = {
      export: (_, done) => done({ code: 1, error: new Error('no network') }),
      shutdown: async () => {},
    };
    const { sdk, exporter, tracer, emitted, said } = setUp({ delegate });
    await exporter.forceFlush();
    runAgent(tracer);
    await sdk.shutdown().catch(() => {});
    expect(said().at(-1)?.slice(2)).toEqual(['complete', 2]);
    expect(emitted.at(-1)?.health.coverage.notes).toEqual([{ code: 'export_failed', count: 3 }]);
  });

  it('closes in time without any flush, and amends with what comes late', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
    try {
      const emitted: EmittedRun[] = [];
      const exporter = new ToolDecisionSpanExporter(memoryExporter(), {
        sinks: [(run) => void emitted.push(run)],
        grace: 2_000,
      });
      const sdk = provider({ spanProcessors: [simple(exporter)] });
      runAgent(sdk.getTracer('example.mcp'));
      await vi.advanceTimersByTimeAsync(1_500);
      expect(emitted).toEqual([]);
      await vi.advanceTimersByTimeAsync(2_000);
      expect(emitted.map(({ emission }) => emission.closed_by)).toEqual(['root_ended']);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('sinks', () => {
  const failing: readonly [string, () => void | Promise<void>][] = [
    [
      'throws',
      () => {
        throw new Error('disk full');
      },
    ],
    ['rejects', () => Promise.reject(new Error('disk full'))],
  ];
  it.each(failing)('one that %s loses what it was given, and nobody else does', async (_, write) => {
    const warn = vi.fn();
    diag.setLogger({ warn, error: warn, info: () => {}, debug: () => {}, verbose: () => {} });
    const kept: EmittedRun[] = [];
    const { sdk, tracer } = setUp({ options: { sinks: [write, { write: (run) => void kept.push(run) }] } });
    runAgent(tracer);
    await sdk.forceFlush();
    runAgent(tracer);
    await sdk.forceFlush();
    expect(kept).toHaveLength(2);
  });

  it('get one emission after the other, and a flush waits for them', async () => {
    const began: number[] = [];
    const finish: (() => void)[] = [];
    const sink = {
      write: () => {
        began.push(began.length);
        return new Promise<void>((resolve) => finish.push(resolve));
      },
    };
    const { exporter, sdk, tracer } = setUp({ options: { sinks: [sink] } });
    runAgent(tracer);
    runAgent(tracer);
    let isFlushed = false;
    const flushed = sdk.forceFlush().then(() => {
      isFlushed = true;
    });
    await vi.waitFor(() => expect(began).toEqual([0]));
    expect(isFlushed).toBe(false);
    finish[0]?.();
    await vi.waitFor(() => expect(began).toEqual([0, 1]));
    finish[1]?.();
    await flushed;
    await exporter.forceFlush();
  });

  it.each([
    ['sinks', { sinks: 'stdout' }],
    ['sinks', { sinks: [{}] }],
    ['grace', { grace: -1 }],
    ['idle', { idle: Number.NaN }],
    ['maxOpenRuns', { maxOpenRuns: 0 }],
  ])('%s that is wrong is told at construction', (name, options) => {
    expect(() => new ToolDecisionSpanExporter(memoryExporter(), options as never)).toThrow(`\`${name}\``);
  });
});
