import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { type Span, SpanKind, trace } from '@opentelemetry/api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ToolDecisionSpanProcessor } from '../../src/index.ts';
import { instrumentClient, instrumentServer } from '../../src/mcp/index.ts';
import { recordOf } from '../sdk/call-span.ts';
import { deferred } from './support/deferred.ts';
import { inHostSpan, startTracing, type Tracing } from './support/tracing.ts';

/** A tool that says how it fares only when it is let go on; the client's span and the server's, while it runs. */
describe('a span of a call that somebody else ends', () => {
  let tracing: Tracing;
  let client: Client;
  let goOn: () => void;
  let reached: Promise<void>;
  let open: Span[];

  beforeEach(async () => {
    tracing = startTracing(undefined, [new ToolDecisionSpanProcessor()]);
    open = [];
    const arrival = deferred();
    const release = deferred();
    reached = arrival.promise;
    goOn = release.resolve;
    const server = instrumentServer(new McpServer({ name: 'github', version: '1' }));
    server.registerTool('add_deploy_key', {}, async () => {
      note();
      arrival.resolve();
      await release.promise;
      return { isError: true, content: [] };
    });
    client = instrumentClient(new Client({ name: 'agent', version: '1' }));
    const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
    const send = clientSide.send.bind(clientSide);
    await Promise.all([server.connect(serverSide), client.connect(clientSide)]);
    clientSide.send = (message, options) => {
      note();
      return send(message, options);
    };
  });
  afterEach(async () => {
    await client.close();
    await tracing.close();
  });

  function note(): void {
    const span = trace.getActiveSpan();
    if (span !== undefined) open.push(span);
  }

  function statuses(): string[] {
    return [SpanKind.CLIENT, SpanKind.SERVER].map(
      (kind) => recordOf(tracing.span('tools/call add_deploy_key', kind)).response.status,
    );
  }

  it('does not say how the call ended', async () => {
    const result = inHostSpan('agent', () => client.callTool({ name: 'add_deploy_key' }));
    await reached;
    expect(open).toHaveLength(2);
    for (const span of open) span.end();
    goOn();
    expect(await result).toMatchObject({ isError: true });
    expect(statuses()).toEqual(['unknown', 'unknown']);
  });

  it('says it where nobody does', async () => {
    const result = inHostSpan('agent', () => client.callTool({ name: 'add_deploy_key' }));
    await reached;
    goOn();
    await result;
    expect(statuses()).toEqual(['error', 'error']);
  });
});
