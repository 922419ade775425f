import { type Span, SpanKind, SpanStatusCode, TraceFlags, type Tracer } from '@opentelemetry/api';
import { JsonTraceSerializer, ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import { describe, expect, it } from 'vitest';
import { observeToolCall, ToolDecisionSpanExporter, ToolDecisionSpanProcessor } from '../../src/index.ts';
import type { SdkReadableSpan } from '../../src/span/sdk-span.ts';
import { decisionEvents } from './call-span.ts';
import { batch, type Exporter, type Processor, provider, simple } from './line.ts';

/** No published shape, so that only structure can keep it in. */
const CANARY = 'quokka-7f3a-basalt';

/** Hides the canary in every place a call span has. */
function canaryCall(tracer: Tracer): Span {
  const secret = { [CANARY]: CANARY, list: [{ deep: `x ${CANARY} y` }] };
  const span = tracer.startSpan(`tools/call add_deploy_key ${CANARY}`, {
    kind: SpanKind.CLIENT,
    attributes: {
      'mcp.method.name': 'tools/call',
      'gen_ai.tool.name': 'add_deploy_key',
      'gen_ai.tool.call.arguments': JSON.stringify({ owner: 'org', repo: 'r', title: CANARY, ...secret }),
      'gen_ai.tool.call.result': JSON.stringify({ content: [{ type: 'text', text: CANARY }] }),
      'mcp.session.id': CANARY,
      'enduser.id': CANARY,
      'my.unknown': CANARY,
      'my.list': [CANARY, 'b'],
      [`mcp.request.argument.${CANARY}`]: `"${CANARY}"`,
      [CANARY]: 1,
      'error.message': CANARY,
    },
    links: [
      {
        context: { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: TraceFlags.NONE },
        attributes: { note: CANARY },
      },
    ],
  });
  observeToolCall(span, { arguments: { owner: 'org', repo: 'r', title: CANARY, ...secret } });
  span.addEvent(`note ${CANARY}`, { text: CANARY });
  span.recordException(Object.assign(new Error(CANARY), { stack: `Error: ${CANARY}\n at x` }));
  span.setStatus({ code: SpanStatusCode.ERROR, message: CANARY });
  return span;
}

/** Another product's processor, which writes and reads at every hook. */
function bystander(): Processor {
  return {
    onStart: (span) => {
      span.attributes['bystander.start'] = CANARY;
    },
    onEnding: (span) => void span.addEvent('bystander', { note: CANARY }, span.endTime),
    onEnd: () => {},
    forceFlush: async () => {},
    shutdown: async () => {},
  };
}

/** A wrapper as some products ship it: it never forwards `onEnding`. */
function withoutOnEnding(inner: Processor): Processor {
  return {
    onStart: (span, parent) => inner.onStart(span, parent),
    onEnd: (span) => inner.onEnd(span),
    forceFlush: () => inner.forceFlush(),
    shutdown: () => inner.shutdown(),
  };
}

interface Sent {
  readonly wire: string;
  readonly spans: SdkReadableSpan[];
}

/** Serialises as the real OTLP exporters do, as spans arrive: what leaves at that moment is what counts. */
function wireExporter(): { exporter: Exporter; sent: () => Sent } {
  const chunks: Uint8Array[] = [];
  const spans: SdkReadableSpan[] = [];
  const exporter: Exporter = {
    export(batchOfSpans, done) {
      for (const serializer of [JsonTraceSerializer, ProtobufTraceSerializer]) {
        const bytes = serializer.serializeRequest(batchOfSpans as never);
        if (bytes !== undefined) chunks.push(bytes);
      }
      spans.push(...batchOfSpans);
      done({ code: 0 });
    },
    shutdown: async () => {},
  };
  const sent = () => ({ wire: Buffer.concat(chunks).toString('utf8'), spans });
  return { exporter, sent };
}

type Arrange = (exporter: Processor) => Processor[];
const ours = () => new ToolDecisionSpanProcessor();
const withHook: [string, Arrange][] = [
  ['ours first', (exporter) => [ours(), exporter]],
  ['ours last', (exporter) => [exporter, ours()]],
];
const guarded: [string, Arrange][] = [
  ['ours, a bystander, exporter', (exporter) => [ours(), bystander(), exporter]],
  ['a bystander, ours, exporter', (exporter) => [bystander(), ours(), exporter]],
  ['exporter, ours, a bystander', (exporter) => [exporter, ours(), bystander()]],
  ['ours behind a wrapper without onEnding', (exporter) => [withoutOnEnding(ours()), exporter]],
  ['ours behind a wrapper, after the exporter', (exporter) => [exporter, withoutOnEnding(ours())]],
  ['no processor of ours', (exporter) => [exporter]],
];

async function send(arrange: Arrange, wrap: (exporter: Exporter) => Exporter, kind: typeof simple) {
  const { exporter, sent } = wireExporter();
  const sdk = provider({ spanProcessors: arrange(kind(wrap(exporter))) });
  canaryCall(sdk.getTracer('example')).end();
  await sdk.forceFlush();
  return sent();
}

const kinds: [string, typeof simple][] = [
  ['simple', simple],
  ['batch', batch],
];

describe.each(kinds)('a canary hidden in a call span, %s processor', (_kind, kind) => {
  it.each(withHook)('never leaves with the processor alone: %s', async (_order, arrange) => {
    const { wire, spans } = await send(arrange, (exporter) => exporter, kind);
    expect(spans).toHaveLength(1);
    expect(decisionEvents(spans[0] as SdkReadableSpan)).toHaveLength(1);
    expect(wire).not.toContain(CANARY);
  });

  it.each([...withHook, ...guarded])('never leaves through the guard: %s', async (_order, arrange) => {
    const { wire, spans } = await send(arrange, (exporter) => new ToolDecisionSpanExporter(exporter), kind);
    expect(spans).toHaveLength(1);
    expect(decisionEvents(spans[0] as SdkReadableSpan)).toHaveLength(1);
    expect(wire).not.toContain(CANARY);
  });

  it.each([...withHook, ...guarded])(
    'gives the same record whoever writes it: %s',
    async (_order, arrange) => {
      const { spans } = await send(arrange, (exporter) => new ToolDecisionSpanExporter(exporter), kind);
      const { spans: reference } = await send(
        (exporter) => [ours(), exporter],
        (exporter) => exporter,
        simple,
      );
      const records = [spans, reference].map(
        ([span]) => decisionEvents(span as SdkReadableSpan)[0]?.attributes?.['assay.record'],
      );
      expect(records[0]).toBe(records[1]);
    },
  );
});
