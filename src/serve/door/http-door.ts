import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Metrics } from '../metrics.ts';
import { passing, Refusal, type RefusalReason } from '../refusal.ts';
import type { ServeLimits } from '../serve-limits.ts';
import { refuse } from './answer-refusal.ts';
import { MEDIA_TYPE } from './media-type.ts';

/** PEM texts. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

export interface HttpDoorOptions {
  readonly limits: ServeLimits;
  readonly tls: TlsFiles | undefined;
  readonly metrics: Metrics;
  /** @throws {Refusal} for whatever is not answered as it was meant. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;
  /** Told of each request that was not taken. */
  readonly refused: (reason: RefusalReason) => void;
  /** Told of an error that nobody expected, by its name. */
  readonly failed: (name: string) => void;
}

/** Between two requests on one connection: longer than most clients keep one. */
const KEEP_ALIVE = 65_000;
/** Between two looks at which requests are overdue. */
const CHECK = 1_000;

/** The HTTP server: connections, time limits, and answers for what is no request at all. */
export class HttpDoor {
  readonly #options: HttpDoorOptions;
  readonly #server: Server;
  #isClosing = false;
  /** Connections that end with a request that was refused: how they end is no further one. */
  readonly #told = new WeakSet<Socket>();
  /** The request of each connection that came last, by its answer. */
  readonly #answers = new WeakMap<Socket, ServerResponse>();

  constructor(options: HttpDoorOptions) {
    this.#options = options;
    const { limits, tls } = options;
    const times = {
      requestTimeout: limits.requestTime,
      headersTimeout: limits.requestTime,
      keepAliveTimeout: KEEP_ALIVE,
      connectionsCheckingInterval: CHECK,
    };
    this.#server = tls === undefined ? createServer(times) : createTlsServer({ ...times, ...tls });
    this.#server.maxConnections = limits.connections;
    // Whoever takes no answer either.
    this.#server.timeout = KEEP_ALIVE + limits.requestTime;
    this.#server.on('request', (request, response) => void this.#take(request, response));
    this.#server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) =>
      this.#takeGarbage(error, socket),
    );
    this.#server.on('drop', () => options.refused('too_many_requests'));
    this.#server.on('tlsClientError', () => options.refused('not_http'));
  }

  /** Gives the port. @throws {Error} of the system. */
  listen(host: string, port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, () => {
        this.#server.off('error', reject);
        const address = this.#server.address();
        resolve(typeof address === 'object' && address !== null ? address.port : port);
      });
    });
  }

  /** Takes no more, waits for what is under way for at most `limits.stopTime`, and ends every connection. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const closed = new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
    this.#server.closeIdleConnections();
    const timer = setTimeout(() => this.#server.closeAllConnections(), this.#options.limits.stopTime);
    await closed;
    clearTimeout(timer);
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // What breaks off is known by the request; the answer to it has nobody to go to.
    response.on('error', () => {});
    request.on('error', () => {});
    this.#answers.set(request.socket, response);
    try {
      if (this.#isClosing) {
        response.setHeader('connection', 'close');
        throw passing('not_ready', 'Expected a receiver that runs, but it is stopping; send it again later');
      }
      await this.#options.handle(request, response);
    } catch (error) {
      this.#refuse(request, response, error);
    }
  }

  #refuse(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    const refusal = error instanceof Refusal ? error : UNEXPECTED;
    // Its name alone: a message may quote what was read.
    if (refusal === UNEXPECTED) this.#options.failed(error instanceof Error ? error.name : typeof error);
    if (!this.#told.has(request.socket)) this.#options.refused(refusal.reason);
    // What of it still comes is not looked at, and its connection ends with it.
    if (!request.complete) this.#told.add(request.socket);
    if (response.headersSent) response.destroy();
    else refuse(response, refusal, isProtobuf(request) ? 'protobuf' : 'json');
  }

  /** What is no HTTP, too long a head, too slow, or goes away. A slow sender may try again, so it is told that it may. */
  #takeGarbage({ code }: NodeJS.ErrnoException, socket: Socket): void {
    const isSlow = code === 'ERR_HTTP_REQUEST_TIMEOUT';
    const reason = isSlow ? 'too_slow' : code === 'HPE_INVALID_EOF_STATE' ? 'gone' : 'not_http';
    // A connection that is reset may have been idle; a request that was under way on it says so itself.
    if (!this.#told.has(socket) && code !== 'ECONNRESET') this.#options.refused(reason);
    this.#told.add(socket);
    const answer = this.#answers.get(socket);
    if (answer?.req.complete === true && !answer.writableFinished) {
      // It comes behind a request that is whole: what is said of it would pass for the answer to that.
      answer.once('close', () => socket.destroy());
      return;
    }
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const line = isSlow
      ? '503 Service Unavailable\r\nRetry-After: 1'
      : code === 'HPE_HEADER_OVERFLOW'
        ? '431 Request Header Fields Too Large'
        : '400 Bad Request';
    socket.end(`HTTP/1.1 ${line}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy());
  }
}

const UNEXPECTED = passing(
  'unexpected',
  'Expected to take the request, but it failed; send it again later',
  5,
);

function isProtobuf({ headers }: IncomingMessage): boolean {
  return headers['content-type']?.toLowerCase().startsWith(MEDIA_TYPE.protobuf) === true;
}
