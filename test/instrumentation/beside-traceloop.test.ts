import { Client as Client2, InMemoryTransport as InMemoryTransport2 } from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport as InMemoryTransport1 } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server as Server1 } from '@modelcontextprotocol/sdk/server/index.js';
import { McpServer as McpServer1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { McpServer as McpServer2, Server as Server2 } from '@modelcontextprotocol/server';
import { trace } from '@opentelemetry/api';
import { McpInstrumentation } from '@traceloop/instrumentation-mcp';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { observeToolCalls, recordDecision, ToolDecisionSpanProcessor } from '../../src/index.ts';
import { instrumentClient, instrumentServer } from '../../src/mcp/index.ts';
import { exported } from '../mcp/support/exported.ts';
import { inHostSpan, startTracing, type Tracing } from '../mcp/support/tracing.ts';

/** The part of both majors that is used here: Traceloop wraps `request` of the first within ours, of the second around it. */
interface Session {
  callTool(call: { name: string; arguments?: object }): Promise<unknown>;
  close(): Promise<void>;
}
interface Sdk {
  readonly Client: new (info: object) => Session & { connect(transport: unknown): Promise<void> };
  readonly Server: unknown;
  readonly McpServer: new (
    info: object,
  ) => {
    readonly server: { ping(): Promise<unknown> };
    connect(transport: unknown): Promise<void>;
    registerTool(name: string, config: object, handler: (args: { fail?: boolean }) => unknown): unknown;
  };
  readonly InMemoryTransport: { createLinkedPair(): [Sending, Sending] };
}
interface Sending {
  send(...args: never[]): Promise<void>;
}

const SDKS = {
  '1.x': { Client: Client1, Server: Server1, McpServer: McpServer1, InMemoryTransport: InMemoryTransport1 },
  '2.x': { Client: Client2, Server: Server2, McpServer: McpServer2, InMemoryTransport: InMemoryTransport2 },
} as unknown as Record<'1.x' | '2.x', Sdk>;

const TOOL = 'add_deploy_key';
const ARGUMENTS = { owner: 'org', repo: 'prod', title: 'ci-key', read_only: false, key: 'k' };
const OURS = 'client assay-otel/mcp';
const THEIRS = 'client @traceloop/instrumentation-mcp';
const SERVER = 'server assay-otel/mcp';

let tracing: Tracing;
const traceloop = new McpInstrumentation();
beforeAll(() => {
  for (const { Client, Server } of Object.values(SDKS))
    traceloop.manuallyInstrument({ Client, Server } as never);
});
beforeEach(() => start());
afterEach(() => tracing.close());

function start(sampler?: unknown): void {
  tracing = startTracing(sampler, [new ToolDecisionSpanProcessor()]);
  traceloop.setTracerProvider(trace.getTracerProvider());
}

interface Ends {
  readonly client?: boolean;
  readonly server?: boolean;
  readonly onCall?: (server: { ping(): Promise<unknown> }) => unknown;
  readonly onSend?: () => void;
}

/** A client with its server, connected; either is instrumented by hand unless it is said otherwise. */
async function connected(sdk: Sdk, { client = true, server = true, onCall, onSend }: Ends = {}) {
  const made = new sdk.McpServer({ name: 'github', version: '1' });
  made.registerTool(
    TOOL,
    { inputSchema: z.object({ fail: z.boolean().optional() }).loose() },
    async ({ fail }) => {
      await onCall?.(made.server);
      return { content: [{ type: 'text', text: 'done' }], isError: fail === true };
    },
  );
  if (server) instrumentServer(made as never);
  const agent = new sdk.Client({ name: 'agent', version: '1' });
  if (client) instrumentClient(agent as never);
  const [near, far] = sdk.InMemoryTransport.createLinkedPair();
  await Promise.all([made.connect(far), agent.connect(near)]);
  const send = near.send.bind(near);
  near.send = (...args) => {
    onSend?.();
    return send(...args);
  };
  return agent;
}

const call = (agent: Session, args: object = {}) =>
  agent.callTool({ name: TOOL, arguments: { ...ARGUMENTS, ...args } });

/** Runs `action` as an agent's task; the records of all that was exported, told alike by whoever reads it. */
async function records(action: () => Promise<unknown>) {
  await inHostSpan('agent', action);
  const { runs, forwarded, records: told } = exported(tracing.spans());
  expect(forwarded.map(({ surface }) => surface)).toEqual(runs.map(({ surface }) => surface));
  expect(forwarded.map(({ index }) => index)).toEqual(runs.map(({ index }) => index));
  return told;
}

describe.each(['1.x', '2.x'] as const)('a client of the SDK %s that Traceloop wraps as well', (major) => {
  const sdk = SDKS[major];

  it('has one record of each call, of both sides, failed or not, one after the other or at once', async () => {
    const told = await records(async () => {
      // What the server asks of its client meanwhile goes through Traceloop's method as well.
      const agent = await connected(sdk, { onCall: (server) => server.ping() });
      await call(agent);
      await call(agent, { fail: true });
      await Promise.allSettled([call(agent), call(agent), agent.callTool({ name: 'none_such' })]);
      await agent.close();
    });
    expect(told).toEqual(Array(5).fill([OURS, THEIRS, SERVER]));
    const { runs } = exported(tracing.spans());
    expect(runs.map(({ health }) => [health.coverage.state, health.limits])).toEqual([['complete', []]]);
  });

  it('has one record of each call where nobody watches the server', async () => {
    const told = await records(async () => {
      const agent = await connected(sdk, { server: false });
      await Promise.all([call(agent), call(agent, { fail: true })]);
      await agent.close();
    });
    expect(told).toEqual(Array(2).fill([OURS, THEIRS]));
  });

  it('has one record of each call in all runs together where it was connected before the task', async () => {
    const agent = await connected(sdk);
    const told = await records(async () => {
      await call(agent);
      await call(agent, { fail: true });
    });
    await agent.close();
    expect(told).toHaveLength(2);
    expect(told.flat().filter((word) => word === SERVER)).toHaveLength(2);
    const after = exported(tracing.spans());
    expect(after.records).toHaveLength(2);
    // Of the session's own run no absence is claimed: it holds spans of calls.
    expect(after.runs.map(({ health }) => health.claims.no_tool_use)).not.toContain('allowed');
  });

  it('has two records where a call is tried again', async () => {
    const told = await records(async () => {
      const agent = await connected(sdk);
      for (const fail of [true, false]) await call(agent, { fail });
      await agent.close();
    });
    expect(told).toHaveLength(2);
  });

  it.each([
    ['both', {}, {}, 2],
    ['the outer one alone', {}, { client: false }, 2],
    ['the onward one alone', { client: false }, {}, 2],
    ['neither', { client: false }, { client: false }, 2],
  ] as const)(
    'has a record of its own beside a server’s onward call of the same tool, watched: %s',
    async (_, outer, onward, count) => {
      const told = await records(async () => {
        const behind = await connected(sdk, { server: false, ...onward });
        const agent = await connected(sdk, { server: false, ...outer, onCall: () => call(behind) });
        await call(agent);
        await agent.close();
        await behind.close();
      });
      expect(told).toHaveLength(count);
    },
  );

  it('has the word of a policy layer that was heard on the other span', async () => {
    await records(async () => {
      const agent = await connected(sdk, {
        onSend: () => {
          const span = trace.getActiveSpan();
          if (span) recordDecision(span, { effect: 'deny', source: 'policy', enforced: true });
        },
      });
      await call(agent);
      await agent.close();
    });
    const { runs } = exported(tracing.spans());
    const said = runs.flatMap(({ surface }) =>
      surface.observed_tool_decisions.map(({ decision }) => decision.effect),
    );
    expect(said).toEqual(['deny']);
  });
});

describe('a span of ours that is not exported', () => {
  it('leaves the record to the other one', async () => {
    await tracing.close();
    const shouldSample = (_: unknown, __: unknown, name: string) => ({
      decision: name.startsWith('tools/call') ? 1 : 2,
    });
    const sampler = observeToolCalls({ shouldSample, toString: () => 'some' } as never, { mode: 'record' });
    start(sampler);
    const told = await records(async () => {
      const agent = await connected(SDKS['1.x'], { server: false });
      await call(agent);
      await agent.close();
    });
    expect(told).toEqual([[THEIRS]]);
  });
});
