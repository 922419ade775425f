import { type Context, isSpanContextValid, type Link, type Span, SpanKind, trace } from '@opentelemetry/api';
import { countCall } from '../emitter/attest.ts';
import { observeToolCall } from '../emitter/hand-over.ts';
import { registry } from '../emitter/registry.ts';
import { attempt } from './attempt.ts';
import { connectionAttributes } from './connection-attributes.ts';
import type { Endpoint } from './endpoint.ts';
import { callField, field, textField } from './foreign.ts';
import { listedDigest } from './listed-tools.ts';
import { describeRequest, requestIdAttribute } from './request-attributes.ts';

export const SCOPE = 'assay-otel/mcp';

/** A request as it leaves or comes in. */
export interface Opening {
  readonly kind: SpanKind.CLIENT | SpanKind.SERVER;
  readonly method: string;
  readonly params: unknown;
  readonly id?: unknown;
  readonly parent: Context;
  readonly links?: Link[];
  readonly handlerExtra?: unknown;
}

/** The span of one request, and the context in which the request runs. */
export interface RequestSpan {
  readonly span: Span;
  readonly active: Context;
  /** Not its parent's, nor another instrumentation's. */
  readonly isOwn: boolean;
  /** Marks how the request ended and ends the span; only the first call does anything. */
  end(mark: (span: Span) => void): void;
}

/**
 * Starts the span of a request. A tool call is counted whatever becomes of its span, and its arguments are
 * handed over beside the span, by reference and unread. `undefined` where no span could be made.
 */
export function openRequestSpan(endpoint: Endpoint, opening: Opening): RequestSpan | undefined {
  const { method, parent } = opening;
  if (method === 'initialize') endpoint.negotiatedVersion = undefined;
  const parentSpan = attempt(() => trace.getSpanContext(parent));
  const span = attempt(() => startSpan(endpoint, opening));
  const context = span && attempt(() => span.spanContext());
  // Without an SDK or under suppressed tracing the span is no new one: it is the parent, or none at all.
  const own =
    context && isSpanContextValid(context) && context.spanId !== parentSpan?.spanId ? context : undefined;
  if (method === 'tools/call') {
    const begunIn = parentSpan && isSpanContextValid(parentSpan) ? parentSpan.traceId : undefined;
    const side = opening.kind === SpanKind.CLIENT ? 'client' : 'server';
    attempt(() => countCall(own?.traceId ?? begunIn, own, side));
  }
  if (span === undefined) return undefined;
  const isCall = method === 'tools/call' && own !== undefined;
  if (isCall) attempt(() => handOver(endpoint, opening, span));
  // Somebody else may end the span while the request is under way, as `@vercel/otel` does with what outlives its root:
  // then nobody knows how it ended, though nothing on the span says that it failed.
  if (isCall) attempt(() => sayStatus(span, 'unknown'));
  let ended = false;
  return {
    span,
    active: own === undefined ? parent : trace.setSpan(parent, span),
    isOwn: own !== undefined,
    end(mark) {
      if (ended) return;
      ended = true;
      if (isCall) attempt(() => sayStatus(span, undefined));
      attempt(() => mark(span));
      attempt(() => span.end());
    },
  };
}

/** A request that is handed on, and whether the SDK has it by now. */
interface HandedOn {
  readonly method: string;
  readonly sent: object;
  readonly isTaken: () => boolean;
}

/**
 * Hands the request of this span on. Another instrumentation that wraps the same method writes a span of its own
 * meanwhile: of a tool call it is known that both are one.
 */
export function handingOn<T>(
  { span, isOwn }: RequestSpan,
  { method, sent, isTaken }: HandedOn,
  send: () => T,
): T {
  const toolName = method === 'tools/call' && isOwn ? textField(field(sent, 'params'), 'name') : undefined;
  const known =
    toolName === undefined
      ? undefined
      : attempt(() => ({ shared: registry().sameCalls, context: span.spanContext() }));
  if (toolName === undefined || known === undefined) return send();
  return known.shared.sending(known.context, toolName, isTaken, send);
}

/**
 * A request that another instrumentation has a span of, the one that is active: it gets no second one, and what must
 * not be an attribute is handed over beside that one. The span is theirs: nothing is written to it.
 */
export function standFor(endpoint: Endpoint, opening: Opening, span: Span): RequestSpan {
  if (opening.method === 'tools/call') attempt(() => handOver(endpoint, opening, span));
  return { span, active: opening.parent, isOwn: false, end: () => undefined };
}

function startSpan(endpoint: Endpoint, opening: Opening): Span {
  const { kind, method, params, id, parent, links = [], handlerExtra } = opening;
  const { name, attributes } = describeRequest(method, params);
  return endpoint.source.tracer().startSpan(
    name,
    {
      kind,
      links,
      attributes: {
        ...attributes,
        ...connectionAttributes(endpoint, handlerExtra),
        ...requestIdAttribute(id),
      },
    },
    parent,
  );
}

function handOver(endpoint: Endpoint, { kind, params }: Opening, span: Span): void {
  if (!span.isRecording()) return;
  // A call to the server whose tools were listed, and not one that a server makes of its client.
  const isOfServer = kind === (endpoint.vantage === 'client' ? SpanKind.CLIENT : SpanKind.SERVER);
  observeToolCall(span, {
    toolName: textField(params, 'name'),
    arguments: field(params, 'arguments'),
    serverId: serverName(endpoint),
    ...(isOfServer && { declaredManifestDigest: listedDigest(endpoint.listed, endpoint.protocol.transport) }),
  });
}

/** `undefined` takes back what was said: the span shows it. */
function sayStatus(span: Span, status: 'unknown' | undefined): void {
  if (span.isRecording()) observeToolCall(span, { status });
}

/** The server's name: what it said of itself in `initialize` or discovery, or its own. */
function serverName({ vantage, protocol }: Endpoint): string | undefined {
  const info = vantage === 'client' ? callField(protocol, 'getServerVersion') : protocol._serverInfo;
  return textField(info, 'name');
}
