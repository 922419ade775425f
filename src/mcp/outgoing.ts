import { type Context, context, SpanKind } from '@opentelemetry/api';
import { attempt } from './attempt.ts';
import { noteInitialized } from './connection-attributes.ts';
import { type Endpoint, isAtRest, replaceMethod } from './endpoint.ts';
import { seeAnswer } from './follow-listings.ts';
import { field, textField } from './foreign.ts';
import { pageAsked, type TakePage } from './listed-tools.ts';
import { markAborted, markResult, markSendFailure } from './outcome.ts';
import { requestIdAttribute } from './request-attributes.ts';
import { handingOn, openRequestSpan, type RequestSpan } from './request-span.ts';
import { runInContext, runInSpan } from './run-in-span.ts';
import { withTraceContext } from './trace-meta.ts';

/** A request on its way. */
interface Outgoing {
  readonly method: string;
  /** As the host wrote it, and the copy that the SDK gets: one of its own for every request. */
  readonly request: object;
  readonly sent: object;
  readonly signal: unknown;
  readonly caller: Context;
  readonly span: RequestSpan;
  /** Of a page of tools that a client asks for. */
  readonly takePage: TakePage | undefined;
}

/**
 * Gives every request that this object sends a CLIENT span: the host's, and those the SDK makes by itself
 * (`initialize`, `ping`, list requests). The transport's `send` runs inside it. No request, no span: not where
 * there is no connection. Not seen, since the SDK sends them past its own request machinery: the probe of
 * version negotiation and `subscriptions/listen` (2.x), which no call to a tool can be. Notifications get no
 * span: they are no request, have no outcome, and no record is made of them.
 */
export function traceOutgoing(endpoint: Endpoint): void {
  const { protocol, outlet } = endpoint;
  const underWay = new WeakMap<object, Outgoing>();
  replaceMethod(outlet.owner, outlet.key, function (this: unknown, ...args) {
    const outgoing = attempt(() => begin(endpoint, args));
    if (outgoing === undefined) return Reflect.apply(outlet.send, this, args);
    const { method, sent, signal, span, takePage } = outgoing;
    let answer: (() => unknown) | undefined;
    underWay.set(sent, outgoing);
    const send = () => {
      const firstId = protocol._requestMessageId;
      const isTaken = () => protocol._requestMessageId !== firstId;
      const promise = handingOn(span, { method, sent, isTaken }, () =>
        Reflect.apply(outlet.send, this, outlet.withRequest(args, sent)),
      );
      attempt(() => {
        if (!isNext(firstId, protocol._requestMessageId)) return;
        span.span.setAttributes(requestIdAttribute(firstId));
        if (takePage) answer = seeAnswer(endpoint, firstId);
      });
      return promise;
    };
    return runInSpan(span, send, {
      resolved: (result) => {
        span.end((ending) => {
          if (method === 'initialize') noteInitialized(endpoint, ending, result);
          markResult(ending, method, result);
        });
        takePage?.(answer?.());
      },
      rejected: (error) =>
        span.end((ending) => {
          if (field(signal, 'aborted') === true) markAborted(ending, signal);
          else markSendFailure(ending, error);
        }),
    });
  });
  splitInputRequired(endpoint, underWay);
}

function begin(endpoint: Endpoint, args: readonly unknown[]): Outgoing | undefined {
  const { protocol, outlet } = endpoint;
  if (isAtRest(endpoint)) return undefined;
  const request = outlet.request(args);
  const method = textField(request, 'method');
  if (method === undefined || protocol.transport === undefined) return undefined;
  const caller = context.active();
  const params = field(request, 'params');
  const span = openRequestSpan(endpoint, { kind: SpanKind.CLIENT, method, params, parent: caller });
  if (span === undefined) return undefined;
  const written = request as object;
  const sent = attempt(() => withTraceContext(written, span.active)) ?? written;
  const signal = attempt(() => field(outlet.options(args), 'signal'));
  const asked = method === 'tools/list' && endpoint.vantage === 'client';
  const takePage = asked ? attempt(() => pageAsked(endpoint.listed, protocol.transport, params)) : undefined;
  return { method, request: written, sent, signal, caller, span, takePage };
}

/** The id is known once the SDK has taken it from its counter: exactly one, or it was not for this request. */
function isNext(before: unknown, after: unknown): before is number {
  return typeof before === 'number' && after === before + 1;
}

/**
 * In 2.x a response may ask for input, upon which the SDK sends the request anew, several times if need be.
 * Each is a request of its own with a span of its own: the first one's ends here, and the rest runs in the
 * caller's context (not that of whatever delivered the response), from the request as the host wrote it.
 */
function splitInputRequired({ protocol }: Endpoint, underWay: WeakMap<object, Outgoing>): void {
  const resolve = protocol._resolveNonCompleteResult;
  if (typeof resolve !== 'function') return;
  replaceMethod(protocol, '_resolveNonCompleteResult', function (this: unknown, ...args) {
    const [decoded, flow] = args;
    const sent = attempt(() => field(flow, 'request'));
    const outgoing = typeof sent === 'object' && sent !== null ? underWay.get(sent) : undefined;
    if (outgoing === undefined) return Reflect.apply(resolve, this, args);
    outgoing.span.end(() => undefined);
    const asWritten = { ...(flow as object), request: outgoing.request };
    return runInContext(outgoing.caller, () => Reflect.apply(resolve, this, [decoded, asWritten]));
  });
}
