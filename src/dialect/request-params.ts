import { attribute, stringAttribute } from '../span/view.ts';
import { decodedFields } from './decoded-fields.ts';
import { isJsonObject } from './json-object.ts';

/** What the `params` of a `tools/call` say, for instrumentations that record the whole request. */
export interface RequestParams {
  readonly toolName?: string | undefined;
  /** The carrier in `_meta`, which the Python SDK's models call `meta`; raw. */
  readonly traceparent?: string | undefined;
}

/**
 * Tool name and carrier of a recorded request. `inside` leads from the recorded value to the params. Nothing is
 * read of what is no JSON object, was cut, or is over the default limits.
 */
export function requestParams(recorded: unknown, inside: (decoded: unknown) => unknown): RequestParams {
  const params = inside(decodedFields(recorded));
  if (!isJsonObject(params)) return {};
  const meta = attribute(params, '_meta') ?? attribute(params, 'meta');
  return {
    toolName: stringAttribute(params, 'name'),
    traceparent: isJsonObject(meta) ? stringAttribute(meta, 'traceparent') : undefined,
  };
}

/** `arguments` of the params; a call without any has none, or `null`. */
export function argumentsInParams(params: unknown): unknown {
  return isJsonObject(params) ? (attribute(params, 'arguments') ?? null) : undefined;
}
