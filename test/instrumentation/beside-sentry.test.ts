import { Client as Client2, InMemoryTransport as InMemoryTransport2 } from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { InMemoryTransport as InMemoryTransport1 } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer as McpServer1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { McpServer as McpServer2 } from '@modelcontextprotocol/server';
import * as Sentry from '@sentry/node';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ToolDecisionSpanProcessor } from '../../src/index.ts';
import { instrumentClient, instrumentServer } from '../../src/mcp/index.ts';
import { exported } from '../mcp/support/exported.ts';
import { listen } from '../mcp/support/http.ts';
import { inHostSpan, startTracing, type Tracing } from '../mcp/support/tracing.ts';

const TOOL = 'add_deploy_key';
const ARGUMENTS = { owner: 'org', repo: 'prod', title: 'ci-key', read_only: false, key: 'k' };
const CLIENT = 'client assay-otel/mcp';
const SERVER = 'server assay-otel/mcp';
const SENTRY = 'internal @sentry/node';

let tracing: Tracing;
beforeAll(() => {
  // One for all: Sentry keeps the tracer that it finds first.
  tracing = startTracing(undefined, [new ToolDecisionSpanProcessor()]);
  Sentry.init({
    dsn: 'https://public@sentry.invalid/1',
    tracesSampleRate: 1,
    defaultIntegrations: false,
    skipOpenTelemetrySetup: true,
    transport: () => ({ send: async () => ({}), flush: async () => true }),
  });
});
beforeEach(() => tracing.reset());
afterAll(() => tracing.close());

/** By hand and by Sentry, in either order. */
const WRAPPINGS: readonly (readonly [string, (server: McpServer1) => McpServer1])[] = [
  ['by hand first', (server) => Sentry.wrapMcpServerWithSentry(instrumentServer(server))],
  ['by hand last', (server) => instrumentServer(Sentry.wrapMcpServerWithSentry(server))],
];
const MAJORS = [
  ['1.x', Client1, McpServer1, InMemoryTransport1],
  ['2.x', Client2, McpServer2, InMemoryTransport2],
] as const;
const CASES = MAJORS.flatMap(([major, Client, McpServer, InMemoryTransport]) =>
  WRAPPINGS.map(([order, wrap]) => ({ major, Client, McpServer, InMemoryTransport, order, wrap })),
);

function withTool(server: McpServer1): McpServer1 {
  const input = { inputSchema: z.object({ fail: z.boolean().optional() }).loose() };
  server.registerTool(TOOL, input, ({ fail }: { fail?: boolean | undefined }) => ({
    content: [{ type: 'text', text: 'done' }],
    isError: fail === true,
  }));
  return server;
}

/** One after the other and at once; done, failed, refused. */
async function callTools(client: Pick<Client1, 'callTool'>): Promise<void> {
  await client.callTool({ name: TOOL, arguments: ARGUMENTS });
  await client.callTool({ name: TOOL, arguments: { ...ARGUMENTS, fail: true } });
  const refused = client.callTool({ name: 'none_such' });
  const call = () => client.callTool({ name: TOOL, arguments: ARGUMENTS });
  await Promise.allSettled([call(), refused, call()]);
}

/** The records of all that was exported, told alike where it was passed on. */
function records() {
  const { runs, forwarded, records: told } = exported(tracing.spans());
  expect(forwarded.map(({ surface }) => surface)).toEqual(runs.map(({ surface }) => surface));
  return { told, runs };
}

describe.each(CASES)('a server of the SDK $major that Sentry wraps as well, $order', (made) => {
  const connected = async () => {
    const server = made.wrap(withTool(new made.McpServer({ name: 'github', version: '1' }) as McpServer1));
    const client = new made.Client({ name: 'agent', version: '1' }) as Client1;
    const [near, far] = made.InMemoryTransport.createLinkedPair();
    await Promise.all([server.connect(far as never), client.connect(near as never)]);
    return client;
  };

  it('has one record of each call, with the client’s', async () => {
    await inHostSpan('agent', async () => {
      const client = instrumentClient(await connected());
      await callTools(client);
      await client.close();
    });
    const { told, runs } = records();
    expect(told).toEqual(Array(5).fill([CLIENT, SENTRY]));
    expect(runs.map(({ health }) => health.coverage.state)).toEqual(['complete']);
  });

  it('has one record of each call where nobody watches the client', async () => {
    await inHostSpan('agent', async () => {
      const client = await connected();
      await callTools(client);
      await client.close();
    });
    expect(records().told).toEqual(Array(5).fill([SENTRY]));
  });
});

/** A span of the HTTP server is above Sentry's; the client's span is named in the request alone. */
describe.each(WRAPPINGS)('a server behind HTTP that Sentry wraps as well, %s', (_, wrap) => {
  const serve = () =>
    listen(async (request, response) => {
      const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
      await wrap(withTool(new McpServer1({ name: 'github', version: '1' }))).connect(transport as never);
      await transport.handleRequest(request, response);
    });

  it('has one record of each call, and it is the client’s run that has it', async () => {
    const loopback = await serve();
    const client = instrumentClient(new Client1({ name: 'agent', version: '1' }));
    await client.connect(new StreamableHTTPClientTransport(loopback.url) as never);
    await inHostSpan('agent', () => callTools(client));
    await client.close();
    await loopback.close();
    const { told, runs } = records();
    expect(told).toEqual(Array(5).fill([CLIENT, SERVER]));
    const { traceId } = tracing.span('agent').spanContext();
    const counts = runs.map(({ runId, health }) => [runId, health.tool_calls_observed]);
    expect(counts.filter(([, calls]) => calls !== 0)).toEqual([[traceId, 5]]);
    // Of the runs that hold Sentry's spans of those calls no absence is claimed.
    expect(runs.map(({ health }) => health.claims.no_tool_use)).not.toContain('allowed');
  });

  it('has one record of each call where all is one run', async () => {
    const loopback = await serve();
    const client = instrumentClient(new Client1({ name: 'agent', version: '1' }));
    await client.connect(new StreamableHTTPClientTransport(loopback.url) as never);
    await inHostSpan('agent', () => callTools(client));
    await client.close();
    await loopback.close();
    const spans = tracing.spans().map((span) => ofRun(span, 'one'));
    const { runs, records: told } = exported(spans);
    expect(runs.map(({ runId }) => runId)).toEqual(['one']);
    // Sentry's spans are in traces of their own: the index has one for each record.
    expect(told).toEqual(Array(5).fill([CLIENT, SERVER]));
  });
});

function ofRun(span: ReturnType<Tracing['spans']>[number], run: string) {
  const attributes = { ...span.resource.attributes, 'assay.run.id': run };
  return Object.create(span, { resource: { value: { ...span.resource, attributes } } }) as typeof span;
}
