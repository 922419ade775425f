import { diag } from '@opentelemetry/api';
import { attestInstrumentation } from '../emitter/attest.ts';
import { VERSION } from '../version.ts';
import { attempt } from './attempt.ts';
import {
  type Endpoint,
  endpointOf,
  type InstrumentableClient,
  type InstrumentableServer,
} from './endpoint.ts';
import { followListings } from './follow-listings.ts';
import { field } from './foreign.ts';
import { traceIncoming } from './incoming.ts';
import { traceOutgoing } from './outgoing.ts';
import { SCOPE } from './request-span.ts';

/** Shared by every copy of this package, so that twice instrumented is once instrumented. */
const INSTRUMENTED = Symbol.for('assay-otel.mcp.instrumented');

/**
 * Instruments one `Client` of the official MCP SDK, 1.x or 2.x, connected or not: CLIENT spans for what it
 * sends, SERVER spans for what it is asked (sampling, elicitation, roots), trace context in `_meta`, and tool
 * arguments handed over beside the span, with the digest of the tools that the connection listed, where all of them
 * were (docs/record.md). Returns the same object. Never throws: an object whose shape is not
 * known is left as it is, said through `diag`, and vouches for nothing.
 *
 * @example const client = instrumentClient(new Client({ name: 'agent', version: '1.0.0' }));
 */
export function instrumentClient<C extends InstrumentableClient>(client: C): C {
  instrument(client, 'client');
  return client;
}

/**
 * Instruments one `Server` or `McpServer` of the official MCP SDK, 1.x or 2.x, connected or not, whatever
 * handlers it has or will have: SERVER spans for what it is asked, CLIENT spans for what it asks its client.
 * Returns the same object; fails as {@link instrumentClient} does.
 *
 * @example const server = instrumentServer(new McpServer({ name: 'files', version: '1.0.0' }));
 */
export function instrumentServer<S extends InstrumentableServer>(server: S): S {
  const inner = attempt(() => field(server, 'server'));
  instrument(typeof inner === 'object' && inner !== null ? inner : server, 'server');
  return server;
}

function instrument(target: object, vantage: Endpoint['vantage']): void {
  attempt(() => {
    if (Object.hasOwn(target, INSTRUMENTED)) return;
    const endpoint = endpointOf(target, vantage);
    if (endpoint === undefined) {
      diag.warn(
        `assay-otel/mcp: not a ${vantage} of an MCP SDK version that is known here; it is not instrumented`,
      );
      return;
    }
    Object.defineProperty(target, INSTRUMENTED, { value: true });
    traceIncoming(endpoint);
    traceOutgoing(endpoint);
    attempt(() => followListings(endpoint));
    attestInstrumentation({ scope: SCOPE, version: VERSION, vantage, basis: 'installed', covers: 'object' });
  });
}
