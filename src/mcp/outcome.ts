import { type Span, SpanStatusCode } from '@opentelemetry/api';
import { observeToolCall } from '../emitter/hand-over.ts';
import { field, textField } from './foreign.ts';

/*
 * How a request ended, by the GenAI semantic conventions for MCP. The status has no description and no
 * exception event is recorded: a JSON-RPC error message holds content as often as not (arguments, paths,
 * whole results), and the strict scrub would remove it anyway.
 */

/** Methods whose result is a tool's result. */
const TOOL_RESULT_METHODS: ReadonlySet<string> = new Set(['tools/call', 'tasks/result']);

/** A result that arrived or was sent: an error only where a tool says so by `isError: true`. */
export function markResult(span: Span, method: string, result: unknown): void {
  if (!TOOL_RESULT_METHODS.has(method)) return;
  if (field(result, 'isError') === true) markError(span, 'tool_error');
  // A task that was only created, or a request for more input: nobody has said yet how the tool fared.
  // A span that does not record may stand for its parent, which is no tool call.
  else if (!Array.isArray(field(result, 'content')) && span.isRecording()) {
    observeToolCall(span, { status: 'unknown' });
  }
}

/** The request was given up: by the caller's signal, or, on the receiving side, by the peer or a lost connection. */
export function markAborted(span: Span, signal: unknown): void {
  const timedOut = textField(field(signal, 'reason'), 'name') === 'TimeoutError';
  markError(span, timedOut ? 'timeout' : 'cancelled');
}

/** What the sender of a request was refused with: the peer's JSON-RPC error, or a local failure. */
export function markSendFailure(span: Span, error: unknown): void {
  const code = field(error, 'code');
  if (isTimeout(error)) {
    markError(span, 'timeout');
  } else if (isClosedConnection(error)) {
    markError(span, 'CONNECTION_CLOSED');
  } else if (isProtocolError(error) && Number.isSafeInteger(code)) {
    span.setAttribute('rpc.response.status_code', String(code));
    markError(span, String(code));
  } else {
    markError(span, localErrorType(error, code));
  }
}

/**
 * What a handler threw, as the SDK answers it: with the error's own code, else -32603. On the receiving side
 * only an internal error or a code of the server's own is a failure of the server; any other is the caller's
 * mistake and leaves the status unset.
 */
export function markHandlerFailure(span: Span, error: unknown): void {
  const thrown = field(error, 'code');
  const code = Number.isSafeInteger(thrown) ? Number(thrown) : INTERNAL_ERROR;
  span.setAttribute('rpc.response.status_code', String(code));
  const ofServer = code === INTERNAL_ERROR || (code >= -32099 && code <= -32000);
  if (ofServer) markError(span, String(code));
}

/** No handler: the SDK has answered -32601. */
export function markUnserved(span: Span): void {
  span.setAttribute('rpc.response.status_code', String(METHOD_NOT_FOUND));
}

const INTERNAL_ERROR = -32603;
const METHOD_NOT_FOUND = -32601;
const REQUEST_TIMEOUT_V1 = -32001;

function markError(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/**
 * `McpError` (1.x), `ProtocolError` (2.x) and `MCPClientError` (`@ai-sdk/mcp`, where one without a code is a local
 * failure) set their name themselves, so minifying does not change it.
 */
function isProtocolError(error: unknown): boolean {
  const name = textField(error, 'name');
  return name === 'McpError' || name === 'ProtocolError' || name === 'MCPClientError';
}

/** The SDK's own time-out: 1.x makes a JSON-RPC error of it and tells by `data`; 2.x has a code for it. */
function isTimeout(error: unknown): boolean {
  const code = field(error, 'code');
  if (code === 'REQUEST_TIMEOUT') return true;
  const data = field(error, 'data');
  const limit = field(data, 'timeout') ?? field(data, 'maxTotalTimeout');
  return code === REQUEST_TIMEOUT_V1 && isProtocolError(error) && typeof limit === 'number';
}

/** The lost connection as 1.x tells of it: a JSON-RPC error that no response held, known by its text alone. */
function isClosedConnection(error: unknown): boolean {
  return isProtocolError(error) && field(error, 'message') === 'MCP error -32000: Connection closed';
}

const IDENTIFIER = /^[A-Za-z_$][\w$.]{0,63}$/;
const CONSTANT = /^[A-Z][A-Z0-9_]{0,63}$/;

/** A low-cardinality name of a local failure: an error constant, an HTTP status, the class; never a message. */
function localErrorType(error: unknown, code: unknown): string {
  if (typeof code === 'string' && CONSTANT.test(code)) return code;
  if (typeof code === 'number' && code >= 100 && code <= 599) return String(code);
  const name = textField(error, 'name');
  return name !== undefined && IDENTIFIER.test(name) ? name : '_OTHER';
}
