import { context, SpanKind, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { describe, expect, it } from 'vitest';
import { observeToolCall, ToolDecisionSpanProcessor } from '../../src/index.ts';
import { type Exporter, provider, simple } from '../sdk/line.ts';
import { receiving } from './receiving.ts';

/** One run of an agent, sent by the exporter of the SDK. */
async function sendRun(url: string, headers: Record<string, string> = {}): Promise<string> {
  const exporter = new OTLPTraceExporter({ url: `${url}/v1/traces`, headers });
  const sdk = provider({
    spanProcessors: [new ToolDecisionSpanProcessor(), simple(exporter as unknown as Exporter)],
  });
  const tracer = sdk.getTracer('example', '1.0.0');
  const root = tracer.startSpan('agent');
  const within = trace.setSpan(context.active(), root);
  const call = tracer.startSpan('tools/call add_deploy_key', { kind: SpanKind.CLIENT }, within);
  observeToolCall(call, {
    toolName: 'add_deploy_key',
    arguments: { owner: 'org', repo: 'r' },
    serverId: 's',
  });
  call.end();
  root.end();
  await sdk.forceFlush();
  await sdk.shutdown();
  return root.spanContext().traceId;
}

describe("the SDK's own exporter", () => {
  it('brings a run, with a token', async () => {
    const one = await receiving({ token: 'FAKE-token' });
    const run = await sendRun(one.url, { authorization: 'Bearer FAKE-token' });
    await one.stop();
    expect(one.written).toMatchObject([{ runId: run, surface: { observed_tool_decisions: [{}] } }]);
    // Numbers, checkpoint and seal came through; that nobody attests this instrumentation is another matter.
    expect(one.written[0]?.health.coverage.gaps.map(({ code }) => code)).toEqual([
      'instrumentation_not_attested',
    ]);
  });
});
