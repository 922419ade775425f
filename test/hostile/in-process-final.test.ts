import { ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import { describe, expect, it } from 'vitest';
import { attestInstrumentation } from '../../src/emitter/attest.ts';
import { observeToolCall, ToolDecisionSpanProcessor } from '../../src/index.ts';
import { checkpointOf, startCall } from '../sdk/call-span.ts';
import { memoryExporter, provider, simple } from '../sdk/line.ts';

/** One file of its own: the attestation below is for the whole process. */
attestInstrumentation({
  scope: 'assay-otel/mcp',
  version: '0.0.0',
  vantage: 'client',
  basis: 'installed',
  covers: 'object',
});

const AGENT = { attributes: { 'gen_ai.operation.name': 'invoke_agent' } };
const CALL = { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'x' };

function setUp(openTraces?: number) {
  const exporter = memoryExporter();
  const limits = openTraces === undefined ? {} : { openTraces };
  const processor = new ToolDecisionSpanProcessor({ limits });
  const tracer = provider({ spanProcessors: [processor, simple(exporter)] }).getTracer('hand-made');
  const checkpoints = () => exporter.getFinishedSpans().flatMap((span) => checkpointOf(span) ?? []);
  return { tracer, checkpoints };
}

describe('no checkpoint is final while a call is open', () => {
  it('that was handed over on a span which says nothing', () => {
    const { tracer, checkpoints } = setUp();
    const root = tracer.startSpan('agent', AGENT);
    const call = tracer.startSpan('my call', {}, trace.setSpan(ROOT_CONTEXT, root));
    observeToolCall(call, { toolName: 'add_deploy_key', arguments: {} });
    root.end();
    expect(checkpoints()).toMatchObject([{ final: false }]);
    call.end();
    expect(checkpoints()).toMatchObject([{ final: false }, { final: true, numbered: 1 }]);
  });

  it('whose attributes came after its start, once such a span was seen', () => {
    const { tracer, checkpoints } = setUp();
    startCall(tracer).end();
    const root = tracer.startSpan('agent', AGENT);
    const call = tracer.startSpan('my call', {}, trace.setSpan(ROOT_CONTEXT, root));
    call.setAttributes(CALL);
    root.end();
    expect(checkpoints().at(-1)).toMatchObject({ final: false });
    call.end();
  });

  it('in an epoch of the trace that was forgotten long ago', () => {
    const { tracer, checkpoints } = setUp(2);
    const root = tracer.startSpan('root', AGENT);
    const within = trace.setSpan(ROOT_CONTEXT, root);
    tracer.startSpan('tools/call x', { attributes: CALL }, within);
    for (let other = 0; other < 10; other += 1) tracer.startSpan('other', AGENT);
    const remote = { ...root.spanContext(), isRemote: true };
    const entry = tracer.startSpan('entry', AGENT, trace.setSpanContext(ROOT_CONTEXT, remote));
    entry.end();
    expect(checkpoints()).toMatchObject([{ final: false }]);
  });
});

describe('a span that was ruled out at its start and is a call at its end', () => {
  it('takes the finality of its epoch with it', () => {
    const { tracer, checkpoints } = setUp();
    const root = tracer.startSpan('agent', AGENT);
    const http = { kind: SpanKind.CLIENT, attributes: { 'http.request.method': 'POST' } };
    const call = tracer.startSpan('POST', http, trace.setSpan(ROOT_CONTEXT, root));
    root.end();
    call.setAttributes(CALL);
    call.end();
    expect(checkpoints().at(-1)).toMatchObject({ final: false });
  });
});
