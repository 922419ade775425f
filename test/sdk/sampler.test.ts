import { context, ROOT_CONTEXT, SpanKind, type Tracer, trace } from '@opentelemetry/api';
import { afterEach, describe, expect, it } from 'vitest';
import { DEFAULTS } from '../../src/config.ts';
import { observeToolCalls, ToolDecisionSpanExporter, ToolDecisionSpanProcessor } from '../../src/index.ts';
import { observe } from '../../src/pipeline.ts';
import { factOfSpan } from '../../src/run/fact-of-span.ts';
import { RunState } from '../../src/run/run-state.ts';
import { fromSdkSpan } from '../../src/span/from-sdk.ts';
import { checkpointOf, decisionEvents } from './call-span.ts';
import { alwaysOff, batch, memoryExporter, parentBased, provider, ratio } from './line.ts';

afterEach(() => {
  trace.disable();
  context.disable();
});

/** The SDK with a sampler, through batch processor and guard, as the global provider. */
function setUp(sampler: object) {
  const exporter = memoryExporter();
  const sdk = provider({
    sampler,
    spanProcessors: [
      new ToolDecisionSpanProcessor({ attest: { instrumentation: 'configured' }, runIsTrace: true }),
      batch(new ToolDecisionSpanExporter(exporter)),
    ],
  });
  trace.setGlobalTracerProvider(sdk as never);
  const exported = async () => {
    await sdk.forceFlush();
    return exporter.getFinishedSpans();
  };
  return { tracer: sdk.getTracer('example.mcp'), exported };
}

const CALL = {
  kind: SpanKind.CLIENT,
  attributes: { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'search' },
};

/** An agent's run: a root, a step that is no call, and two calls. */
function runAgent(tracer: Tracer): void {
  const root = tracer.startSpan('agent', { attributes: { 'gen_ai.operation.name': 'invoke_agent' } });
  const within = trace.setSpan(ROOT_CONTEXT, root);
  tracer
    .startSpan('GET', { kind: SpanKind.CLIENT, attributes: { 'http.request.method': 'GET' } }, within)
    .end();
  tracer.startSpan('tools/call search', CALL, within).end();
  tracer.startSpan('tools/call search', CALL, within).end();
  root.end();
}

async function healthOf(
  exported: () => Promise<ReturnType<ReturnType<typeof memoryExporter>['getFinishedSpans']>>,
) {
  const state = new RunState();
  for (const span of await exported()) {
    state.add(factOfSpan(fromSdkSpan(span), { observe: (view) => observe(view, DEFAULTS) }).fact);
  }
  const [run, ...others] = [...state.documents({ all: true })];
  expect(others).toEqual([]);
  return run?.health;
}

describe('observeToolCalls', () => {
  it.each([
    ['drops everything', alwaysOff()],
    ['drops everything, by its parent', parentBased(alwaysOff())],
    ['takes nothing of this share', ratio(0)],
  ])('samples every call of an inner sampler that %s, and nothing else of it', async (_what, inner) => {
    const { tracer, exported } = setUp(observeToolCalls(inner));
    runAgent(tracer);
    const names = (await exported()).map(({ name }) => name).sort();
    expect(names).toEqual(['assay.tool_observation', 'tools/call search', 'tools/call search']);
  });

  it('carries the checkpoint of a root that is not exported on a span of its own, and the run is complete', async () => {
    const { tracer, exported } = setUp(observeToolCalls(alwaysOff()));
    runAgent(tracer);
    const carrier = (await exported()).find(({ name }) => name === 'assay.tool_observation');
    const checkpoint = carrier && checkpointOf(carrier);
    expect(checkpoint).toMatchObject({ final: true, numbered: 2, sampler: 'observing', not_sampled: 0 });
    expect(carrier?.attributes['assay.root.span_id']).toBe(checkpoint?.root);
    expect(carrier?.parentSpanContext?.spanId).toBe(checkpoint?.root);
    expect(await healthOf(exported)).toMatchObject({ coverage: { state: 'complete', gaps: [] } });
  });

  it('in mode "record" exports nothing more and counts the calls', async () => {
    const { tracer, exported } = setUp(observeToolCalls(alwaysOff(), { mode: 'record' }));
    runAgent(tracer);
    const spans = await exported();
    expect(spans.map(({ name }) => name)).toEqual(['assay.tool_observation']);
    expect(spans[0] && checkpointOf(spans[0])).toMatchObject({ numbered: 2, not_sampled: 2 });
    const health = await healthOf(exported);
    expect(health?.coverage.state).toBe('partial');
    expect(health?.coverage.gaps).toContainEqual(expect.objectContaining({ code: 'not_sampled', count: 2 }));
  });

  it('leaves what the inner sampler takes as it is', async () => {
    const { tracer, exported } = setUp(observeToolCalls(ratio(1)));
    runAgent(tracer);
    const spans = await exported();
    expect(spans.map(({ name }) => name).sort()).toEqual([
      'GET',
      'agent',
      'tools/call search',
      'tools/call search',
    ]);
    expect(spans.flatMap(decisionEvents)).toHaveLength(2);
    expect(await healthOf(exported)).toMatchObject({ coverage: { state: 'complete' } });
  });

  it('without it, a sampler that drops calls leaves nothing, and nothing is claimed', async () => {
    const { tracer, exported } = setUp(alwaysOff());
    runAgent(tracer);
    expect(await exported()).toEqual([]);
  });

  it('passes results and errors of the inner sampler through', () => {
    const attributes = { 'inner.attribute': 1 };
    const inner = { shouldSample: () => ({ decision: 0, attributes }), toString: () => 'Inner' };
    const wrapped = observeToolCalls(inner) as unknown as { shouldSample(...args: unknown[]): object };
    expect(wrapped.shouldSample(ROOT_CONTEXT, 't', 'GET', SpanKind.PRODUCER, {}, [])).toEqual({
      decision: 1,
      attributes,
    });
    expect(String(wrapped)).toBe('ObserveToolCalls{Inner, mode=sample}');
    const failing = observeToolCalls({
      shouldSample: () => {
        throw new Error('inner');
      },
    });
    expect(() =>
      (failing as never as typeof wrapped).shouldSample(ROOT_CONTEXT, 't', 'x', 0, {}, []),
    ).toThrow('inner');
  });
});
