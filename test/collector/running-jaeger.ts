import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { type Child, start } from './child.ts';
import { freeAddresses } from './free-address.ts';

/** A Jaeger that keeps traces in memory. */
interface RunningJaeger extends Child {
  /** Where it takes OTLP/gRPC, `host:port`. */
  readonly grpc: string;
  /** What its API says of a trace: OTLP/JSON within `result`, or why there is none. */
  trace(id: string): Promise<string>;
}

export async function startJaeger(): Promise<RunningJaeger> {
  const [grpc = '', query = '', queryGrpc = '', health = ''] = await freeAddresses(4);
  const jaeger = await start({
    path: inject('peers').jaeger,
    args: [`--config=${fileURLToPath(new URL('../../scripts/peers/jaeger.yaml', import.meta.url))}`],
    cwd: tmpdir(),
    env: { OTLP_GRPC: grpc, QUERY_HTTP: query, QUERY_GRPC: queryGrpc, HEALTH: health },
    ready: 'Everything is ready.',
  });
  return {
    ...jaeger,
    grpc,
    async trace(id) {
      // Raw: without it Jaeger leaves out what it takes for a repetition, and mends clocks.
      const response = await fetch(`http://${query}/api/v3/traces/${id}?raw_traces=true`);
      return response.text();
    },
  };
}
