import { ROOT_CONTEXT, SpanKind, type Tracer, trace } from '@opentelemetry/api';
import { afterEach, describe, expect, it } from 'vitest';
import { DEFAULTS } from '../../src/config.ts';
import { ToolDecisionSpanExporter, ToolDecisionSpanProcessor } from '../../src/index.ts';
import { observe } from '../../src/pipeline.ts';
import { factOfSpan } from '../../src/run/fact-of-span.ts';
import { RunState } from '../../src/run/run-state.ts';
import { fromSdkSpan } from '../../src/span/from-sdk.ts';
import type { SdkReadableSpan } from '../../src/span/sdk-span.ts';
import { memoryExporter, provider, simple } from './line.ts';

afterEach(() => trace.disable());

function setUp() {
  const exporter = memoryExporter();
  const processor = new ToolDecisionSpanProcessor({
    attest: { instrumentation: 'configured', sampler: 'declared' },
  });
  const guard = new ToolDecisionSpanExporter(exporter, { forward: 'audit' });
  const sdk = provider({ spanProcessors: [processor, simple(guard)] });
  trace.setGlobalTracerProvider(sdk as never);
  return { processor, tracer: sdk.getTracer('example.mcp'), exported: () => exporter.getFinishedSpans() };
}

/** One trace of the run: a root that names it, and a call. */
function step(tracer: Tracer, runId: string): void {
  const root = tracer.startSpan('step', { attributes: { 'assay.run.id': runId } });
  const call = {
    kind: SpanKind.CLIENT,
    attributes: { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'search' },
  };
  tracer.startSpan('tools/call search', call, trace.setSpan(ROOT_CONTEXT, root)).end();
  root.end();
}

function healthOf(spans: readonly SdkReadableSpan[]) {
  const state = new RunState();
  for (const span of spans) {
    state.add(factOfSpan(fromSdkSpan(span), { observe: (view) => observe(view, DEFAULTS) }).fact);
  }
  const [run, ...others] = [...state.documents({ all: true })];
  expect(others).toEqual([]);
  return { runId: run?.runId, coverage: run?.health.coverage };
}

describe('endRun', () => {
  it('seals a run of several traces, which is then complete', () => {
    const { processor, tracer, exported } = setUp();
    step(tracer, 'nightly');
    step(tracer, 'nightly');
    processor.endRun('nightly');
    expect(healthOf(exported())).toMatchObject({
      runId: 'nightly',
      coverage: { state: 'complete', gaps: [] },
    });
  });

  it('without it the run is not sealed', () => {
    const { tracer, exported } = setUp();
    step(tracer, 'unsealed');
    step(tracer, 'unsealed');
    expect(healthOf(exported()).coverage?.gaps).toEqual([{ code: 'run_not_sealed', count: 1 }]);
  });

  it('a trace that was lost whole shows', () => {
    const { processor, tracer, exported } = setUp();
    step(tracer, 'lost-trace');
    step(tracer, 'lost-trace');
    processor.endRun('lost-trace');
    const [lost] = exported().map((span) => span.spanContext().traceId);
    const left = exported().filter((span) => span.spanContext().traceId !== lost);
    expect(healthOf(left).coverage?.gaps).toEqual([{ code: 'run_not_sealed', count: 1 }]);
  });

  it('a trace that came after the seal shows', () => {
    const { processor, tracer, exported } = setUp();
    step(tracer, 'late-trace');
    processor.endRun('late-trace');
    step(tracer, 'late-trace');
    expect(healthOf(exported()).coverage?.gaps).toEqual([{ code: 'run_not_sealed', count: 1 }]);
  });

  it('a seal that was changed counts as none, and is refused', () => {
    const { processor, tracer, exported } = setUp();
    step(tracer, 'changed-seal');
    processor.endRun('changed-seal');
    for (const { events } of exported()) {
      for (const { attributes } of events)
        if (attributes?.['assay.run_seal']) attributes['assay.run_seal'] = '{}';
    }
    expect(healthOf(exported()).coverage?.gaps).toEqual([{ code: 'run_not_sealed', count: 1 }]);
  });

  it('of a run that is not known, or of no string, does nothing', () => {
    const { processor, exported } = setUp();
    processor.endRun('other');
    processor.endRun(undefined as never);
    expect(exported()).toEqual([]);
  });
});
