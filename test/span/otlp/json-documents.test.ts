import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonDocuments } from '../../../src/span/otlp/json-documents.ts';

function read(text: string, { pieceLength = text.length, maxLength = 1000 } = {}) {
  const documents = new JsonDocuments(maxLength);
  const read: unknown[] = [];
  for (let from = 0; from < text.length; from += pieceLength) {
    read.push(...documents.push(text.slice(from, from + pieceLength)));
  }
  read.push(...documents.end());
  return read;
}

const refused = (line: number, lastLine: number, code: string) => ({
  line,
  lastLine,
  refused: expect.objectContaining({ code }),
});
const document = (line: number, value: unknown) => ({ line, value });

const A = { resourceSpans: [{ scopeSpans: [{ spans: [{ name: '{[ "quoted" \\' }] }] }] };
const B = { resourceSpans: [] };
const LINE_A = JSON.stringify(A);
const LINE_B = JSON.stringify(B);
const SPREAD_A = JSON.stringify(A, null, 2);
const SPREAD_B = JSON.stringify(B, null, '\t');
const LINES_OF_A = SPREAD_A.split('\n').length;

describe('JsonDocuments', () => {
  it.each([
    ['nothing', '', []],
    ['blank lines', '\n \n\r\n', []],
    ['one document', LINE_A, [document(1, A)]],
    ['JSON lines', `${LINE_A}\n${LINE_B}\n`, [document(1, A), document(2, B)]],
    ['JSON lines with CRLF and blanks', `\r\n${LINE_A}\r\n\r\n${LINE_B}`, [document(2, A), document(4, B)]],
    ['a spread document', `${SPREAD_A}\n`, [document(1, A)]],
    ['a spread document without indentation', SPREAD_A.replace(/^ +/gm, ''), [document(1, A)]],
    ['one element per line', '{"resourceSpans": [\n{},\n{}\n]}', [document(1, { resourceSpans: [{}, {}] })]],
    [
      'spread documents and lines in turn',
      [SPREAD_A, LINE_B, SPREAD_B, LINE_A].join('\n'),
      [document(1, A), document(LINES_OF_A + 1, B), document(LINES_OF_A + 2, B), document(LINES_OF_A + 5, A)],
    ],
    ['a scalar line', '1\n', [document(1, 1)]],
  ])('reads %s', (_title, text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it.each([
    [
      'a line that is no JSON',
      `${LINE_A}\nnot json\n${LINE_B}`,
      [document(1, A), refused(2, 2, 'invalid_json'), document(3, B)],
    ],
    [
      'two documents on a line',
      `${LINE_B}${LINE_B}\n${LINE_A}`,
      [refused(1, 1, 'invalid_json'), document(2, A)],
    ],
    [
      'a last line cut in a string',
      `${LINE_B}\n{"resourceSpans":[{"sche`,
      [document(1, B), refused(2, 2, 'truncated')],
    ],
    [
      'a last line cut after a bracket',
      `${LINE_B}\n{"resourceSpans":[`,
      [document(1, B), refused(2, 2, 'truncated')],
    ],
    ['a last line cut in a literal', `${LINE_B}\n{"a":tru`, [document(1, B), refused(2, 2, 'truncated')]],
    [
      'a line cut in a string, then more',
      `{"resourceSpans":[{"sche\n${LINE_A}`,
      [refused(1, 1, 'invalid_json'), document(2, A)],
    ],
    [
      'a line cut after a bracket, then more',
      `{"resourceSpans":[\n${LINE_A}`,
      [refused(1, 1, 'truncated'), document(2, A)],
    ],
    [
      'a line cut after a value, then more',
      `{"resourceSpans":[{}\n${LINE_A}`,
      [refused(1, 1, 'truncated'), document(2, A)],
    ],
    [
      'a line cut after a value, then another kind',
      `{"a":[{}\n${LINE_A}`,
      [refused(1, 1, 'truncated'), document(2, A)],
    ],
    [
      'two documents on a line, the second cut',
      `{}{"a":[\n${LINE_A}`,
      [refused(1, 1, 'invalid_json'), document(2, A)],
    ],
    [
      'a spread document cut after a bracket, then another',
      `{\n  "resourceSpans": [\n${SPREAD_A}`,
      [refused(1, 2, 'truncated'), document(3, A)],
    ],
    ['a spread document cut at the end', '{\n  "resourceSpans": [\n', [refused(1, 2, 'truncated')]],
    [
      'a spread document with a broken line',
      `{\n  "a": "open,\n  "b": {\n  }\n}\n${SPREAD_A}\n${LINE_B}`,
      [refused(1, 5, 'invalid_json'), document(6, A), document(6 + LINES_OF_A, B)],
    ],
    [
      'a spread document with the wrong bracket',
      `{\n  "a": ]\n}\n${LINE_B}`,
      [refused(1, 3, 'invalid_json'), document(4, B)],
    ],
    [
      'a spread document with a missing comma',
      `{\n  "a": 1\n  "b": 2\n}\n${LINE_B}`,
      [refused(1, 4, 'invalid_json'), document(5, B)],
    ],
    ['text after a spread document', `{\n} x\n${LINE_B}`, [refused(1, 2, 'invalid_json'), document(3, B)]],
  ])('refuses %s and reads the rest', (_title, text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it('refuses a document that nests too deep, before it is parsed', () => {
    expect(read(`${'['.repeat(1001)}\n${LINE_B}`, { maxLength: 5000 })).toEqual([
      refused(1, 1, 'invalid_json'),
      document(2, B),
    ]);
  });

  it('bounds a line and a spread document, and reads on', () => {
    const long = `"${'x'.repeat(100)}"`;
    const spread = `{\n${'  "a": 1,\n'.repeat(20)}}`;
    expect(read(`${long}\n${LINE_B}\n${spread}\n${LINE_B}`, { maxLength: 90, pieceLength: 7 })).toEqual([
      refused(1, 1, 'document_too_large'),
      document(2, B),
      refused(3, 24, 'document_too_large'),
      document(25, B),
    ]);
  });

  it('never quotes the text in a refusal', () => {
    for (const text of ['canary', '{"canary": x}', '{"canary', '{\n"canary": 1']) {
      expect(JSON.stringify(read(text))).not.toContain('canary');
    }
  });

  it('gives the same documents however the text is cut into pieces', () => {
    const line = fc.constantFrom(
      LINE_A,
      LINE_B,
      SPREAD_A,
      SPREAD_B,
      'x',
      '{"a":[',
      '{"b":"',
      ']}',
      '',
      '  }',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), fc.integer({ min: 1, max: 20 }), (lines, pieceLength) => {
        const text = lines.join('\n');
        expect(read(text, { pieceLength })).toEqual(read(text));
      }),
    );
  });

  it('reads every whole line of a file that was cut anywhere', () => {
    const text = `${LINE_A}\n${LINE_B}\n${LINE_A}\n`;
    for (let length = 0; length <= text.length; length += 1) {
      const cut = text.slice(0, length);
      const whole = cut.split('\n').length - 1;
      const documents = read(cut).filter((piece) => 'value' in (piece as object));
      expect(documents.length).toBeGreaterThanOrEqual(whole);
    }
  });
});
