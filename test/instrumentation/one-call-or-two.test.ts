import { Client as Client2, InMemoryTransport as InMemoryTransport2 } from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport as InMemoryTransport1 } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer as McpServer1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { McpServer as McpServer2 } from '@modelcontextprotocol/server';
import { trace } from '@opentelemetry/api';
import * as Sentry from '@sentry/node';
import { McpInstrumentation } from '@traceloop/instrumentation-mcp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ToolDecisionSpanProcessor } from '../../src/index.ts';
import { instrumentClient, instrumentServer } from '../../src/mcp/index.ts';
import { exported } from '../mcp/support/exported.ts';
import { inHostSpan, startTracing, type Tracing } from '../mcp/support/tracing.ts';

const OURS = 'client assay-otel/mcp';
const THEIRS = 'client @traceloop/instrumentation-mcp';
const SERVER = 'server assay-otel/mcp';
const SENTRY = 'internal @sentry/node';

let tracing: Tracing;
const traceloop = new McpInstrumentation();
beforeAll(() => {
  tracing = startTracing(undefined, [new ToolDecisionSpanProcessor()]);
  traceloop.setTracerProvider(trace.getTracerProvider());
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

type Watch = 'ours' | 'theirs' | 'both' | 'nobody';

/** Of one major: the clients that Traceloop wraps are of a class of their own, so that others are not. */
function sdkOf(
  Client: typeof Client1,
  McpServer: typeof McpServer1,
  InMemoryTransport: typeof InMemoryTransport1,
) {
  class Wrapped extends Client {}
  // Traceloop patches what it finds on the prototype itself.
  for (const key of ['connect', 'request', 'close'] as const) {
    const inherited = Client.prototype[key] as (...args: unknown[]) => unknown;
    const value = function (this: unknown, ...args: unknown[]): unknown {
      return Reflect.apply(inherited, this, args);
    };
    Object.defineProperty(Wrapped.prototype, key, { value, configurable: true, writable: true });
  }
  const server = (name: string, handler: () => unknown = () => undefined): McpServer1 => {
    const made = new McpServer({ name, version: '1' });
    made.registerTool('search', { inputSchema: z.object({}).loose() }, async () => {
      await handler();
      return { content: [{ type: 'text', text: 'found' }] };
    });
    return made;
  };
  const client = async (watch: Watch, behind: McpServer1, onSend?: () => void): Promise<Client1> => {
    const info = { name: 'agent', version: '1' };
    const made = watch === 'theirs' || watch === 'both' ? new Wrapped(info) : new Client(info);
    if (watch === 'ours' || watch === 'both') instrumentClient(made as never);
    const [near, far] = InMemoryTransport.createLinkedPair();
    await Promise.all([behind.connect(far), made.connect(near)]);
    const send = near.send.bind(near);
    near.send = (...args) => {
      onSend?.();
      return send(...args);
    };
    return made;
  };
  return { Wrapped, server, client };
}

const one = sdkOf(Client1, McpServer1, InMemoryTransport1);
const two = sdkOf(Client2 as never, McpServer2 as never, InMemoryTransport2 as never);
beforeAll(() => {
  for (const { Wrapped } of [one, two]) traceloop.manuallyInstrument({ Client: Wrapped } as never);
});

const search = (client: Client1) => client.callTool({ name: 'search', arguments: {} });

/** Runs `action` as an agent's task; the records of all that was exported. */
async function records(action: () => Promise<unknown>): Promise<readonly (readonly string[])[]> {
  await inHostSpan('agent', action);
  return [...exported(tracing.spans()).records].sort();
}

describe.each([
  ['1.x', one],
  ['2.x', two],
] as const)('calls of one tool of clients of the SDK %s', (_major, sdk) => {
  it.each<readonly [Watch, Watch]>([
    ['ours', 'theirs'],
    ['theirs', 'ours'],
    ['both', 'theirs'],
    ['theirs', 'both'],
    ['both', 'ours'],
    ['ours', 'both'],
  ])('have a record each, sent in one go by one that is watched by %s and one by %s', async (a, b) => {
    const told = await records(async () => {
      const clients = [await sdk.client(a, sdk.server('a')), await sdk.client(b, sdk.server('b'))];
      await Promise.all(clients.map(search));
      await Promise.all(clients.map((client) => client.close()));
    });
    const spans = { ours: [OURS], theirs: [THEIRS], both: [OURS, THEIRS], nobody: [] };
    expect(told).toEqual([spans[a], spans[b]].sort());
  });

  it('have a record each, hundreds at once of several clients', async () => {
    const told = await records(async () => {
      const watched: Watch[] = ['ours', 'theirs', 'both'];
      const clients = await Promise.all(watched.map((watch) => sdk.client(watch, sdk.server(watch))));
      await Promise.all(Array.from({ length: 100 }, () => clients.map(search)).flat());
      await Promise.all(clients.map((client) => client.close()));
    });
    const ofEach = [[THEIRS], [OURS], [OURS, THEIRS]];
    expect(told).toEqual(ofEach.flatMap((spans) => Array(100).fill(spans)));
  });

  it.each<readonly [Watch, Watch]>([
    ['ours', 'theirs'],
    ['both', 'ours'],
    ['both', 'theirs'],
    ['both', 'both'],
  ])(
    'have a record each where a transport makes one: a client watched by %s, one by %s',
    async (outer, inner) => {
      const told = await records(async () => {
        const behind = await sdk.client(inner, sdk.server('behind'));
        const made: Promise<unknown>[] = [];
        let isCalling = false;
        const agent = await sdk.client(outer, sdk.server('front'), () => {
          if (!isCalling) return;
          isCalling = false;
          made.push(search(behind));
        });
        isCalling = true;
        await search(agent);
        await Promise.all(made);
        await agent.close();
        await behind.close();
      });
      expect(told).toHaveLength(2);
    },
  );

  it('have a record each where one is sent twice at once within what is watched', async () => {
    const told = await records(async () => {
      const agent = await sdk.client('theirs', sdk.server('front'));
      const request = agent.request.bind(agent) as (...args: unknown[]) => Promise<unknown>;
      const twice = (...args: unknown[]) => Promise.race([request(...args), request(...args)]);
      Object.assign(agent, { request: twice });
      instrumentClient(agent);
      await search(agent);
      await agent.close();
    });
    expect(told.flat().filter((span) => span === THEIRS)).toHaveLength(2);
    expect(told.length).toBeGreaterThanOrEqual(2);
  });

  it.each([
    ['nobody else', (server: McpServer1) => server],
    ['us', (server: McpServer1) => instrumentServer(server)],
  ] as const)('have a record each below a server that Sentry wraps, and %s', async (_, wrap) => {
    const told = await records(async () => {
      const behind = await sdk.client('nobody', instrumentServer(sdk.server('behind')));
      // Both requests have the same id, tool and method.
      const front = wrap(Sentry.wrapMcpServerWithSentry(sdk.server('front', () => search(behind))));
      const agent = await sdk.client('ours', front);
      await search(agent);
      await agent.close();
      await behind.close();
    });
    expect(told).toEqual([[OURS, SENTRY], [SERVER]]);
  });
});
