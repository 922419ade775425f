import { diag, trace } from '@opentelemetry/api';
import { attestInstrumentation } from '../emitter/attest.ts';
import { withdrawProcessCoverage } from '../emitter/process-coverage.ts';
import { VERSION } from '../version.ts';
import { attempt } from './attempt.ts';
import {
  type Endpoint,
  endpointOf,
  type InstrumentableClient,
  type InstrumentableServer,
  type Source,
} from './endpoint.ts';
import { followListings } from './follow-listings.ts';
import { field } from './foreign.ts';
import { traceIncoming } from './incoming.ts';
import { traceOutgoing } from './outgoing.ts';
import { SCOPE } from './request-span.ts';

/** Shared by every copy of this package, so that twice instrumented is once instrumented. */
const INSTRUMENTED = Symbol.for('assay-otel.mcp.instrumented');

/** On the prototype of a class of which every object is instrumented, whoever makes it. */
export const PATCHED_CLASS = Symbol.for('assay-otel.mcp.class');

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

/** What an instrumented object carries, for every copy of this package: earlier ones left `true`. */
interface Mark {
  /** The application itself asked for it: nobody else turns it off. */
  wantedByHand?(): void;
}

const BY_HAND: Source = { tracer: () => trace.getTracer(SCOPE, VERSION), isEnabled: () => true };

function instrument(target: object, vantage: Endpoint['vantage']): void {
  const isOneOfAll = attempt(() => {
    const mark = markOf(target);
    if (mark !== undefined) {
      mark.wantedByHand?.();
      return true;
    }
    if (instrumentObject(target, vantage, BY_HAND)) return PATCHED_CLASS in target;
    diag.warn(
      `assay-otel/mcp: not a ${vantage} of an MCP SDK version that is known here; it is not instrumented`,
    );
    return false;
  });
  // It is not watched, or of a class that nobody patched: then of its other objects nothing is seen.
  if (isOneOfAll !== true) attempt(() => withdrawProcessCoverage(SCOPE, vantage));
}

/** Whether this object is instrumented, by whatever copy of this package. */
export function isInstrumented(target: object): boolean {
  return markOf(target) !== undefined;
}

function markOf(target: object): Mark | undefined {
  return Object.getOwnPropertyDescriptor(target, INSTRUMENTED)?.value;
}

/**
 * Instruments one object for `source`. False where its shape is not known: then it stays as it was. May throw.
 */
export function instrumentObject(target: object, vantage: Endpoint['vantage'], source: Source): boolean {
  const endpoint = endpointOf(target, vantage, source);
  if (endpoint === undefined) return false;
  markInstrumented(target, endpoint);
  traceIncoming(endpoint);
  traceOutgoing(endpoint);
  attempt(() => followListings(endpoint));
  attestObject(vantage);
  return true;
}

/** From here on nobody instruments this object again. */
export function markInstrumented(target: object, endpoint: Endpoint): void {
  const mark: Mark = {
    wantedByHand() {
      const { source } = endpoint;
      endpoint.source = { tracer: () => source.tracer(), isEnabled: () => true };
    },
  };
  Object.defineProperty(target, INSTRUMENTED, { value: mark });
}

/** An object was instrumented. */
export function attestObject(vantage: Endpoint['vantage']): void {
  attestInstrumentation({ scope: SCOPE, version: VERSION, vantage, basis: 'installed', covers: 'object' });
}
