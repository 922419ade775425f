import type { Decision, ResponseStatus } from '../span/observed-call.ts';
import { type SpanView, stringAttribute } from '../span/view.ts';
import type { CallReading, Dialect } from './dialect.ts';
import { integerAttribute } from './integer-attribute.ts';
import { resultSays } from './result.ts';

/** Bounds the text that the two patterns below see; a longer `error.type` is an error and nothing more. */
const LONGEST_ERROR_TYPE = 256;
const TIMEOUT = /(?:timeout|timedout|deadlineexceeded)$/;
const CANCELLED = /^(?:(?:context|operation|request|task)?cancell?ed|cancellation|abort)$/;

/**
 * How a call ended. Signs of failure outrank signs of success, since a span status of `unset` is the normal
 * success and `ok` is set by some whatever the tool said; an enforced deny outranks every sign but a whole
 * result. Without any sign it is `success` only where the dialect marks a tool's own error on the span.
 */
export function callStatus(
  span: SpanView,
  reading: CallReading,
  dialect: Dialect,
  decision: Decision | undefined,
): ResponseStatus {
  const result = resultSays(reading.result);
  if (decision?.effect === 'deny' && decision.enforced && result !== 'success') return 'blocked';
  if (reading.status !== undefined && reading.status !== 'unknown') return reading.status;
  const errorType = stringAttribute(span.attributes, 'error.type');
  const ended = errorType === undefined ? undefined : endOf(errorType);
  if (ended !== undefined) return ended;
  if (errorType !== undefined || result === 'failure' || failed(span)) return 'error';
  if (result === 'success') return 'success';
  return dialect.marksToolError && reading.status === undefined ? 'success' : 'unknown';
}

function failed({ status, attributes }: SpanView): boolean {
  return (
    status.code === 'error' ||
    // JSON-RPC codes of errors are negative; on a server span the conventions leave most of them unset.
    (integerAttribute(attributes, 'rpc.response.status_code') ?? 0) < 0 ||
    (integerAttribute(attributes, 'http.response.status_code') ?? 0) >= 400
  );
}

/** `timeout`, `builtins.TimeoutError`, `System.OperationCanceledException`, … by the class name alone. */
function endOf(errorType: string): 'timeout' | 'cancelled' | undefined {
  if (errorType.length > LONGEST_ERROR_TYPE) return undefined;
  const className = (errorType.split(/[.:$]/).at(-1) ?? '')
    .toLowerCase()
    .replace(/[-_\s]/g, '')
    .replace(/(?:error|exception)$/, '');
  if (TIMEOUT.test(className)) return 'timeout';
  return CANCELLED.test(className) ? 'cancelled' : undefined;
}
