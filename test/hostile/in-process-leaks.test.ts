import { createTraceState, SpanKind, TraceFlags } from '@opentelemetry/api';
import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer';
import { describe, expect, it } from 'vitest';
import { observeToolCall, ToolDecisionSpanExporter, ToolDecisionSpanProcessor } from '../../src/index.ts';
import type { SdkReadableSpan, SdkWritableSpan } from '../../src/span/sdk-span.ts';
import { decisionEvents, startCall } from '../sdk/call-span.ts';
import { type Exporter, memoryExporter, type Processor, provider, simple } from '../sdk/line.ts';

/** No published shape, so that only structure can keep it in. */
const CANARY = 'quokka-7f3a-basalt';
const TOKEN = `ghp_${'a'.repeat(36)}`;

/** Another product's processor, which does one thing as spans end. */
function ending(change: (span: SdkWritableSpan) => void): Processor {
  return {
    onStart: () => {},
    onEnding: change,
    onEnd: () => {},
    forceFlush: async () => {},
    shutdown: async () => {},
  };
}

type Arrange = (exporter: Exporter) => Processor[];
const alone: Arrange = (exporter) => [new ToolDecisionSpanProcessor(), simple(exporter)];
const guarded: Arrange = (exporter) => [
  new ToolDecisionSpanProcessor(),
  simple(new ToolDecisionSpanExporter(exporter)),
];
const guardOnly: Arrange = (exporter) => [simple(new ToolDecisionSpanExporter(exporter))];
const ways: [string, Arrange][] = [
  ['processor alone', alone],
  ['processor and guard', guarded],
  ['guard alone', guardOnly],
];

function wire(spans: readonly SdkReadableSpan[]): string {
  return Buffer.from(JsonTraceSerializer.serializeRequest(spans as never) ?? []).toString('utf8');
}

describe.each(ways)('what a call span cannot carry out: %s', (_way, arrange) => {
  const sent = memoryExporter;

  it('a span name with more than the tool in it, where the tool was handed over', () => {
    const exporter = sent();
    const span = provider({ spanProcessors: arrange(exporter) })
      .getTracer('example')
      .startSpan(`tools/call add_deploy_key key=${CANARY}`, {
        kind: SpanKind.CLIENT,
        attributes: { 'mcp.method.name': 'tools/call' },
      });
    observeToolCall(span, { toolName: 'add_deploy_key', arguments: {} });
    span.end();
    expect(wire(exporter.getFinishedSpans())).not.toContain(CANARY);
  });

  it('a secret in the span name and in the tool attribute, where the tool was handed over', () => {
    const exporter = sent();
    const span = provider({ spanProcessors: arrange(exporter) })
      .getTracer('example')
      .startSpan(`tools/call ${TOKEN}`, {
        kind: SpanKind.CLIENT,
        attributes: { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': TOKEN },
      });
    observeToolCall(span, { toolName: 'add_deploy_key' });
    span.end();
    expect(wire(exporter.getFinishedSpans())).not.toContain(TOKEN);
  });

  it('nested values, bytes and nested arrays under allowed keys, and an attribute named __proto__', () => {
    const exporter = sent();
    const span = startCall(provider({ spanProcessors: arrange(exporter) }).getTracer('example'));
    const { attributes } = span as unknown as SdkReadableSpan;
    Object.assign(attributes, {
      'mcp.request.id': { a: CANARY },
      'tool.name': [CANARY],
      'server.address': new TextEncoder().encode(CANARY),
      'my.unknown': [[CANARY]],
    });
    Object.defineProperty(attributes, '__proto__', {
      value: { [CANARY]: CANARY },
      enumerable: true,
      configurable: true,
      writable: true,
    });
    span.end();
    const text = wire(exporter.getFinishedSpans());
    expect(text).not.toContain(CANARY);
    expect(text).not.toContain(Buffer.from(CANARY).toString('base64'));
  });
});

describe.each(ways.slice(1))('through the guard: %s', (_way, arrange) => {
  it('a secret in the trace state of a link', () => {
    const exporter = memoryExporter();
    const context = {
      traceId: 'a'.repeat(32),
      spanId: 'b'.repeat(16),
      traceFlags: TraceFlags.NONE,
      traceState: createTraceState(`v=${TOKEN}`),
    };
    provider({ spanProcessors: arrange(exporter) })
      .getTracer('example')
      .startSpan('tools/call x', {
        attributes: { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'x' },
        links: [{ context }],
      })
      .end();
    expect(wire(exporter.getFinishedSpans())).not.toContain(TOKEN);
  });
});

describe('processors after ours, with the guard', () => {
  const followedBy = (change: (span: SdkWritableSpan) => void): Arrange => {
    return (exporter) => [
      new ToolDecisionSpanProcessor(),
      ending(change),
      simple(new ToolDecisionSpanExporter(exporter)),
    ];
  };

  it('an attribute put onto our own event does not leave', () => {
    const exporter = memoryExporter();
    const change = (span: SdkWritableSpan) => {
      for (const event of span.events) Object.assign(event.attributes ?? {}, { note: CANARY });
    };
    startCall(provider({ spanProcessors: followedBy(change)(exporter) }).getTracer('example')).end();
    expect(wire(exporter.getFinishedSpans())).not.toContain(CANARY);
  });

  it('a copy of our event with other numbers is no second event', () => {
    const exporter = memoryExporter();
    const change = (span: SdkWritableSpan) => {
      const [event] = decisionEvents(span);
      const copy = { ...event?.attributes, 'assay.sequence': 77, note: CANARY } as unknown as Record<
        string,
        string
      >;
      span.addEvent('assay.tool_decision', copy, span.endTime);
    };
    startCall(provider({ spanProcessors: followedBy(change)(exporter) }).getTracer('example')).end();
    const spans = exporter.getFinishedSpans();
    expect(decisionEvents(spans[0] as SdkReadableSpan)).toHaveLength(1);
    expect(wire(spans)).not.toContain(CANARY);
  });

  it('events that were taken off come back as they were written, under the same number', () => {
    const exporter = memoryExporter();
    let written: unknown;
    const change = (span: SdkWritableSpan) => {
      written = { ...decisionEvents(span)[0]?.attributes };
      span.events.length = 0;
    };
    startCall(provider({ spanProcessors: followedBy(change)(exporter) }).getTracer('example')).end();
    const [span] = exporter.getFinishedSpans();
    expect(decisionEvents(span as SdkReadableSpan).map(({ attributes }) => attributes)).toEqual([written]);
  });
});

describe('forward "audit"', () => {
  it.each([['strict'], ['content'], ['off']] as const)(
    'lets nothing of a root out, whatever the processor keeps (%s)',
    (scrub) => {
      const exporter = memoryExporter();
      const spanProcessors = [
        new ToolDecisionSpanProcessor({ scrub }),
        simple(new ToolDecisionSpanExporter(exporter, { forward: 'audit' })),
      ];
      const tracer = provider({ spanProcessors }).getTracer('example');
      const root = tracer.startSpan(`root ${CANARY}`, {
        attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.prompt': CANARY, other: CANARY },
      });
      root.addEvent(CANARY, { text: CANARY });
      root.setStatus({ code: 2, message: CANARY });
      root.end();
      const spans = exporter.getFinishedSpans();
      expect(spans).toHaveLength(1);
      expect(wire(spans)).not.toContain(CANARY);
    },
  );
});
