import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { SpanKind, trace } from '@opentelemetry/api';

export interface Loopback {
  readonly url: URL;
  close(): Promise<void>;
}

/** A real HTTP server on loopback, each request inside a span of its own as an HTTP instrumentation makes one. */
export async function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<Loopback> {
  const server = createServer((request, response) => {
    const name = `${request.method} /mcp`;
    void trace.getTracer('http').startActiveSpan(name, { kind: SpanKind.SERVER }, async (span) => {
      response.on('close', () => span.end());
      await handle(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}/mcp`),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The same for a handler of web requests. */
export function listenWeb(handle: (request: Request) => Promise<Response>): Promise<Loopback> {
  return listen(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = chunks.length === 0 ? null : Buffer.concat(chunks);
    const headers = new Headers(incoming.headers as Record<string, string>);
    const abort = new AbortController();
    outgoing.on('close', () => abort.abort());
    const url = `http://${incoming.headers.host}${incoming.url}`;
    const method = incoming.method ?? 'GET';
    const response = await handle(new Request(url, { method, headers, body, signal: abort.signal }));
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    if (response.body === null) outgoing.end();
    else Readable.fromWeb(response.body as ReadableStream).pipe(outgoing);
  });
}
