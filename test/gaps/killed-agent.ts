/**
 * An agent in a process of its own, with the SDK as `NodeSDK` puts it together. Its second call does not return until
 * the parent says so; `root-ended` ends the root meanwhile. Says `in call` once all that ended before was sent.
 */
import { context, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { NodeSDK, tracing } from '@opentelemetry/sdk-node';
import { ToolDecisionSpanExporter, ToolDecisionSpanProcessor } from '../../src/index.ts';
import { instrumentClient } from '../../src/mcp/index.ts';
import { deferred } from '../mcp/support/deferred.ts';
import { connect } from '../mcp/support/kit.ts';
import { v2 } from '../mcp/support/v2.ts';

const [url = '', mode] = process.argv.slice(2);
const exporter = new ToolDecisionSpanExporter(new OTLPTraceExporter({ url }) as never);
const sending = new tracing.BatchSpanProcessor(exporter as never);
const sdk = new NodeSDK({
  autoDetectResources: false,
  spanProcessors: [new ToolDecisionSpanProcessor() as never, sending],
});
sdk.start();

const called = deferred();
const released = deferred();
process.on('message', () => released.resolve());

const client = instrumentClient(v2.client());
const server = v2.server();
v2.handle(server, 'tools/call', async ({ name }) => {
  if (name === 'wait') {
    called.resolve();
    await released.promise;
  }
  return { content: [] };
});

const root = trace.getTracer('agent').startSpan('agent');
await context.with(trace.setSpan(ROOT_CONTEXT, root), async () => {
  await connect(v2, client, server);
  await v2.callTool(client, { name: 'search' });
  const waiting = v2.callTool(client, { name: 'wait' });
  await called.promise;
  if (mode === 'root-ended') root.end();
  await sending.forceFlush();
  process.send?.('in call');
  await waiting;
});
if (mode !== 'root-ended') root.end();
await sdk.shutdown();
process.disconnect();
