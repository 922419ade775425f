import { type Context, propagation, type TextMapGetter } from '@opentelemetry/api';
import { field } from './foreign.ts';

/**
 * A copy of the request with the trace context of `context` in `params._meta`, unprefixed as SEP-414 has it,
 * through the configured propagators. The caller's objects are never written to; a key that is there stays,
 * and a `tracestate` is not put beside a `traceparent` that is not ours. `params` of a class pass as they are,
 * since a copy would lose what makes them one.
 */
export function withTraceContext(request: object, context: Context): object {
  const params = field(request, 'params') ?? {};
  const meta = field(params, '_meta') ?? {};
  if (!isPlain(params) || !isPlain(meta)) return { ...request };
  const carrier: Record<string, string> = {};
  propagation.inject(context, carrier);
  const taken = (key: string) =>
    Object.hasOwn(meta, key) || (key === 'tracestate' && Object.hasOwn(meta, 'traceparent'));
  const added = Object.entries(carrier).filter(([key]) => !taken(key));
  if (added.length === 0) return { ...request };
  return { ...request, params: { ...params, _meta: { ...meta, ...Object.fromEntries(added) } } };
}

/** `base` with what the peer put in `params._meta`; `base` itself where that is nothing, or not valid. */
export function extractTraceContext(request: unknown, base: Context): Context {
  const meta = field(field(request, 'params'), '_meta');
  return typeof meta === 'object' && meta !== null ? propagation.extract(base, meta, META_GETTER) : base;
}

/** A peer's `_meta`: own strings only. */
const META_GETTER: TextMapGetter<object> = {
  keys: (carrier) => Object.keys(carrier),
  get(carrier, key) {
    const value = Object.hasOwn(carrier, key) ? field(carrier, key) : undefined;
    return typeof value === 'string' ? value : undefined;
  },
};

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && !Object.hasOwn(value, 'toJSON');
}
