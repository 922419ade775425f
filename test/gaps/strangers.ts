import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { SpanContext } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { McpInstrumentation } from '@traceloop/instrumentation-mcp';
import { type ClientPeer, connect } from '../mcp/support/kit.ts';
import { v1 } from '../mcp/support/v1.ts';
import { batch, type Exporter, provider } from '../sdk/line.ts';
import { type Agent, type AgentPlan, runAgent, threeCalls } from './agent.ts';
import type { GapCase } from './gap-case.ts';

/** A call through a client that Traceloop instruments with the spans of `tracerProvider`. */
export async function callThroughTraceloop(tracerProvider?: unknown): Promise<void> {
  // A class of its own: what is patched on the SDK's would stay for the next case.
  class TracedClient extends Client {}
  const instrumentation = new McpInstrumentation();
  if (tracerProvider !== undefined) instrumentation.setTracerProvider(tracerProvider as never);
  instrumentation.manuallyInstrument({ Client: TracedClient });
  const client = new TracedClient({ name: 'agent', version: '1.0.0' });
  const server = v1.server();
  v1.handle(server, 'tools/call', () => ({ content: [] }));
  await connect(v1, client as unknown as ClientPeer, server);
  await client.callTool({ name: 'search', arguments: {} });
  // Traceloop's span of the session is open until then, and might yet be a call.
  await client.close();
}

/** A second tracer provider of the same service, as two telemetry products in one process leave it. */
async function secondProvider({ process }: Agent, hasProcessor: boolean): Promise<void> {
  const { assay, url } = process;
  const second = provider({
    spanProcessors: [
      ...(hasProcessor ? [new assay.ToolDecisionSpanProcessor()] : []),
      batch(new OTLPTraceExporter({ url }) as unknown as Exporter),
    ],
  });
  await callThroughTraceloop(second);
  await second.shutdown();
}

/** An agent whose one call Traceloop alone sees; without the fault, its operator vouches for that. */
const foreignAgent = (isFaulty: boolean): AgentPlan => ({
  instrumented: false,
  options: { attest: { sampler: 'declared', ...(!isFaulty && { instrumentation: 'configured' }) } },
  act: () => callThroughTraceloop(),
});

/** Instrumentation, providers and attributes that are not ours. */
export const STRANGERS: readonly GapCase[] = [
  {
    code: 'instrumentation_not_attested',
    cause: 'the only MCP instrumentation is another one, for which nobody vouches',
    gaps: ['instrumentation_not_attested'],
    calls: 1,
    run: (isFaulty) => runAgent(foreignAgent(isFaulty)),
  },
  {
    code: 'instrumentation_not_attested',
    cause: 'a second process of the run has another MCP instrumentation, which is only seen',
    gaps: ['instrumentation_not_attested'],
    calls: 4,
    async run(isFaulty) {
      let caller: SpanContext | undefined;
      const first = await runAgent({
        afterwards({ root }) {
          caller = { ...root.spanContext(), isRemote: true };
        },
      });
      const second = await runAgent({ ...foreignAgent(isFaulty), ...(caller && { upstream: caller }) });
      return [...first, ...second];
    },
  },
  {
    code: 'instrumentation_not_attested',
    cause: 'an agent calls nothing, and nothing would have seen it',
    gaps: ['instrumentation_not_attested'],
    calls: 0,
    run: (isFaulty) =>
      runAgent({
        instrumented: !isFaulty,
        rootAttributes: { 'gen_ai.operation.name': 'invoke_agent' },
        act: async () => undefined,
      }),
  },
  {
    code: 'emitter_missing',
    cause: 'a second tracer provider of the service is without the processor',
    gaps: ['emitter_missing'],
    calls: 4,
    run: (isFaulty) =>
      runAgent({
        async act(agent) {
          await threeCalls(agent);
          await secondProvider(agent, !isFaulty);
        },
      }),
  },
  {
    code: 'unrecognised_mcp_span',
    cause: 'a gateway library writes attributes under mcp.* that no dialect reads',
    gaps: ['unrecognised_mcp_span'],
    run: (isFaulty) =>
      runAgent({
        async act(agent) {
          await threeCalls(agent);
          const key = isFaulty ? 'mcp.gateway.route' : 'gateway.route';
          agent.process
            .tracer('gateway')
            .startSpan('route', { attributes: { [key]: 'a' } })
            .end();
        },
      }),
  },
];
