import { ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { describe, expect, it } from 'vitest';
import { attestInstrumentation, countCall } from '../../src/emitter/attest.ts';
import { ToolDecisionSpanProcessor } from '../../src/index.ts';
import { checkpointOf } from '../sdk/call-span.ts';
import { memoryExporter, provider, simple } from '../sdk/line.ts';

describe('a call that an installed instrumentation began', () => {
  it('is open, not unrecorded, as long as its numbered span is open', () => {
    const scope = 'installed-here';
    attestInstrumentation({ scope, version: '1', vantage: 'client', basis: 'installed', covers: 'object' });
    const exporter = memoryExporter();
    const sdk = provider({ spanProcessors: [new ToolDecisionSpanProcessor(), simple(exporter)] });
    const tracer = sdk.getTracer(scope);
    const root = tracer.startSpan('agent', { attributes: { 'gen_ai.operation.name': 'invoke_agent' } });
    const call = tracer.startSpan(
      'tools/call search',
      { attributes: { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'search' } },
      trace.setSpan(ROOT_CONTEXT, root),
    );
    countCall(undefined, call.spanContext(), 'client');
    root.end();
    call.end();
    const [first, second] = exporter.getFinishedSpans().map(checkpointOf);
    expect(first).toMatchObject({ final: false, open: [[1, 1]], unrecorded: 0 });
    expect(second).toMatchObject({ final: true, open: [], unrecorded: 0 });
  });
});
