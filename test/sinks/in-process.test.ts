import { ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import { afterEach, describe, expect, it } from 'vitest';
import type { EmittedRun } from '../../src/aggregator/emitted-run.ts';
import { DEFAULTS } from '../../src/config.ts';
import { observeToolCalls, ToolDecisionSpanExporter, ToolDecisionSpanProcessor } from '../../src/index.ts';
import { observe } from '../../src/pipeline.ts';
import { factOfSpan } from '../../src/run/fact-of-span.ts';
import { RunState } from '../../src/run/run-state.ts';
import { directorySink, spanSink } from '../../src/sinks/index.ts';
import { fromSdkSpan } from '../../src/span/from-sdk.ts';
import type { SdkReadableSpan } from '../../src/span/sdk-span.ts';
import { alwaysOff, memoryExporter, provider, simple } from '../sdk/line.ts';
import { filesIn, newFolder } from './folder.ts';

afterEach(() => trace.disable());

const SUMMARY = 'assay.tool_decision_surface';

/** An agent with two calls in a process whose exporter has these sinks, under this sampler. */
async function agent(sampler?: object) {
  const delegate = memoryExporter();
  const folder = await newFolder();
  const emitted: EmittedRun[] = [];
  const exporter = new ToolDecisionSpanExporter(delegate, {
    sinks: [spanSink(), directorySink(folder), (run) => void emitted.push(run)],
  });
  const processor = new ToolDecisionSpanProcessor({
    attest: { instrumentation: 'configured', sampler: 'declared' },
  });
  const sdk = provider({ spanProcessors: [processor, simple(exporter)], ...(sampler && { sampler }) });
  trace.setGlobalTracerProvider(sdk as never);
  const tracer = sdk.getTracer('example.mcp');
  const root = tracer.startSpan('agent', { attributes: { 'gen_ai.operation.name': 'invoke_agent' } });
  for (const tool of ['search', 'fetch']) {
    const attributes = { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': tool };
    const within = trace.setSpan(ROOT_CONTEXT, root);
    tracer.startSpan(`tools/call ${tool}`, { kind: SpanKind.CLIENT, attributes }, within).end();
  }
  root.end();
  await exporter.flushRun();
  return {
    exporter,
    emitted,
    folder,
    traceId: root.spanContext().traceId,
    spans: () => delegate.getFinishedSpans(),
  };
}

/** What a reader makes of the spans that left the process. */
function readBack(spans: readonly SdkReadableSpan[]) {
  const state = new RunState();
  for (const span of spans) {
    state.add(factOfSpan(fromSdkSpan(span), { observe: (view) => observe(view, DEFAULTS) }).fact);
  }
  return [...state.documents({ all: true })];
}

describe('sinks of an exporter', () => {
  it('get a run once: the span that tells of it is no news of it', async () => {
    const { exporter, emitted, folder, traceId } = await agent();
    for (let flushes = 0; flushes < 5; flushes += 1) await exporter.flushRun();
    expect(emitted.map(({ emission }) => emission.revision)).toEqual([1]);
    expect(Object.keys(await filesIn(folder))).toHaveLength(5);
    expect(JSON.parse((await filesIn(folder))[`${traceId}.health.json`] ?? '').coverage.state).toBe(
      'complete',
    );
  });

  it.each([undefined, observeToolCalls(alwaysOff())])(
    'tell readers of the trace the same that they were told (sampler %#)',
    async (sampler) => {
      const delegated = await agent(sampler);
      const spans = delegated.spans();
      expect(spans.filter(({ name }) => name === SUMMARY)).toHaveLength(1);
      const [run, ...more] = readBack(spans);
      expect(more).toEqual([]);
      expect(run?.health.coverage).toMatchObject({ state: 'complete', gaps: [] });
      expect(run?.surface).toEqual(delegated.emitted[0]?.surface);
      const [summary] = spans.filter(({ name }) => name === SUMMARY);
      expect(summary?.attributes['assay.surface.digest']).toBe(run?.health.surface_digest);
    },
  );
});
