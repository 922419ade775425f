import { afterEach } from 'vitest';
import type { EmittedRun } from '../../src/aggregator/emitted-run.ts';
import { factReader } from '../../src/cli/read-fact.ts';
import { logFactReader } from '../../src/cli/read-log-fact.ts';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import type { WriteResult } from '../../src/serve/outlet.ts';
import { Receiver, type ReceiverOptions } from '../../src/serve/receiver.ts';
import { DEFAULT_SERVE_LIMITS, type ServeLimits } from '../../src/serve/serve-limits.ts';

type Options = Partial<Omit<ReceiverOptions, 'limits'>> & { readonly limits?: Partial<ServeLimits> };

const running = new Set<{ readonly stop: () => Promise<boolean> }>();
afterEach(async () => {
  for (const one of [...running]) await one.stop();
});

/** A receiver in this process, on a port of its own, with all that it wrote and said. */
export async function receiving({ limits, ...options }: Options = {}) {
  const written: EmittedRun[] = [];
  const said: string[] = [];
  const write = async (run: EmittedRun): Promise<WriteResult> => {
    written.push(run);
    return 'written';
  };
  const { receiver, port } = await Receiver.start({
    host: '127.0.0.1',
    port: 0,
    isLoopback: true,
    limits: { ...DEFAULT_SERVE_LIMITS, stopTime: 2_000, drainTime: 4_000, ...limits },
    idle: 600_000,
    grace: 600_000,
    allRuns: false,
    runKey: undefined,
    heapLimit: 1_000_000_000,
    token: undefined,
    tls: undefined,
    data: undefined,
    forward: undefined,
    readSpan: factReader({ toolSpans: 'mcp' }),
    readLogEvent: logFactReader({}),
    write,
    gone: () => {},
    say: (line) => said.push(line),
    ...options,
  });
  const url = `${options.tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`;
  const one = {
    url,
    port,
    written,
    said,
    /** Gives whether all that was open could be written. */
    stop: async () => {
      const isRunning = running.delete(one);
      return isRunning ? receiver.stop() : true;
    },
    get: (path: string, headers: Readonly<Record<string, string>> = {}) =>
      fetch(`${url}${path}`, { headers }),
    post: (body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}, path = '/v1/traces') =>
      fetch(`${url}${path}`, {
        method: 'POST',
        body: body as NonNullable<RequestInit['body']>,
        headers: { 'content-type': 'application/json', ...headers },
      }),
    /** The value of a line of `/metrics`; 0 where it is not there. */
    metric: async (series: string): Promise<number> => {
      const text = await (await fetch(`${url}/metrics`)).text();
      const line = text.split('\n').find((candidate) => candidate.startsWith(`${series} `));
      return Number(line?.slice(series.length + 1) ?? 0);
    },
  };
  running.add(one);
  return one;
}

export const PROTOBUF = { 'content-type': 'application/x-protobuf' };
export const GZIP = { 'content-encoding': 'gzip' };

/** What of a run must be the same however its spans came. */
export function documentsOf({
  surface,
  health,
  index,
}: Pick<EmittedRun, 'surface' | 'health' | 'index'>): string {
  return canonicalJson({ surface, health, index });
}

/** What a receiver makes of these bodies that nothing happens to. */
export async function uninterrupted(...bodies: readonly string[]): Promise<string[]> {
  const one = await receiving();
  for (const body of bodies) await one.post(body);
  await one.stop();
  return one.written.map(documentsOf);
}

const LIMIT = 20_000;

/** Waits for something that happens on its own; `what` is for who reads the failure. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const limit = AbortSignal.timeout(LIMIT);
  while (!(await holds())) {
    if (limit.aborted) throw new Error(`Expected ${what} within ${LIMIT} ms`);
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
}
