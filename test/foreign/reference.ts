import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { InMemorySpanExporter } from '@opentelemetry/sdk-trace-base';
import { instrumentClient } from '../../src/mcp/index.ts';
import { ourProvider, recordsIn } from './ours.ts';
import { makeClient, makeServer, runScenario } from './scenario.ts';

/** The records of the scenario as our own client instrumentation gives them. Leaves no global behind. */
export async function ourRecords() {
  const exporter = new InMemorySpanExporter();
  const provider = ourProvider(exporter);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  const client = makeClient();
  instrumentClient(client);
  await runScenario(client, makeServer());
  await provider.forceFlush();
  trace.disable();
  context.disable();
  return recordsIn(exporter);
}
