import { DiagLogLevel, diag, ProxyTracerProvider, ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import { afterEach, describe, expect, it } from 'vitest';
import { observeToolCall, ToolDecisionSpanExporter, ToolDecisionSpanProcessor } from '../../src/index.ts';
import type { SdkReadableSpan, SdkWritableSpan } from '../../src/span/sdk-span.ts';
import { decisionEvents, recordOf, startCall } from '../sdk/call-span.ts';
import { memoryExporter, type Processor, provider, simple } from '../sdk/line.ts';

function before(change: (span: SdkWritableSpan) => void): Processor {
  return {
    onStart: () => {},
    onEnding: change,
    onEnd: () => {},
    forceFlush: async () => {},
    shutdown: async () => {},
  };
}

const hostile: [string, (span: SdkWritableSpan) => void][] = [
  ['frozen attributes', (span) => Object.freeze(span.attributes)],
  ['frozen events', (span) => Object.freeze(span.events)],
  ['frozen links', (span) => Object.freeze(span.links)],
  [
    'an attribute that cannot be deleted',
    (span) => Object.defineProperty(span.attributes, 'kept', { value: 'x', enumerable: true }),
  ],
  [
    'attributes behind a proxy that throws',
    (span) => {
      const deleteProperty = () => {
        throw new Error('no');
      };
      Object.assign(span, { attributes: new Proxy({ ...span.attributes }, { deleteProperty }) });
    },
  ],
];

describe.each(hostile)('a call span with %s', (_what, change) => {
  it('ends without an exception, and its content does not leave', () => {
    const exporter = memoryExporter();
    const spanProcessors = [before(change), new ToolDecisionSpanProcessor(), simple(exporter)];
    const span = provider({ spanProcessors })
      .getTracer('example')
      .startSpan('tools/call add_deploy_key', {
        kind: SpanKind.CLIENT,
        attributes: { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'add_deploy_key', note: 'canary' },
        links: [
          {
            context: { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1 },
            attributes: { a: 'canary' },
          },
        ],
      });
    span.addEvent('event', { text: 'canary' });
    expect(() => span.end()).not.toThrow();
    const sent = exporter.getFinishedSpans().map(({ attributes, events, links }) => ({
      attributes: { ...attributes },
      events,
      links,
    }));
    expect(JSON.stringify(sent)).not.toContain('canary');
  });
});

describe('what the host observes', () => {
  afterEach(() => diag.disable());

  it('a frozen span context changes nothing', () => {
    const exporter = memoryExporter();
    const freeze = {
      ...before(() => {}),
      onStart: (span: SdkWritableSpan) => void Object.freeze(span.spanContext()),
    };
    const spanProcessors = [freeze, new ToolDecisionSpanProcessor(), simple(exporter)];
    startCall(provider({ spanProcessors }).getTracer('example')).end();
    expect(exporter.getFinishedSpans().map(decisionEvents)).toMatchObject([
      [{ name: 'assay.tool_decision' }],
    ]);
  });

  it('a span ended twice has one event and one number', () => {
    const exporter = memoryExporter();
    const tracer = provider({
      spanProcessors: [new ToolDecisionSpanProcessor(), simple(exporter)],
    }).getTracer('x');
    const root = tracer.startSpan('agent', { attributes: { 'gen_ai.operation.name': 'invoke_agent' } });
    const within = trace.setSpan(ROOT_CONTEXT, root);
    for (let call = 0; call < 3; call += 1) {
      const span = tracer.startSpan(
        'tools/call x',
        { attributes: { 'mcp.method.name': 'tools/call' } },
        within,
      );
      span.end();
      span.end();
    }
    root.end();
    const sequences = exporter
      .getFinishedSpans()
      .flatMap((span) => decisionEvents(span).map(({ attributes }) => attributes?.['assay.sequence']));
    expect(sequences).toEqual([1, 2, 3]);
  });

  it('a hand-over on the span of a no-op tracer does not make its parent a call', () => {
    const exporter = memoryExporter();
    const spanProcessors = [new ToolDecisionSpanProcessor(), simple(exporter)];
    const parent = provider({ spanProcessors })
      .getTracer('example')
      .startSpan('GET /agent', { attributes: { note: 'kept' } });
    const noop = new ProxyTracerProvider().getTracer('noop');
    const span = noop.startSpan('tools/call x', {}, trace.setSpan(ROOT_CONTEXT, parent));
    observeToolCall(span, { toolName: 'add_deploy_key', arguments: {} });
    span.end();
    parent.end();
    const [sent] = exporter.getFinishedSpans() as [SdkReadableSpan];
    expect({ name: sent.name, attributes: sent.attributes, events: sent.events }).toEqual({
      name: 'GET /agent',
      attributes: { note: 'kept' },
      events: [],
    });
  });

  it('a logger that throws does not reach the host', () => {
    const warn = () => {
      throw new Error('logger');
    };
    const quiet = { warn, error: () => {}, info: () => {}, debug: () => {}, verbose: () => {} };
    diag.setLogger(quiet, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
    const spanProcessors = [new ToolDecisionSpanProcessor(), new ToolDecisionSpanProcessor()];
    const tracer = provider({ spanProcessors }).getTracer('example');
    expect(() => tracer.startSpan('work').end()).not.toThrow();
  });

  it('a policy hook that gives a rejecting promise is an error of the hook and nothing else', async () => {
    const rejections: unknown[] = [];
    const seen = (reason: unknown) => rejections.push(reason);
    process.on('unhandledRejection', seen);
    const exporter = memoryExporter();
    const policy = (async () => {
      throw new Error('policy service is down');
    }) as never;
    const tracer = provider({
      spanProcessors: [new ToolDecisionSpanProcessor({ policy }), simple(exporter)],
    }).getTracer('example');
    startCall(tracer).end();
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    process.off('unhandledRejection', seen);
    expect(recordOf(exporter.getFinishedSpans()[0] as SdkReadableSpan).decision).toMatchObject({
      effect: 'error',
      source: 'policy-hook',
    });
    expect(rejections).toEqual([]);
  });

  it.each([
    ['an object without an effect', {}],
    ['a promise of another kind', Object.defineProperty({}, 'then', { value: () => {} })],
    ['an array', []],
  ])('a policy hook that gives %s is named as the source of the error', (_what, answer) => {
    const exporter = memoryExporter();
    const policy = () => answer as never;
    startCall(
      provider({
        spanProcessors: [new ToolDecisionSpanProcessor({ policy }), simple(exporter)],
      }).getTracer('example'),
    ).end();
    expect(recordOf(exporter.getFinishedSpans()[0] as SdkReadableSpan).decision).toMatchObject({
      effect: 'error',
      source: 'policy-hook',
    });
  });

  it('a call with very many events and links keeps its record', () => {
    const exporter = memoryExporter();
    const spanProcessors = [new ToolDecisionSpanProcessor(), simple(exporter)];
    const span = startCall(
      provider({ spanProcessors, spanLimits: { eventCountLimit: 1_000_000 } }).getTracer('example'),
    );
    for (let event = 0; event < 200_000; event += 1) span.addEvent('event', { at: event });
    span.end();
    expect(decisionEvents(exporter.getFinishedSpans()[0] as SdkReadableSpan)).toHaveLength(1);
  });

  it('a processor that was shut down still keeps content in', async () => {
    const exporter = memoryExporter();
    const processor = new ToolDecisionSpanProcessor();
    const tracer = provider({ spanProcessors: [processor, simple(exporter)] }).getTracer('example');
    await processor.shutdown();
    startCall(tracer).end();
    expect(exporter.getFinishedSpans()[0]?.attributes).not.toHaveProperty('gen_ai.tool.call.arguments');
  });

  it('an exporter below the guard may write to what it is given', () => {
    const results: number[] = [];
    const guard = new ToolDecisionSpanExporter({
      export: (spans, done) => {
        for (const span of spans) (span as { name: string }).name = `prefix ${span.name}`;
        done({ code: 0 });
      },
      shutdown: async () => {},
    });
    const exporter = memoryExporter();
    startCall(provider({ spanProcessors: [simple(exporter)] }).getTracer('example')).end();
    guard.export(exporter.getFinishedSpans(), ({ code }) => results.push(code));
    expect(results).toEqual([0]);
  });

  it('a delegate that answers with nothing is a failure, answered once', () => {
    const results: number[] = [];
    const guard = new ToolDecisionSpanExporter({
      export: (_spans, done) => done(undefined as never),
      shutdown: async () => {},
    });
    guard.export([], ({ code }) => results.push(code));
    expect(results).toEqual([1]);
  });
});
