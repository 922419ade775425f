import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BatchTaker, Forward } from '../batch/batch-taker.ts';
import { VIA } from '../forward/via.ts';
import type { LiveRuns } from '../live-runs.ts';
import type { Metrics } from '../metrics.ts';
import { passing, Refusal } from '../refusal.ts';
import { runLine, runsPage } from '../runs-page.ts';
import type { ServeLimits } from '../serve-limits.ts';
import { exportAnswer, type Signal, send } from './answer.ts';
import type { BearerToken } from './bearer-token.ts';
import { ByteBudget } from './byte-budget.ts';
import { encodingOf, MEDIA_TYPE } from './media-type.ts';
import { inflaterOf, readBody } from './read-body.ts';

export interface RoutesOptions {
  readonly runs: LiveRuns;
  readonly batches: BatchTaker;
  readonly metrics: Metrics;
  readonly limits: ServeLimits;
  readonly token: BearerToken | undefined;
  /** Whether only this machine can reach the receiver. */
  readonly isLoopback: boolean;
  /** Whether batches are taken: not while it starts or stops. */
  readonly isReady: () => boolean;
  /** Gets what was read of a batch that was taken, and by which receivers they came. */
  readonly forward?: (via: string) => Forward | undefined;
}

const TEXT = 'text/plain; charset=utf-8';
const METRICS_TEXT = 'text/plain; version=0.0.4; charset=utf-8';

/** What each path answers. */
export class Routes {
  readonly #options: RoutesOptions;
  readonly #budget: ByteBudget;
  #busy = 0;

  constructor(options: RoutesOptions) {
    this.#options = options;
    this.#budget = new ByteBudget(options.limits.heldBytes);
  }

  /** Bytes of bodies that are held. */
  get heldBytes(): number {
    return this.#budget.held;
  }

  /** @throws {Refusal} for whatever is not answered as it was meant. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { host, pathname, query } = addressOf(request);
    const path =
      PATHS.find((one) => one === pathname) ?? (pathname.startsWith('/runs/') ? '/runs/{id}' : 'other');
    response.once('close', () => {
      const status = response.headersSent ? String(response.statusCode) : 'none';
      this.#options.metrics.add('assay_otel_serve_requests_total', { path, status });
    });
    if (path === 'other')
      throw new Refusal(404, 'not_found', `Expected one of ${PATHS.join(', ')}, got another path`);
    expectMethod(request, path.startsWith('/v1/') ? 'POST' : 'GET');
    if (path === '/healthz') send(response, 200, TEXT, 'ok\n');
    else if (path === '/readyz') this.#readyz(response);
    else {
      const { token, isLoopback } = this.#options;
      token?.check(request.headers.authorization);
      // A page of the web can make a browser believe that its own name is this machine's.
      if (isLoopback && token === undefined && path !== '/metrics') expectLoopbackName(host);
      if (path === '/v1/traces') await this.#export(request, response, 'traces');
      else if (path === '/v1/logs') await this.#export(request, response, 'logs');
      else this.#show(response, path, pathname, query);
    }
  }

  /** Why `/readyz` says 503, undefined where it does not. Batches are tried while a disk takes nothing: it may again. */
  get unready(): string | undefined {
    const { isReady, runs } = this.#options;
    if (!isReady()) return 'it is starting, stopping or without its data';
    if (runs.isFull) return 'too many runs wait for the output';
    return runs.failing === undefined ? undefined : `the last write to the ${runs.failing} failed`;
  }

  #readyz(response: ServerResponse): void {
    const why = this.unready;
    if (why === undefined) send(response, 200, TEXT, 'ready\n');
    else send(response, 503, TEXT, `not ready: ${why}\n`);
  }

  #show(response: ServerResponse, path: string, pathname: string, query: URLSearchParams): void {
    const { runs, metrics } = this.#options;
    if (path === '/metrics') {
      send(response, 200, METRICS_TEXT, metrics.text());
      return;
    }
    const id = path === '/runs' ? query.get('id') : runIdIn(pathname);
    const text = id === null ? runsPage(runs, query) : runLine(runs, id);
    send(response, 200, MEDIA_TYPE.json, text);
  }

  async #export(request: IncomingMessage, response: ServerResponse, signal: Signal): Promise<void> {
    const { batches, limits, forward } = this.#options;
    const encoding = encodingOf(request.headers['content-type']);
    const inflater = inflaterOf(request.headers['content-encoding']);
    const lease = this.#budget.lease();
    let isCounted = false;
    try {
      this.#expectRoom();
      const body = await readBody(request, inflater, limits, lease);
      this.#expectRoom();
      this.#busy += 1;
      isCounted = true;
      const via = request.headers[VIA];
      const rejected = await batches.take(body, signal, encoding, forward?.(String(via ?? '')));
      send(response, 200, MEDIA_TYPE[encoding], exportAnswer(signal, encoding, rejected));
    } finally {
      if (isCounted) this.#busy -= 1;
      lease.release();
      inflater?.destroy();
    }
  }

  /** @throws {Refusal} 503 while batches are not taken, 429 where too many wait already. */
  #expectRoom(): void {
    const { isReady, runs, limits } = this.#options;
    if (!isReady()) {
      throw passing(
        'not_ready',
        'Expected a receiver that runs, but it is starting, stopping or without its data; send it again later',
      );
    }
    if (runs.isFull) {
      throw passing(
        'output_behind',
        'Expected the output to take surfaces, but too many wait; send it again later',
        5,
      );
    }
    if (this.#busy >= limits.requests) {
      throw new Refusal(429, 'too_many_requests', 'Expected fewer requests at once; send it again later', {
        retryAfter: 1,
      });
    }
  }
}

const PATHS = ['/v1/traces', '/v1/logs', '/runs', '/healthz', '/readyz', '/metrics'] as const;

/**
 * Path and query as they stand: whatever stands before this receiver and lets some paths through has compared them as they
 * stand, too. In its absolute form an address names the host itself.
 *
 * @throws {Refusal} 400.
 */
function addressOf({ url = '', headers }: IncomingMessage) {
  const [, host = headers.host, pathname, query] = ADDRESS.exec(url) ?? [];
  if (pathname === undefined)
    throw new Refusal(400, 'bad_address', 'Expected a path, got an address that cannot be read');
  return { host, pathname, query: new URLSearchParams(query) };
}

const ADDRESS = /^(?:https?:\/\/([^/?#]*))?(\/[^?#]*)(?:\?([^#]*))?$/i;

function expectMethod({ method }: IncomingMessage, expected: 'GET' | 'POST'): void {
  if (method === expected) return;
  throw new Refusal(405, 'method', `Expected ${expected}, got another method`, {
    headers: { allow: expected },
  });
}

function runIdIn(pathname: string): string {
  try {
    return decodeURIComponent(pathname.slice('/runs/'.length));
  } catch {
    throw new Refusal(
      400,
      'bad_address',
      'Expected a run id in URL encoding, got one that cannot be decoded',
    );
  }
}

const LOOPBACK_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

function expectLoopbackName(host: string | undefined): void {
  if (host !== undefined && LOOPBACK_NAME.test(host)) return;
  throw new Refusal(
    421,
    'bad_address',
    'Expected `Host` to be localhost or a loopback address; set a token to use another name',
  );
}
