import { attempt } from './attempt.ts';
import { type Endpoint, replaceMethod } from './endpoint.ts';
import { field } from './foreign.ts';

export const LIST_CHANGED = 'notifications/tools/list_changed';

/**
 * From here on what an endpoint lists is followed, and forgotten where the server says that its list changed: a
 * client is told so, a server tells it. Where the SDK has no method that would show it, nothing is followed.
 */
export function followListings(endpoint: Endpoint): void {
  const { protocol } = endpoint;
  const [key, at] = notices(endpoint);
  const method = protocol[key];
  if (typeof method !== 'function') return;
  endpoint.listed = new WeakMap();
  replaceMethod(protocol, key, function (this: unknown, ...args) {
    // Whatever becomes of the notification: what is unknown for too long is not wrong.
    attempt(() => {
      if (field(args[at], 'method') === LIST_CHANGED) endpoint.listed = new WeakMap();
    });
    return Reflect.apply(method, this, args);
  });
}

/** The method that every such notification goes through, and at which position of its arguments. */
function notices({ protocol, vantage }: Endpoint): readonly [key: string, at: 0 | 1] {
  if (vantage === 'client') return ['_onnotification', 0];
  const viaCodec = '_notificationViaCodec';
  return typeof protocol[viaCodec] === 'function' ? [viaCodec, 1] : ['notification', 0];
}

/**
 * The answer to a request that was just sent, once it is there, as it came: the SDK's schemas drop members that they
 * do not know, and what is left has another digest. `undefined` where a transport answered before it had sent.
 */
export function seeAnswer({ protocol }: Endpoint, id: number): () => unknown {
  let seen: unknown;
  const handlers = protocol._responseHandlers as Map<unknown, unknown> | undefined;
  const handler = handlers?.get(id);
  if (typeof handler === 'function') {
    handlers?.set(id, (...args: unknown[]) => {
      attempt(() => {
        seen = field(args[0], 'result');
      });
      return Reflect.apply(handler, undefined, args);
    });
  }
  return () => seen;
}

/** What the result of a handler becomes on the wire: 2.x rewrites schemas that older clients cannot read. */
export function asSent({ protocol }: Endpoint, method: string, result: unknown): unknown {
  const codecOf = protocol._negotiatedWireCodec;
  const codec = typeof codecOf === 'function' ? Reflect.apply(codecOf, protocol, []) : undefined;
  const encode = field(codec, 'encodeResult');
  return typeof encode === 'function' ? Reflect.apply(encode, codec, [method, result]) : result;
}
