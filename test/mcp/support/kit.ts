/** One face over both majors of the SDK, so that a suite can run over each. */

export type Params = Record<string, unknown>;

export interface RequestOptions {
  readonly signal?: AbortSignal;
  readonly timeout?: number;
  readonly maxTotalTimeout?: number;
  readonly resetTimeoutOnProgress?: boolean;
  readonly onprogress?: (progress: unknown) => void;
}

/** What a handler gets beside the request, reduced to what both majors have. */
export interface HandlerExtra {
  readonly raw: unknown;
  readonly signal: AbortSignal;
  readonly id: unknown;
  readonly meta: Params | undefined;
  send(method: string, params?: Params): Promise<unknown>;
  notify(method: string, params: Params): Promise<void>;
}

export type Handler = (params: Params, extra: HandlerExtra) => unknown;

export interface Transport {
  onmessage?: (message: Message, extra?: unknown) => void;
  onclose?: () => void;
  start(): Promise<void>;
  send(message: Message, options?: unknown): Promise<void>;
  close(): Promise<void>;
}

export interface Message {
  readonly jsonrpc: '2.0';
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Params;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** The part of `Client` and `Server` that the suites use as it stands. */
export interface Peer {
  connect(transport: unknown, options?: RequestOptions): Promise<void>;
  close(): Promise<void>;
  fallbackRequestHandler?: unknown;
  onerror?: ((error: Error) => void) | undefined;
  readonly transport?: unknown;
}
export interface ClientPeer extends Peer {
  request(...args: never[]): Promise<unknown>;
  getServerVersion(): unknown;
  listTools(): Promise<unknown>;
  ping(): Promise<unknown>;
}
export interface ServerPeer extends Peer {
  request(...args: never[]): Promise<unknown>;
  getClientVersion(): unknown;
  ping(): Promise<unknown>;
}

export interface Kit {
  readonly major: '1.x' | '2.x';
  readonly negotiated: string;
  client(): ClientPeer;
  /** A low-level server with the capabilities for tools, prompts, resources. */
  server(): ServerPeer;
  linkedPair(): [Transport, Transport];
  handle(peer: ClientPeer | ServerPeer, method: string, handler: Handler): void;
  callTool(client: ClientPeer, params: Params, options?: RequestOptions): Promise<unknown>;
  /** Any request, any result. */
  request(
    peer: ClientPeer | ServerPeer,
    request: { method: string; params?: Params },
    options?: RequestOptions,
  ): Promise<unknown>;
  protocolError(code: number): Error;
}

/** Connects both ends in memory. */
export async function connect(kit: Kit, client: ClientPeer, server: ServerPeer): Promise<void> {
  const [clientSide, serverSide] = kit.linkedPair();
  await Promise.all([server.connect(serverSide), client.connect(clientSide)]);
}
