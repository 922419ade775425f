import { context, trace } from '@opentelemetry/api';
import { suppressTracing } from '@opentelemetry/core';
import { afterEach, describe, expect, it } from 'vitest';
import type { EmittedRun } from '../../src/aggregator/emitted-run.ts';
import { DEFAULTS } from '../../src/config.ts';
import { CHECKPOINT_EVENT, DECISION_EVENT } from '../../src/decision/names.ts';
import { ToolDecisionSpanProcessor } from '../../src/index.ts';
import { observe } from '../../src/pipeline.ts';
import { documentsOf } from '../../src/run/documents.ts';
import { factOfSpan } from '../../src/run/fact-of-span.ts';
import type { SpanFact } from '../../src/run/span-fact.ts';
import { spanSink } from '../../src/sinks/index.ts';
import { fromSdkSpan } from '../../src/span/from-sdk.ts';
import type { SdkReadableSpan } from '../../src/span/sdk-span.ts';
import { memoryExporter, provider, simple } from '../sdk/line.ts';
import { amending, emitted, factsOf } from './emitting.ts';

afterEach(() => {
  trace.disable();
  context.disable();
});

/** The spans that the sink makes of these emissions, through a real provider. */
function spansOf(
  runs: readonly EmittedRun[],
  options: { spanLimits?: Record<string, number>; resource?: unknown } = {},
) {
  const exporter = memoryExporter();
  const processors = [new ToolDecisionSpanProcessor(), simple(exporter)];
  const sdk = provider({ spanProcessors: processors, ...options });
  const sink = spanSink({ tracerProvider: sdk as never });
  for (const run of runs) sink.write(run);
  return exporter.getFinishedSpans();
}

const rootOf = (facts: readonly SpanFact[]) =>
  facts.find(({ parent }) => parent === undefined) ?? expect.fail('no root');

const hrTime = ([seconds, nanoseconds]: readonly [number, number]) => seconds * 1e9 + nanoseconds;

/** The resource of whoever assesses the run. */
const ELSEWHERE = { 'service.name': 'aggregator', 'assay.run.id': 'elsewhere' };

describe('the summary of a run', () => {
  it('is one span of now below the root of its trace, with the six signals', () => {
    const facts = factsOf(['add_deploy_key', 'search']);
    const run = emitted(facts);
    const before = hrTime([Math.floor(Date.now() / 1000) - 1, 0]);
    const [span, ...more] = spansOf([run]);
    expect(more).toEqual([]);
    const root = rootOf(facts);
    expect(span?.name).toBe('assay.tool_decision_surface');
    expect(span?.instrumentationScope.name).toBe('assay-otel');
    expect(span?.spanContext().traceId).toBe(root.trace);
    expect(span?.parentSpanContext?.spanId).toBe(root.span);
    expect(hrTime(span?.startTime ?? [0, 0])).toBeGreaterThan(before);
    expect(span?.events).toEqual([]);
    expect(Object.entries(span?.attributes ?? {})).toEqual([
      ['assay.run', root.trace],
      ['assay.root.span_id', root.span],
      ['assay.emission.revision', 1],
      ['assay.emission.fragment', false],
      ['assay.proxy_seen', true],
      ['assay.tool_calls_observed', 2],
      ['assay.policy_layer', 'absent'],
      ['assay.policy_decisions_observed', 0],
      ['assay.classifier.version', ['assay.classifiers.v0']],
      ['assay.unknown_tool_count', 1],
      ['assay.redaction_active', true],
      ['assay.coverage.state', 'complete'],
      ['assay.coverage.gaps', []],
      ['assay.surface.digest', run.health.surface_digest],
    ]);
  });

  it('names each gap once, in order', () => {
    const [first, second] = [factsOf(['search', 'fetch'], 'job'), factsOf(['search', 'fetch'], 'job')];
    const lossy = [...first.slice(1), ...second.slice(1)];
    const [span] = spansOf([emitted(lossy)]);
    const gaps = span?.attributes['assay.coverage.gaps'] as string[];
    expect(gaps).toContain('sequence_gap');
    expect(gaps).toEqual([...new Set(gaps)].sort());
  });

  it('comes anew with each revision', () => {
    const facts = factsOf(['search', 'fetch']);
    const add = amending();
    const spans = spansOf([add(facts.slice(0, 1)), add(facts.slice(1))]);
    expect(spans.map(({ attributes }) => attributes['assay.emission.revision'])).toEqual([1, 2]);
    expect(spans.map(({ attributes }) => attributes['assay.coverage.state'])).toEqual([
      'unknown',
      'complete',
    ]);
  });

  it('is in the trace of the first call, below what is known of it', () => {
    const [first, second] = [factsOf(['search'], 'job'), factsOf(['fetch'], 'job')];
    const [span] = spansOf([emitted([...second, ...first])]);
    expect(span?.spanContext().traceId).toBe(first[0]?.trace);
    // The root was lost: its checkpoint was too, and the call is all there is.
    const calls = first.filter(({ calls }) => calls !== undefined);
    const [orphan] = spansOf([emitted(calls)]);
    expect(orphan?.parentSpanContext?.spanId).toBe(calls[0]?.span);
    expect(orphan?.attributes).not.toHaveProperty(['assay.root.span_id']);
  });

  it('of a run that is left without a trace is a span on its own', () => {
    const empty = documentsOf('gone', [], false);
    const run = emitted(factsOf());
    const state = { ...run.state, spans: [], marks: [] };
    const [span] = spansOf([{ ...run, ...empty, state }]);
    expect(span?.parentSpanContext).toBeUndefined();
    expect(span?.attributes).toMatchObject({ 'assay.run': 'gone', 'assay.tool_calls_observed': 0 });
  });

  it('is written in the midst of an export, and by the global provider where none is given', () => {
    const exporter = memoryExporter();
    trace.setGlobalTracerProvider(provider({ spanProcessors: [simple(exporter)] }) as never);
    context.with(suppressTracing(context.active()), () => spanSink().write(emitted(factsOf())));
    expect(exporter.getFinishedSpans()).toHaveLength(1);
  });

  it('is nothing, and no error, where no SDK is installed', () => {
    expect(() => spanSink().write(emitted(factsOf()))).not.toThrow();
  });
});

describe('checkpoints of spans that are not exported', () => {
  const unexported = (facts: readonly SpanFact[]) =>
    emitted(facts, { isExported: ({ checkpoints }) => checkpoints === undefined });

  /** What the emitter wrote, from a provider that exports all. */
  function written(): { readonly facts: readonly SpanFact[]; readonly spans: readonly SdkReadableSpan[] } {
    const exporter = memoryExporter();
    const sdk = provider({ spanProcessors: [new ToolDecisionSpanProcessor(), simple(exporter)] });
    const tracer = sdk.getTracer('example.mcp');
    const root = tracer.startSpan('agent', { attributes: { 'gen_ai.operation.name': 'invoke_agent' } });
    root.end();
    const spans = exporter.getFinishedSpans();
    return { spans, facts: spans.map((span) => readBack(span)) };
  }

  it.each([{}, { attributeValueLengthLimit: 10, eventCountLimit: 1, attributePerEventCountLimit: 1 }])(
    'travel on the summary, byte for byte (limits %o)',
    (spanLimits) => {
      const { facts, spans } = written();
      const [event] = spans.flatMap((span) => span.events.filter(({ name }) => name === CHECKPOINT_EVENT));
      const [copy] = spansOf([unexported(facts)], { spanLimits }).flatMap(({ events }) => events);
      expect(copy?.name).toBe(CHECKPOINT_EVENT);
      expect(copy?.attributes).toEqual(event?.attributes);
      expect(Object.keys(copy?.attributes ?? {})).toEqual(Object.keys(event?.attributes ?? {}));
    },
  );

  it('bear the time of the span that carries them', () => {
    const [span] = spansOf([unexported(factsOf())]);
    const [event] = span?.events ?? [];
    expect(hrTime(event?.time ?? [0, 0])).toBeGreaterThanOrEqual(hrTime(span?.startTime ?? [1, 0]));
  });

  it('travel in their own trace where the run has several', () => {
    const traces = [factsOf(['search'], 'job'), factsOf(['fetch'], 'job')];
    const spans = spansOf([unexported(traces.flat())]);
    // Both begin at the same moment, and then it is the lesser id that is told first.
    const ids = traces.map(([fact]) => fact?.trace).sort();
    expect(spans.map((span) => span.spanContext().traceId).sort()).toEqual(ids);
    expect(spans.map(({ name }) => name)).toEqual([
      'assay.tool_decision_surface',
      'assay.tool_decision_surface',
    ]);
    expect(spans.map(({ events }) => events.length)).toEqual([1, 1]);
    expect(Object.keys(spans[1]?.attributes ?? {})).toEqual([
      'assay.run',
      'assay.root.span_id',
      'assay.emission.revision',
    ]);
  });

  it('make a stored run whole that lacks its root, whoever wrote the summary', () => {
    const facts = factsOf(['search', 'fetch']);
    const exported = facts.filter(({ checkpoints }) => checkpoints === undefined);
    const summary = spansOf([unexported(facts)]).map((span) => readBack(span, ELSEWHERE));
    const { trace: id } = rootOf(facts);
    const { health, surface } = documentsOf(id, [...exported, ...summary], false);
    expect(health.coverage).toMatchObject({ state: 'complete', gaps: [] });
    expect(health.scope.uncovered_services).toEqual([]);
    expect(surface).toEqual(emitted(facts).surface);
    expect(documentsOf(id, exported, false).health.coverage.state).toBe('unknown');
  });
});

describe('a summary that is read back', () => {
  it('is no evidence', () => {
    const facts = factsOf(['search']);
    const [summary] = spansOf([emitted(facts)]).map((span) => readBack(span, ELSEWHERE));
    const { trace: id } = rootOf(facts);
    expect(documentsOf(id, [...facts, summary ?? expect.fail('no summary')], false)).toEqual(
      documentsOf(id, facts, false),
    );
    expect(summary).not.toHaveProperty('runs');
  });

  it('hides no call that calls itself one', () => {
    const [span] = spansOf([emitted(factsOf())]);
    const events = [{ name: DECISION_EVENT, attributes: {}, time: [1, 0] }];
    const forged = Object.create(span ?? expect.fail('no span'), { events: { value: events } });
    expect(readBack(forged).broken).toEqual(['decision']);
  });
});

/** The fact that a reader makes of a span, as if it had come from a process with this resource. */
function readBack(span: SdkReadableSpan, attributes = span.resource.attributes): SpanFact {
  const seen = Object.create(span, { resource: { value: { attributes } } }) as SdkReadableSpan;
  return factOfSpan(fromSdkSpan(seen), { observe: (one) => observe(one, DEFAULTS) }).fact;
}
