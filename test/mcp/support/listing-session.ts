import { SpanKind } from '@opentelemetry/api';
import { afterEach, beforeEach } from 'vitest';
import { ToolDecisionSpanProcessor } from '../../../src/index.ts';
import { instrumentClient, instrumentServer } from '../../../src/mcp/index.ts';
import { ADD_KEY, PING } from '../../manifest/tools.ts';
import { type ClientPeer, connect, type Kit, type Params, type ServerPeer } from './kit.ts';
import { startTracing, type Tracing } from './tracing.ts';

let tracing: Tracing;
const open: { close(): Promise<void> }[] = [];

/** The real processor for each test of a file, and an end of every connection that it made. */
export function observeSessions(): void {
  beforeEach(() => {
    tracing = startTracing(undefined, [new ToolDecisionSpanProcessor()]);
  });
  afterEach(async () => {
    for (const peer of open.splice(0)) await peer.close();
    await tracing.close();
  });
}

/** Has them closed after the test. */
export function closing(...peers: readonly { close(): Promise<void> }[]): void {
  open.push(...peers);
}

/** The record of the last span of that kind, as its bytes stand in the event. */
export function recordOf(kind: SpanKind): { readonly server: Record<string, unknown> } {
  const span = tracing.spans('tools/call ping').findLast((found) => found.kind === kind);
  const event = span?.events.find(({ name }) => name === 'assay.tool_decision');
  return JSON.parse(String(event?.attributes?.['assay.record']));
}

export interface Session {
  readonly client: ClientPeer;
  readonly server: ServerPeer;
  /** What the records of one more call say: of the client's span, and of the server's. */
  call(): Promise<readonly unknown[]>;
  list(params?: Params): Promise<unknown>;
  /** Lets what was sent arrive. */
  settle(): Promise<void>;
}

export async function session(
  kit: Kit,
  answer: (params: Params) => unknown,
  serverKit: Kit = kit,
  server: ServerPeer = serverKit.server(),
): Promise<Session> {
  const client = instrumentClient(kit.client());
  instrumentServer(server);
  serverKit.handle(server, 'tools/list', answer);
  serverKit.handle(server, 'tools/call', () => ({ content: [] }));
  await connect(serverKit, client, server);
  open.push(client, server);
  return sessionOf(kit, client, server);
}

export function sessionOf(kit: Kit, client: ClientPeer, server: ServerPeer): Session {
  return {
    client,
    server,
    async call() {
      await kit.request(client, { method: 'tools/call', params: { name: 'ping' } });
      return [SpanKind.CLIENT, SpanKind.SERVER].map((kind) => recordOf(kind).server.declared_manifest_digest);
    },
    list: (params) => kit.request(client, { method: 'tools/list', ...(params && { params }) }),
    settle: async () => void (await client.ping()),
  };
}

export const notify = (server: ServerPeer, notification: object) =>
  (server as unknown as { notification(notification: object): Promise<void> }).notification(notification);

const PAGES: Record<string, unknown> = {
  first: { tools: [PING], nextCursor: 'second' },
  second: { tools: [], nextCursor: '' },
  '': { tools: [ADD_KEY, PING] },
};
export const paged = ({ cursor = 'first' }: Params) => PAGES[cursor as string];
export const whole = () => ({ tools: [ADD_KEY, PING] });
