import type { Decision, ResponseStatus } from '../span/observed-call.ts';
import { attribute, type SpanView } from '../span/view.ts';
import type { CallReading, Dialect } from './dialect.ts';
import { integerAttribute } from './integer-attribute.ts';
import { resultSays } from './result.ts';

/** The conventions' keys, then those of their older drafts. */
const RPC_CODES = ['rpc.response.status_code', 'rpc.jsonrpc.error_code'];
const HTTP_CODES = ['http.response.status_code', 'http.status_code'];

/** Bounds the text that the two patterns below see; a longer `error.type` is an error and nothing more. */
const LONGEST_ERROR_TYPE = 256;
const TIMEOUT = /(?:timeout|timedout|deadlineexceeded)$/;
const CANCELLED = /^(?:(?:context|operation|request|task)?cancell?ed|cancellation|abort)$/;

/**
 * How a call ended. Signs of failure outrank signs of success, since a span status of `unset` is the normal
 * success and `ok` is set by some whatever the tool said; an enforced deny outranks every sign but a whole
 * result. Without any sign it is `success` only where the dialect marks a tool's own error on the span; a result
 * or a span status that cannot be told is none.
 */
export function callStatus(
  span: SpanView,
  reading: CallReading,
  dialect: Dialect,
  decision: Decision | undefined,
): ResponseStatus {
  const result = resultSays(reading.result);
  if (decision?.effect === 'deny' && decision.enforced && result !== 'success') return 'blocked';
  const said = reading.status;
  if (said !== undefined && said !== 'unknown' && said !== 'error') return said;
  // Of a type that no convention gives it, it still says that the call failed.
  const errorType = attribute(span.attributes, 'error.type') ?? '';
  const ended = typeof errorType === 'string' ? endOf(errorType) : undefined;
  // A dialect's own mark says that the call failed; its class, where it has one, says how.
  if (ended !== undefined) return ended;
  if (said === 'error' || errorType !== '' || result === 'failure' || failed(span)) return 'error';
  if (result === 'unclear' || span.status.code === 'unknown') return 'unknown';
  if (result === 'success') return 'success';
  // A span that never ended has not said yet how the call ends.
  const isSilenceSuccess = dialect.marksToolError && said === undefined;
  return isSilenceSuccess && span.endTimeUnixNano !== '0' ? 'success' : 'unknown';
}

function failed({ status, attributes }: SpanView): boolean {
  if (status.code === 'error') return true;
  return (
    // JSON-RPC codes of errors are negative; on a server span the conventions leave most of them unset.
    RPC_CODES.some((key) => (integerAttribute(attributes, key) ?? 0) < 0) ||
    HTTP_CODES.some((key) => (integerAttribute(attributes, key) ?? 0) >= 400) ||
    (integerAttribute(attributes, 'mcp.error.code') ?? 0) !== 0
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
