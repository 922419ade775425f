import { context, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { logs } from '@opentelemetry/api-logs';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { JsonLogsSerializer, JsonTraceSerializer } from '@opentelemetry/otlp-transformer';
import { LoggerProvider } from '@opentelemetry/sdk-logs';
import { ToolDecisionSpanExporter, ToolDecisionSpanProcessor } from '../../src/index.ts';
import { memoryExporter, provider, simple } from '../sdk/line.ts';

/**
 * One run of two calls with `carrier: log`: what an OTLP exporter would send of its spans, and of its log records.
 * Among the latter is one of the host's own, with `canary` in it.
 */
export async function loggedRun(canary: string): Promise<{ readonly spans: string; readonly logs: string }> {
  const records: unknown[] = [];
  const collect = {
    onEmit: (record: unknown) => void records.push(record),
    forceFlush: async () => {},
    shutdown: async () => {},
  };
  logs.setGlobalLoggerProvider(new LoggerProvider({ processors: [collect] }));
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const exported = memoryExporter();
  const options = { carrier: 'log', attest: { instrumentation: 'configured', sampler: 'declared' } } as const;
  const guard = new ToolDecisionSpanExporter(exported, options);
  const sdk = provider({ spanProcessors: [new ToolDecisionSpanProcessor(options), simple(guard)] });
  const tracer = sdk.getTracer('agent', '1.0.0');
  const root = tracer.startSpan('agent', {}, ROOT_CONTEXT);
  for (const tool of ['add_deploy_key', 'search']) {
    const attributes = { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': tool };
    tracer.startSpan(`tools/call ${tool}`, { attributes }, trace.setSpan(ROOT_CONTEXT, root)).end();
  }
  root.end();
  logs
    .getLogger('host')
    .emit({ eventName: 'gen_ai.user.message', body: canary, attributes: { text: canary } });
  await sdk.forceFlush();
  const sent = {
    spans: text(JsonTraceSerializer.serializeRequest(exported.getFinishedSpans() as never)),
    logs: text(JsonLogsSerializer.serializeRequest(records as never)),
  };
  await sdk.shutdown();
  logs.disable();
  context.disable();
  return sent;
}

function text(bytes: Uint8Array | undefined): string {
  return Buffer.from(bytes ?? []).toString('utf8');
}
