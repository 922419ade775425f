import { describe, expect, it } from 'vitest';
import { factReader } from '../../src/cli/read-fact.ts';
import type { DecisionRecord } from '../../src/decision/record.ts';
import { readOtlpJson } from '../../src/span/otlp/read-otlp-json.ts';
import { documentsIn } from '../run/stated.ts';
import { callAttributes, documentOf, type KeyValue, pair, spanOf } from './reading-documents.ts';

const TARGET = pair('gen_ai.tool.call.arguments', '{"owner":"org","repo":"prod"}');

/** A map in which `repo` stands twice. */
function map(key: string): KeyValue {
  const values = [pair('owner', 'o'), pair('repo', 'sandbox'), pair('repo', 'prod')];
  return pair(key, { kvlistValue: { values } });
}

function recordOf(attributes: readonly KeyValue[], fields = {}): DecisionRecord {
  return readingOf(attributes, fields).record;
}

function readingOf(attributes: readonly KeyValue[], fields = {}) {
  const { spans } = readOtlpJson(documentOf([spanOf(attributes, fields)]));
  const { fact } = factReader({ toolSpans: 'mcp' })(spans[0] ?? expect.fail('the span was refused'));
  const [call] = fact.calls ?? expect.fail('the span gave no record');
  return { ...call, record: JSON.parse(call?.record ?? '') as DecisionRecord };
}

function policy(effect: string | KeyValue['value'], ...more: readonly KeyValue[]) {
  return recordOf(callAttributes('add_deploy_key', TARGET, pair('assay.policy.effect', effect), ...more));
}

describe('a deny stays a deny', () => {
  const enforced = (value: string | KeyValue['value']) => pair('assay.policy.enforced', value);
  it.each([
    ['capitals and spaces', policy(' DENY ')],
    ['a boolean', policy({ boolValue: false })],
    ['`enforced` in a word that says nothing', policy('deny', enforced('no'))],
    ['`enforced` as a number', policy('deny', enforced({ intValue: '0' }))],
    ['`enforced` as an empty value', policy('deny', enforced({}))],
  ])('with %s', (_, { decision, response }) => {
    expect(decision).toMatchObject({ effect: 'deny', enforced: true });
    expect(response).toMatchObject({ status: 'blocked', side_effect_asserted: false });
  });
});

describe('what no layer is known to say is no allow', () => {
  it.each([
    ['an invisible character', policy('allow\u200b')],
    ['a negation', policy('not allowed')],
    ['a pending approval', policy('require_approval')],
    ['an empty word', policy('')],
    ['a list', policy({ arrayValue: { values: [{ stringValue: 'allow' }] } })],
    ['a number', policy({ intValue: '1' })],
    ['a long text that ends in the word', policy(`${' '.repeat(64)}allow`)],
  ])('as %s', (_, { decision, response }) => {
    expect(decision).toMatchObject({ effect: 'error', enforced: false });
    expect(response.side_effect_asserted).toBe(false);
  });
});

describe('arguments of a known tool that cannot be trusted', () => {
  it.each([
    ['a key twice', '{"owner":"org","repo":"sandbox","repo":"prod"}'],
    ['a key twice, once escaped', '{"owner":"org","repo":"sandbox","re\\u0070o":"prod"}'],
    ['a key twice, encoded twice', JSON.stringify('{"owner":"org","repo":"sandbox","repo":"prod"}')],
    ['text after the object', '{"owner":"org","repo":"prod"} {"repo":"other"}'],
    ['a list around the object', '[{"owner":"org","repo":"prod"}]'],
    ['a third encoding', JSON.stringify(JSON.stringify('{"owner":"org","repo":"prod"}'))],
  ])('with %s are unsupported', (_, text) => {
    const record = recordOf(callAttributes('add_deploy_key', pair('gen_ai.tool.call.arguments', text)));
    expect(record).toMatchObject({
      classification: 'classified_incomplete',
      reason_code: 'unsupported_argument_shape',
    });
    expect(record.action.target).toEqual({ provider: 'github' });
  });

  it.each([
    ['inherited by `__proto__`', '{"__proto__":{"owner":"org","repo":"prod"}}'],
    ['of another type', '{"owner":["org"],"repo":{"toString":"prod"}}'],
    ['blank in Unicode', '{"owner":"\\u0085\\u3000","repo":"\\u2028"}'],
  ])('with fields %s miss their target', (_, text) => {
    const record = recordOf(callAttributes('add_deploy_key', pair('gen_ai.tool.call.arguments', text)));
    expect(record).toMatchObject({ detail: 'missing_github_owner_or_repo' });
    expect(record.action.target).toEqual({ provider: 'github' });
  });
});

describe('a tool name that names a property of every object', () => {
  it.each(['constructor', '__proto__', 'toString', 'server.hasOwnProperty'])('%s is unknown', (name) => {
    expect(recordOf(callAttributes(name))).toMatchObject({ classification: 'observed_unknown_tool' });
  });
});

describe('signs of failure outrank silence', () => {
  it.each([
    ['a negative code as a decimal string', pair('rpc.response.status_code', '-32602')],
    ['a negative code as a double', pair('rpc.response.status_code', { doubleValue: -32602 })],
    ['an HTTP status as a string', pair('http.response.status_code', '403')],
    ['an error type', pair('error.type', '_OTHER')],
    ['a result that failed', pair('gen_ai.tool.call.result', '{"isError":true}')],
    ['an error type that is no text', pair('error.type', { intValue: '4' })],
    ['an HTTP status of the older convention', pair('http.status_code', { intValue: '502' })],
    ['an MCP error code', pair('mcp.error.code', { intValue: '-32602' })],
    ['a result that failed in a word', pair('gen_ai.tool.call.result', '{"isError":"true"}')],
    ['an error response', pair('gen_ai.tool.call.result', '{"jsonrpc":"2.0","error":{"code":1}}')],
    ['a result that failed, encoded twice', pair('gen_ai.tool.call.result', '"{\\"isError\\":true}"')],
  ])('%s', (_, attribute) => {
    const { response } = recordOf(callAttributes('add_deploy_key', attribute), { status: { code: 1 } });
    expect(response).toMatchObject({ status: 'error', side_effect_asserted: false });
  });
});

describe('what cannot be told is no success', () => {
  it.each([
    ['a status code that no version has', callAttributes('x'), { status: { code: 3 } }],
    ['a span that never ended', callAttributes('x'), { endTimeUnixNano: '0' }],
    [
      'a result with a key twice',
      callAttributes('x', pair('gen_ai.tool.call.result', '{"isError":true,"isError":false}')),
      {},
    ],
    ['a structured result with a key twice', callAttributes('x', map('gen_ai.tool.call.result')), {}],
  ])('%s', (_, attributes, fields) => {
    expect(recordOf(attributes, fields).response).toMatchObject({
      status: 'unknown',
      side_effect_asserted: false,
    });
  });
});

describe('two sources that disagree', () => {
  it('of structured arguments leave none', () => {
    const record = recordOf(callAttributes('add_deploy_key', map('gen_ai.tool.call.arguments')));
    expect(record).toMatchObject({
      classification: 'classified_incomplete',
      reason_code: 'unsupported_argument_shape',
    });
  });

  it.each([
    ['in an array', { arrayValue: { values: [map('x').value] } }],
    ['in a map', { kvlistValue: { values: [map('x')] } }],
  ])('of arguments leave none, also %s', (_, value) => {
    const values = [pair('owner', 'o'), pair('repo', 'r'), pair('more', value)];
    const given = pair('gen_ai.tool.call.arguments', { kvlistValue: { values } });
    expect(recordOf(callAttributes('add_deploy_key', given)).reason_code).toBe('unsupported_argument_shape');
  });

  it.each([
    ['the draft says call', 'tools/list', 'tools/call'],
    ['the convention says call', 'tools/call', 'tools/list'],
  ])('of the method are a call: %s', (_, current, draft) => {
    const named = [pair('mcp.method.name', current), pair('mcp.method', draft)];
    const entry = readingOf([...named, pair('gen_ai.tool.name', 'x')]);
    expect(entry).toMatchObject({ conflicts: ['mcp_method'], record: { tool: { name: 'x' } } });
  });

  it('of the tool name show in the index, and leave it out where they agree', () => {
    const index = (other: string) => {
      const [run] = documentsIn([documentOf([spanOf(callAttributes('x', pair('mcp.tool.name', other)))])]);
      return JSON.parse(JSON.stringify(run?.index.records[0]));
    };
    expect(index('y').conflicts).toEqual(['tool_name']);
    expect(index('x')).not.toHaveProperty('conflicts');
  });
});

describe('correlation of a server span', () => {
  it.each([
    ['flags without a parent', { flags: 0x301 }, 'none'],
    ['a parent of zeros', { flags: 0x301, parentSpanId: '0'.repeat(16) }, 'malformed_trace_context'],
    ['a parent that is not said to be remote', { flags: 0x201, parentSpanId: '1'.repeat(16) }, 'none'],
    ['a remote parent', { flags: 0x301, parentSpanId: '1'.repeat(16) }, 'propagated_trace_context'],
  ])('with %s', (_, fields, basis) => {
    expect(recordOf(callAttributes('x'), { kind: 2, ...fields }).correlation.basis).toBe(basis);
    expect(recordOf(callAttributes('x'), { kind: 3, ...fields }).correlation.basis).toBe('none');
  });
});
