import { describe, expect, it } from 'vitest';
import { recognise } from '../../src/dialect/recognise.ts';
import type { SpanView } from '../../src/span/view.ts';
import { OPTIONS, spanView, withAttributes } from './span.ts';

/** The conventions mark a tool's own error; `execute_tool` does not. */
const marks = (
  attributes: Readonly<Record<string, unknown>> = {},
  status: SpanView['status'] = { code: 'unset' },
) => statusOf({ ...withAttributes(attributes), status });
const unmarked = (
  attributes: Readonly<Record<string, unknown>> = {},
  status: SpanView['status'] = { code: 'unset' },
) =>
  statusOf(
    spanView({
      attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'mcp__a__b', ...attributes },
      status,
    }),
  );

function statusOf(span: SpanView): string | undefined {
  const recognised = recognise(span, OPTIONS);
  return recognised.is === 'call' ? recognised.call.status : undefined;
}

const RESULT = 'gen_ai.tool.call.result';
const ok = { content: [] };
const failed = { isError: true };

describe('where the dialect marks tool errors', () => {
  it('an unset or ok span is a success', () => {
    expect(marks()).toBe('success');
    expect(marks({}, { code: 'ok' })).toBe('success');
  });
  it.each([
    ['a result with a key twice', withAttributes({ [RESULT]: '{"isError":true,"isError":false}' })],
    ['a status code that no version has', spanView({ status: { code: 'unknown' } })],
    ['a span that never ended', spanView({ endTimeUnixNano: '0' })],
  ])('%s is none', (_, span) => {
    expect(statusOf(span)).toBe('unknown');
  });
  it('a whole result is a success, also of a span that never ended', () => {
    expect(statusOf({ ...withAttributes({ [RESULT]: ok }), endTimeUnixNano: '0' })).toBe('success');
  });
  it('a cut result takes nothing from it', () => {
    expect(marks({ [RESULT]: '{"content":[' })).toBe('success');
  });
});

describe('where it does not', () => {
  it('only a whole result is a success', () => {
    expect(unmarked()).toBe('unknown');
    expect(unmarked({}, { code: 'ok' })).toBe('unknown');
    expect(unmarked({ [RESULT]: '{"content":[' })).toBe('unknown');
    expect(unmarked({ [RESULT]: ok })).toBe('success');
  });
});

describe.each([
  ['marked', marks],
  ['unmarked', unmarked],
])('%s: a sign of failure outranks a result without one', (_, status) => {
  it.each([
    ['tool_error', { 'error.type': 'tool_error' }],
    ['another error type', { 'error.type': '_OTHER' }],
    ['a long error type', { 'error.type': `${'x'.repeat(300)}Timeout` }],
    ['a failed result', { [RESULT]: failed }],
    ['a negative code, as text', { 'rpc.response.status_code': '-32602' }],
    ['a negative code, as a number', { 'rpc.response.status_code': -32000 }],
    ['a negative code, as a big integer', { 'rpc.response.status_code': -32000n }],
    ['a negative code between spaces', { 'rpc.response.status_code': ' -32602 ' }],
    ['a negative code of the older convention', { 'rpc.jsonrpc.error_code': -32602 }],
    ['an MCP error code', { 'mcp.error.code': 1 }],
    ['HTTP 500 of the older convention', { 'http.status_code': 500 }],
    ['an error type that is a number', { 'error.type': 4 }],
    ['an error type that is a list', { 'error.type': ['timeout'] }],
    ['HTTP 403', { 'http.response.status_code': 403 }],
    ['HTTP 400 as text', { 'http.response.status_code': '400' }],
  ])('%s', (_, attributes) => {
    expect(status({ [RESULT]: ok, ...attributes })).toBe('error');
  });

  it('an error status', () => {
    expect(status({ [RESULT]: ok }, { code: 'error' })).toBe('error');
  });

  it.each([
    'timeout',
    'Timeout',
    'TimeoutError',
    'asyncio.exceptions.TimeoutError',
    'httpx.ReadTimeout',
    'context.DeadlineExceeded',
    'DEADLINE_EXCEEDED',
    'deadline_exceeded',
    'System.TimeoutException',
    'ETIMEDOUT',
  ])('an error type of %s is a timeout', (type) =>
    expect(status({ 'error.type': type, [RESULT]: ok }, { code: 'error' })).toBe('timeout'),
  );

  it.each([
    'cancelled',
    'CANCELED',
    'asyncio.CancelledError',
    'AbortError',
    'System.OperationCanceledException',
    'System.Threading.Tasks.TaskCanceledException',
    'context canceled',
    'java.util.concurrent.CancellationException',
  ])('an error type of %s is cancelled', (type) =>
    expect(status({ 'error.type': type }, { code: 'error' })).toBe('cancelled'),
  );

  it.each([
    ['a code of zero', { 'rpc.response.status_code': '0' }],
    ['HTTP 202', { 'http.response.status_code': 202 }],
    [
      'codes that are none',
      { 'rpc.response.status_code': '-', 'http.response.status_code': 'x', 'error.type': null },
    ],
    [
      'numbers that are no integers',
      { 'rpc.response.status_code': Number.NaN, 'http.response.status_code': 1e300 },
    ],
  ])('%s is no such sign', (_, attributes) => {
    expect(status({ [RESULT]: ok, ...attributes })).toBe('success');
  });
});

describe('a policy decision', () => {
  const deny = { 'assay.policy.effect': 'deny', 'assay.policy.source': 'layer' };

  it.each([
    ['an unset span', {}, { code: 'unset' }],
    ['an error span', { 'error.type': 'tool_error' }, { code: 'error' }],
    ['a timeout', { 'error.type': 'timeout' }, { code: 'error' }],
  ] as const)('an enforced deny blocks %s', (_, attributes, status) => {
    expect(marks({ ...deny, ...attributes }, status)).toBe('blocked');
  });
  it('the tool answered all the same', () => {
    expect(marks({ ...deny, [RESULT]: ok })).toBe('success');
  });
  it('a deny that is not enforced blocks nothing', () => {
    expect(marks({ ...deny, 'assay.policy.enforced': false })).toBe('success');
  });
});

describe("a dialect's own mark of an error", () => {
  const failed = (attributes: Readonly<Record<string, unknown>>) =>
    statusOf(
      spanView({
        name: 'tool.invoke',
        scope: { name: 'mcp-gateway', version: '' },
        attributes: { 'tool.name': 'a', success: false, ...attributes },
      }),
    );

  it('is an error', () => {
    expect(failed({})).toBe('error');
    expect(failed({ 'error.type': 'ToolInvocationError' })).toBe('error');
  });
  it('is what its error type says, where that says more', () => {
    expect(failed({ 'error.type': 'TimeoutError' })).toBe('timeout');
    expect(failed({ 'error.type': 'asyncio.CancelledError' })).toBe('cancelled');
  });
});
