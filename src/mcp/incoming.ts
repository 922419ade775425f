import {
  type Context,
  context,
  isSpanContextValid,
  type Link,
  type Span,
  SpanKind,
  trace,
} from '@opentelemetry/api';
import { registry } from '../emitter/registry.ts';
import { tellSame } from '../emitter/same-call-start.ts';
import { attempt } from './attempt.ts';
import { noteInitialized } from './connection-attributes.ts';
import { type Endpoint, isAtRest, replaceMethod } from './endpoint.ts';
import { asSent } from './follow-listings.ts';
import { field, textField } from './foreign.ts';
import { pageAsked, type TakePage } from './listed-tools.ts';
import { markAborted, markHandlerFailure, markResult, markUnserved } from './outcome.ts';
import { openRequestSpan, type RequestSpan, standFor } from './request-span.ts';
import { runInSpan } from './run-in-span.ts';
import { extractTraceContext } from './trace-meta.ts';

type Handler = (...args: unknown[]) => unknown;

/**
 * Gives every request that this object receives a SERVER span, inside which its handler runs, whether the
 * handler was registered before or comes later, or is the fallback. Handlers are exchanged while the SDK
 * looks them up for a request and at no other time, so that the host finds its own wherever it looks.
 */
export function traceIncoming(endpoint: Endpoint): void {
  const { protocol } = endpoint;
  const handlers = protocol._requestHandlers;
  const dispatch = protocol._onrequest;
  const lookUp = handlers.get;
  let dispatching: { unserved: boolean } | undefined;
  replaceMethod(protocol, '_onrequest', function (this: unknown, ...args) {
    const outer = dispatching;
    const inner = { unserved: false };
    dispatching = inner;
    try {
      return Reflect.apply(dispatch, this, args);
    } finally {
      dispatching = outer;
      if (inner.unserved) attempt(() => openIncoming(endpoint, args[0], undefined)?.end(markUnserved));
    }
  });
  replaceMethod(handlers, 'get', function (this: unknown, ...args) {
    const registered = Reflect.apply(lookUp, this, args as [string]);
    if (dispatching === undefined || isAtRest(endpoint)) return registered;
    const handler = registered ?? protocol.fallbackRequestHandler;
    if (typeof handler === 'function') return traced(endpoint, handler as Handler);
    dispatching.unserved = true;
    return registered;
  });
}

function traced(endpoint: Endpoint, handler: Handler): Handler {
  return function (this: unknown, ...args) {
    const [request, extra] = args;
    const run = () => Reflect.apply(handler, this, args);
    const span = attempt(() => openIncoming(endpoint, request, extra));
    if (span === undefined) return run();
    // 1.x has the signal on the object itself, 2.x beside the rest of what concerns the request.
    const signal = attempt(() => field(extra, 'signal') ?? field(field(extra, 'mcpReq'), 'signal'));
    const isAborted = () => field(signal, 'aborted') === true;
    const takePage = attempt(() => pageOf(endpoint, request));
    return runInSpan(span, run, {
      resolved: (result) => {
        span.end((ending) => {
          const method = textField(request, 'method') ?? '';
          if (method === 'initialize') noteInitialized(endpoint, ending, result, extra);
          // Whatever the handler returned: the SDK sends nothing once the request was given up.
          if (isAborted()) markAborted(ending, signal);
          else markResult(ending, method, result);
        });
        if (takePage && !isAborted()) takePage(attempt(() => asSent(endpoint, 'tools/list', result)));
      },
      rejected: (error) =>
        span.end((ending) => {
          if (isAborted()) markAborted(ending, signal);
          else markHandlerFailure(ending, error);
        }),
    });
  };
}

/** Of a page of tools that a server is asked for. */
function pageOf({ vantage, listed, protocol }: Endpoint, request: unknown): TakePage | undefined {
  if (vantage !== 'server' || field(request, 'method') !== 'tools/list') return undefined;
  return pageAsked(listed, protocol.transport, field(request, 'params'));
}

function openIncoming(endpoint: Endpoint, request: unknown, handlerExtra: unknown): RequestSpan | undefined {
  const method = textField(request, 'method');
  if (method === undefined) return undefined;
  const ambient = context.active();
  const described = {
    kind: SpanKind.SERVER,
    method,
    params: field(request, 'params'),
    id: field(request, 'id'),
  } as const;
  const theirs = attempt(() => (isWrappedBySentry(endpoint) ? spanOfSentry(ambient, described) : undefined));
  const parent = attempt(() => extractTraceContext(request, ambient)) ?? ambient;
  const standing = theirs && standFor(endpoint, { ...described, parent: ambient }, theirs);
  if (theirs && attempt(() => isWhereOursWouldBe(theirs, parent)) === true) return standing;
  const ours = openRequestSpan(endpoint, {
    ...described,
    parent,
    links: ambientLink(ambient, parent),
    handlerExtra,
  });
  if (theirs === undefined) return ours;
  if (ours?.isOwn !== true) return standing;
  if (method === 'tools/call')
    attempt(() => tellSame(theirs.spanContext(), ours.span.spanContext(), registry()));
  return ours;
}

/** Directly below what the peer named in the request, or it named nothing. Sentry reads the transport's headers alone. */
function isWhereOursWouldBe(theirs: Span, parent: Context): boolean {
  const named = trace.getSpanContext(parent)?.spanId;
  return (
    named === theirs.spanContext().spanId || named === textField(field(theirs, 'parentSpanContext'), 'spanId')
  );
}

/**
 * Whether Sentry takes in what this server receives. Where it does not, its span around is of another server's request,
 * whose handler called this one in the same process: ids are counted from nought by every client.
 */
function isWrappedBySentry({ protocol }: Endpoint): boolean {
  const receive = field(protocol.transport, 'onmessage');
  return typeof receive === 'function' && '__sentry_original__' in receive;
}

/** What Sentry's wrapping of a server made of this very request: two spans of one call are two calls to a reader. */
function spanOfSentry(ambient: Context, { method, id }: { method: string; id: unknown }): Span | undefined {
  const span = trace.getSpan(ambient);
  if (span === undefined || !span.isRecording() || field(span, 'kind') === SpanKind.CLIENT) return undefined;
  const attributes = field(span, 'attributes');
  const isSame =
    field(attributes, 'mcp.method.name') === method && field(attributes, 'mcp.request.id') === String(id);
  return isSame ? span : undefined;
}

/** The transport's context (an HTTP server span, say) is linked where the peer's own took its place as parent. */
function ambientLink(ambient: Context, parent: Context): Link[] {
  const around = trace.getSpanContext(ambient);
  const above = trace.getSpanContext(parent);
  if (around === undefined || above === undefined || !isSpanContextValid(around)) return [];
  if (around.traceId === above.traceId && around.spanId === above.spanId) return [];
  return [{ context: around }];
}
