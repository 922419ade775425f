import type { CallArguments } from '../span/observed-call.ts';
import type { ArgumentLimits } from './argument-limits.ts';
import type { RawArguments } from './dialect.ts';
import { type JsonReading, readJsonText } from './json-text.ts';
import { readJsonValue } from './json-value.ts';
import { isSentinel } from './sentinel.ts';

export type { ArgumentLimits } from './argument-limits.ts';
export { DEFAULT_ARGUMENT_LIMITS } from './argument-limits.ts';

const NOT_CAPTURED: CallArguments = { state: 'not_captured' };
const TRUNCATED: CallArguments = { state: 'truncated' };
const UNSUPPORTED: CallArguments = { state: 'unsupported' };

type Wrapper = (decoded: unknown) => unknown;

/**
 * The arguments of a call, or why there are none to read. A JSON text is decoded with one level of
 * accidental double encoding; a value that is already structured (handed over, or a map on the wire) is
 * copied, not parsed. Total over every value, and bounded by `limits`.
 */
export function decodeArguments(raw: RawArguments, limits: ArgumentLimits): CallArguments {
  switch (raw.form) {
    case 'none':
      return NOT_CAPTURED;
    case 'truncated':
      return TRUNCATED;
    case 'unsupported':
      return UNSUPPORTED;
    case 'fields':
      return captured(readJsonValue(raw.fields, limits));
    case 'json':
      return decodeJson(raw.value, raw.wrapper, limits);
  }
}

function decodeJson(value: unknown, wrapper: Wrapper | undefined, limits: ArgumentLimits): CallArguments {
  if (value === undefined || value === null) return NOT_CAPTURED;
  if (typeof value === 'string') return decodeText(value, wrapper, limits);
  if (typeof value !== 'object') return UNSUPPORTED;
  return unwrapped(readJsonValue(value, limits), wrapper, limits);
}

function decodeText(text: string, wrapper: Wrapper | undefined, limits: ArgumentLimits): CallArguments {
  const trimmed = text.trim();
  if (saysNothing(trimmed)) return NOT_CAPTURED;
  const reading = readJsonText(text, limits);
  if (reading.state !== 'value' || typeof reading.value !== 'string') {
    return unwrapped(reading, wrapper, limits);
  }
  const inner = reading.value.trim();
  if (saysNothing(inner)) return NOT_CAPTURED;
  // A string that holds no object was not encoded twice: it is a scalar.
  return inner.startsWith('{') ? unwrapped(readJsonText(inner, limits), wrapper, limits) : UNSUPPORTED;
}

function unwrapped(
  reading: JsonReading,
  wrapper: Wrapper | undefined,
  limits: ArgumentLimits,
): CallArguments {
  if (wrapper === undefined || reading.state !== 'value') return captured(reading);
  const inner = wrapper(reading.value);
  if (inner === undefined) return UNSUPPORTED;
  if (inner === null) return NOT_CAPTURED;
  return typeof inner === 'string'
    ? decodeText(inner, undefined, limits)
    : captured({ state: 'value', value: inner });
}

function captured(reading: JsonReading): CallArguments {
  if (reading.state !== 'value') return { state: reading.state };
  const { value } = reading;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return UNSUPPORTED;
  return { state: 'captured', fields: value as Readonly<Record<string, unknown>> };
}

function saysNothing(trimmed: string): boolean {
  return trimmed === '' || (!trimmed.startsWith('{') && isSentinel(trimmed));
}
