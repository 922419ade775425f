import { type Link, ROOT_CONTEXT, type Span, type SpanContext, type Tracer, trace } from '@opentelemetry/api';
import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer';
import { vi } from 'vitest';
import type { SdkReadableSpan } from '../../src/span/sdk-span.ts';
import { type Exporter, memoryExporter, type Processor, provider } from '../sdk/line.ts';
import { type Attributes, type FilledCase, isList, type Value } from './filled.ts';

type Package = typeof import('../../src/index.ts');

/** What stands between the spans of an application and what leaves: `undefined` is nothing at all. */
export type Arrange = (exporter: Exporter, ours: Package) => readonly Processor[];

/** The SDK's own: `attributeValueLengthLimit` and others. */
type Limits = Readonly<Record<string, number>>;

/** Makes the spans of these cases with the SDK, and gives what leaves as an OTLP exporter would serialise it. */
export async function leaving(
  cases: readonly FilledCase[],
  arrange: Arrange,
  spanLimits: Limits = {},
): Promise<unknown> {
  const exporter = memoryExporter();
  const ours = await freshPackage();
  const sdk = provider({ spanProcessors: arrange(exporter, ours), spanLimits });
  for (const one of cases) makeSpans(sdk.getTracer(one.scope.name, one.scope.version), one, ours);
  await sdk.forceFlush();
  return serialised(exporter.getFinishedSpans());
}

/** A copy that shares nothing with an earlier one: what other ways have shown it is not in its checkpoints. */
async function freshPackage(): Promise<Package> {
  Reflect.deleteProperty(globalThis, Symbol.for('assay-otel.v1'));
  vi.resetModules();
  return import('../../src/index.ts');
}

function serialised(spans: readonly SdkReadableSpan[]): unknown {
  return JSON.parse(Buffer.from(JsonTraceSerializer.serializeRequest(spans as never) ?? []).toString('utf8'));
}

function makeSpans(tracer: Tracer, one: FilledCase, ours: Package): void {
  const { root, traceState, handOver } = one;
  let context = ROOT_CONTEXT;
  let above: Span | undefined;
  if (root !== undefined) {
    above = tracer.startSpan(root.name, { kind: root.kind - 1 }, context);
    furnish(above, root);
    context = trace.setSpan(context, above);
  } else if (traceState !== undefined) {
    context = trace.setSpanContext(context, contextOf(one.traceId, traceState));
  }
  const links: Link[] = one.links.map((link) => ({
    context: contextOf('d'.repeat(32), link.traceState),
    attributes: plain(link.attributes) as never,
  }));
  const span = tracer.startSpan(one.name, { kind: one.kind - 1, links }, context);
  // One provider has one resource, and tracers take no attributes: on the span both are what a reader of it sees.
  const { name, version, attributes } = one.scope;
  Object.assign(span, {
    resource: { attributes: plain(one.resource) },
    instrumentationScope: {
      name,
      version,
      ...(attributes !== undefined && { attributes: plain(attributes) }),
    },
  });
  furnish(span, one);
  if (handOver !== undefined) ours.observeToolCall(span, handOver);
  span.end();
  above?.end();
}

function furnish(
  span: Span,
  { attributes, events, status }: Pick<FilledCase, 'attributes' | 'events' | 'status'>,
): void {
  const { attributes: bag } = span as unknown as { readonly attributes: Record<string, unknown> };
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'string' && key !== '__proto__') span.setAttribute(key, value);
    else define(bag, key, sdkValue(value));
  }
  for (const event of events) span.addEvent(event.name, plain(event.attributes) as never);
  const { code, message } = status;
  if (code !== undefined) span.setStatus({ code, ...(message !== undefined && { message }) });
}

/** Past the SDK's check of types: another product may write anything. */
function define(bag: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(bag, key, { value, enumerable: true, configurable: true, writable: true });
}

function plain(bag: Attributes): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(bag)) define(found, key, sdkValue(value));
  return found;
}

function sdkValue(value: Value): unknown {
  if (typeof value !== 'object') return value;
  if (isList(value)) return value.map(sdkValue);
  if ('bytes' in value) return new Uint8Array(Buffer.from(value.bytes));
  return 'map' in value ? plain(value.map) : value;
}

/** A context from elsewhere; its trace state as somebody else may have made it, which need not be well formed. */
function contextOf(traceId: string, state: string | undefined): SpanContext {
  const traceState =
    state === undefined
      ? undefined
      : { serialize: () => state, get: () => undefined, set: () => traceState, unset: () => traceState };
  return {
    traceId,
    spanId: 'e'.repeat(16),
    traceFlags: 1,
    isRemote: true,
    traceState,
  } as unknown as SpanContext;
}
