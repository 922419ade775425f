import { context, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { ToolDecisionSpanExporter, ToolDecisionSpanProcessor } from '../../src/index.ts';
import { spanSink } from '../../src/sinks/index.ts';
import { batch, type Exporter, provider } from '../sdk/line.ts';

/**
 * A process with our processor, the guard and the span sink makes one run of two calls, one of them refused, and sends
 * it with its summary to `url`. `canary` stands in what the host wrote on the spans. Gives the run's trace id.
 */
export async function summarisedRun(url: string, canary: string): Promise<string> {
  const sender = new OTLPTraceExporter({ url: `${url}/v1/traces` }) as unknown as Exporter;
  const exporter = new ToolDecisionSpanExporter(sender, { sinks: [spanSink()] });
  const policy = ({ toolName }: { toolName: string }) =>
    toolName === 'grant_admin'
      ? ({ effect: 'deny', source: 'gateway', ruleId: 'no-admins', enforced: true } as const)
      : undefined;
  const sdk = provider({ spanProcessors: [new ToolDecisionSpanProcessor({ policy }), batch(exporter)] });
  trace.setGlobalTracerProvider(sdk);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const tracer = sdk.getTracer('agent', '1.0.0');
  const root = tracer.startSpan('agent', {}, ROOT_CONTEXT);
  for (const tool of ['add_deploy_key', 'grant_admin']) {
    const attributes = {
      'mcp.method.name': 'tools/call',
      'gen_ai.tool.name': tool,
      'gen_ai.tool.call.arguments': JSON.stringify({
        owner: 'org',
        repo: 'repo',
        workspace: 'acme',
        user: 'bob',
        key: canary,
      }),
    };
    const span = tracer.startSpan(`tools/call ${tool}`, { attributes }, trace.setSpan(ROOT_CONTEXT, root));
    span.addEvent('note', { text: canary });
    span.end();
  }
  root.end();
  await sdk.forceFlush();
  // Writes the summary through the same provider, which has to be there still.
  await exporter.flushRun();
  await sdk.forceFlush();
  await sdk.shutdown();
  trace.disable();
  context.disable();
  return root.spanContext().traceId;
}
