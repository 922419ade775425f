import { randomBytes } from 'node:crypto';
import { context, SpanKind, type Tracer, type TracerProvider, trace } from '@opentelemetry/api';
import { observeToolCall, type SpanExporterLike } from '../index.ts';
import { instrumentClient } from '../mcp/index.ts';
import type { Assembled } from '../register/assemble.ts';
import { loadBeside, loadPeer } from '../register/peers.ts';
import { VERSION } from '../version.ts';
import type { ExportAnswer } from './doctor-export-words.ts';

/** By these a probe is known wherever it arrives. */
export const PROBE = { service: 'assay-otel-doctor', tool: 'assay_otel.probe' } as const;

/** What looks like content, and is known when it is seen again. */
export const CONTENT = 'FAKE-CONTENT-OF-ASSAY-OTEL-PROBE';

type ExportedSpan = Parameters<SpanExporterLike['export']>[0][number];

/** Hears what goes to the exporters, and what they answer. */
export class Listener {
  readonly answers: ExportAnswer[] = [];
  readonly spans = new Map<string, ExportedSpan[]>();

  readonly around = (exporter: SpanExporterLike, name: string): SpanExporterLike => ({
    export: (spans, done) => {
      this.spans.set(name, [...(this.spans.get(name) ?? []), ...spans]);
      // It would print between our own lines, and cannot fail.
      const send: SpanExporterLike['export'] =
        name === 'console' ? (_spans, answer) => answer({ code: 0 }) : exporter.export.bind(exporter);
      send(spans, (result) => {
        const { code, name: kind } = (result.error ?? {}) as {
          readonly code?: string | number;
          readonly name?: string;
        };
        this.answers.push({ exporter: name, isSuccess: result.code === 0, code, name: kind });
        done(result);
      });
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  });
}

interface Provider extends TracerProvider {
  shutdown(): Promise<void>;
}

type Class<T> = new (options?: object) => T;

/** The MCP SDKs by where they have their client. */
const CLIENTS = ['@modelcontextprotocol/sdk/client/index.js', '@modelcontextprotocol/client'];

export interface Probed {
  readonly runId: string;
  /** How the call was made: the SDK whose client made it. */
  readonly client: string | undefined;
}

/** Makes the call, flushes, and takes down what it has set up. @param owner path of the SDK's main file */
export async function probe({ pipeline }: Assembled, owner: string, cwd: string): Promise<Probed> {
  const runId = `${PROBE.service}-${randomBytes(8).toString('hex')}`;
  const provider = providerOf(pipeline, owner, runId);
  const { AsyncLocalStorageContextManager: Manager } =
    loadBeside<Record<string, Class<{ enable(): never }>>>('@opentelemetry/context-async-hooks', owner) ?? {};
  if (Manager !== undefined) context.setGlobalContextManager(new Manager().enable());
  trace.setGlobalTracerProvider(provider);
  try {
    const tracer = provider.getTracer('assay-otel/doctor', VERSION);
    const client = CLIENTS.find((name) => loadPeer(name, cwd) !== undefined);
    await tracer.startActiveSpan(
      `invoke_agent ${PROBE.service}`,
      { attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': PROBE.service } },
      async (root) => {
        if (client === undefined) handMade(tracer);
        else await callThrough(client, cwd);
        root.end();
      },
    );
    pipeline.processor.endRun(runId);
    await pipeline.flush();
    await provider.shutdown().catch(() => undefined);
    return { runId, client };
  } finally {
    trace.disable();
    context.disable();
  }
}

function providerOf(
  { spanProcessors, sampler }: Assembled['pipeline'],
  owner: string,
  runId: string,
): Provider {
  const sdk = loadBeside<Record<string, Class<Provider>>>('@opentelemetry/sdk-trace', owner);
  const base = loadBeside<Record<string, Class<Provider>>>('@opentelemetry/sdk-trace-base', owner);
  const resources = loadBeside<{ resourceFromAttributes(attributes: object): object }>(
    '@opentelemetry/resources',
    owner,
  );
  const Provider = sdk?.TracerProvider ?? base?.BasicTracerProvider;
  if (Provider === undefined) throw new Error('no tracer provider');
  const resource = resources?.resourceFromAttributes({
    'service.name': PROBE.service,
    'assay.run.id': runId,
  });
  return new Provider({ spanProcessors, sampler, ...(resource !== undefined && { resource }) });
}

/** As an instrumentation that records arguments would write it. */
function handMade(tracer: Tracer): void {
  const span = tracer.startSpan(`tools/call ${PROBE.tool}`, {
    kind: SpanKind.CLIENT,
    attributes: { ...CALL, 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': PROBE.tool },
  });
  observeToolCall(span, { toolName: PROBE.tool, serverId: PROBE.service, arguments: { text: CONTENT } });
  span.end();
}

const CALL = {
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.tool.call.arguments': JSON.stringify({ text: CONTENT }),
};

interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: { readonly protocolVersion?: string };
}

interface Client {
  connect(transport: object): Promise<unknown>;
  callTool(params: object): Promise<unknown>;
  close(): Promise<void>;
}

/** A call of the application's own MCP SDK, to a server that is four lines long. */
async function callThrough(name: string, cwd: string): Promise<void> {
  const { Client } = loadPeer<Record<string, new (info: object) => Client>>(name, cwd) ?? {};
  if (Client === undefined) throw new Error('no MCP client');
  const client = instrumentClient(new Client({ name: PROBE.service, version: VERSION }) as never) as Client;
  const transport = {
    onmessage: undefined as ((message: unknown) => void) | undefined,
    start: async () => {},
    close: async () => {},
    async send({ id, method, params }: Message) {
      if (method === 'tools/call') {
        // As other instrumentations do; here it shows whether content would leave.
        trace.getActiveSpan()?.setAttributes(CALL);
      }
      if (id !== undefined)
        queueMicrotask(() => transport.onmessage?.({ jsonrpc: '2.0', id, result: resultOf(method, params) }));
    },
  };
  await client.connect(transport);
  await client.callTool({ name: PROBE.tool, arguments: { text: CONTENT } });
  await client.close();
}

function resultOf(method: string | undefined, params: Message['params']): object {
  if (method !== 'initialize') return { content: [] };
  return {
    protocolVersion: params?.protocolVersion ?? '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: PROBE.service, version: VERSION },
  };
}
