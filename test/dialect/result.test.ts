import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resultSays } from '../../src/dialect/result.ts';
import { REPEATED_KEY } from '../../src/span/repeated-key.ts';

const failure = { content: [], isError: true };
const toolMessage = { lc: 1, type: 'constructor', kwargs: { status: 'error', content: '' } };

describe('a result says', () => {
  it.each([
    ['isError', failure],
    ['isError in text', JSON.stringify(failure)],
    ['isError in text encoded twice', JSON.stringify(JSON.stringify(failure))],
    ['is_error', { result: 'text', is_error: true }],
    ["the status of LangChain's message", toolMessage],
    ['the same below output', { output: toolMessage }],
    ['the status of output', { output: { status: 'error' } }],
    [
      'the status of a dumped message',
      { type: 'tool', tool_call_id: 'call_1', content: '', status: 'error' },
    ],
    ['isError as a word', { isError: 'True' }],
    ['the error of a JSON-RPC response', { jsonrpc: '2.0', id: 1, error: { code: -32000 } }],
    ['isError in the result of a response', { jsonrpc: '2.0', id: 1, result: failure }],
    ['isError that stands twice', '{"isError":false,"isError":true}'],
    ['isError on an item of its content', { type: 'text', text: 'done', isError: true }],
    ['a map without prototype', Object.assign(Object.create(null), { isError: true })],
  ])('failure by %s', (_, result) => {
    expect(resultSays(result)).toBe('failure');
  });

  it.each([
    ['isError false', { isError: false }],
    ['no mark', { content: [{ type: 'text', text: '{"isError":true}' }] }],
    ['no mark in text', '{"result":"done"}'],
    ['a list', '[{"type":"text","content":"done"}]'],
    ['a scalar', '"done"'],
    ['a type that is no item of content', { type: 'text', id: 1 }],
    ['a type of its own beside its content', { type: 'text', text: 'done', content: [] }],
    ['isError that says no', { isError: 'false' }],
    ['isError that says nothing', { isError: 1 }],
    ['a JSON-RPC envelope around it', { jsonrpc: '2.0', id: 1, result: { content: [] }, error: null }],
    ['an error of its own', { error: 'none found' }],
    ['another status', { kwargs: { status: 'success' }, status: 'error' }],
    ['the status of what is no message', { type: 'tool', content: '', status: 'error' }],
    ['an inherited mark', Object.create(failure)],
  ])('success where it is whole and has %s', (_, result) => {
    expect(resultSays(result)).toBe('success');
  });

  it.each([
    ['absent', undefined],
    ['null', null],
    ['null in text', 'null'],
    ['empty', ''],
    ['plain text', 'deploy key added'],
    ['one text of its content', '{"type":"text","text":"done","annotations":null}'],
    ['one image of its content', { type: 'image', data: 'AAAA', mimeType: 'image/png' }],
    ['one resource of its content', { type: 'resource', resource: { uri: 'a:b' } }],
    ['cut', JSON.stringify(failure).slice(0, -1)],
    ['cut within its second encoding', JSON.stringify(JSON.stringify(failure).slice(0, -1))],
    ['too long to read', JSON.stringify({ text: 'x'.repeat(1_048_576), isError: true })],
    [
      'a getter that throws',
      {
        get isError() {
          throw new Error('no');
        },
      },
    ],
  ])('nothing where it is %s', (_, result) => {
    expect(resultSays(result)).toBe('nothing');
  });

  it.each([
    ['as text', '{"isError":true,"isError":false}'],
    ['as text encoded twice', JSON.stringify('{"isError":true,"isError":false}')],
    ['below', '{"content":[{"a":1,"a":2}]}'],
    ['too deep to tell', `${'['.repeat(2000)}${']'.repeat(2000)}`],
    ['as a map', { [REPEATED_KEY]: true, isError: false }],
    ['as a map in a response', { jsonrpc: '2.0', result: { [REPEATED_KEY]: true } }],
  ])('what is unclear where a key stands twice: %s', (_, result) => {
    expect(resultSays(result)).toBe('unclear');
  });

  it('one of the four for any value', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withNullPrototype: true }), (value) => {
        expect(['failure', 'success', 'nothing', 'unclear']).toContain(resultSays(value));
      }),
    );
  });
});
