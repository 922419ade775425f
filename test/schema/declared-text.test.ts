import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readText, type TextReading } from '../../src/schema/declared-text.ts';

function parsed(text: string): unknown {
  const reading = readText(text);
  if ('problems' in reading) throw new Error(reading.problems[0]?.message);
  return reading.value;
}

const problemsOf = (reading: TextReading) => ('problems' in reading ? reading.problems : []);

describe('readText', () => {
  it('reads JSON as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(undefined, 2, '\t'), (text, indent) => {
        const value: unknown = JSON.parse(text);
        const written = indent === undefined ? text : JSON.stringify(value, null, indent);
        expect(JSON.stringify(parsed(written))).toBe(JSON.stringify(value));
      }),
      { numRuns: 1000 },
    );
  });

  it.each<[title: string, text: string, value: unknown]>([
    ['an empty text as null', '', null],
    ['a byte order mark', '\ufeff{"a":1}', { a: 1 }],
    ['words that older YAML takes for booleans', 'a: yes\nb: on', { a: 'yes', b: 'on' }],
    ['days as strings', 'until: 2027-01-01', { until: '2027-01-01' }],
    ['anchors', 'a: &x [1]\nb: *x', { a: [1], b: [1] }],
    ['a key that older YAML merges', '<<: { a: 1 }', { '<<': { a: 1 } }],
  ])('reads %s', (_title, text, value) => {
    expect(parsed(text)).toEqual(value);
  });

  it.each([
    ['by an alias', 'x: &k a\nb:\n  a: 1\n  *k : 2'],
    ['by an alias before it', 'x: &k a\nb:\n  *k : 2\n  a: 1'],
    ['as nothing and as an empty text', '? ~\n: 1\n"": 2'],
  ])('refuses a key that stands twice, %s', (_title, text) => {
    expect(problemsOf(readText(text))[0]?.message).toMatch(/a key that its object already has/);
  });

  it('keeps a key called __proto__', () => {
    expect(Object.keys(parsed('__proto__: x') as object)).toEqual(['__proto__']);
  });

  it.each<[title: string, text: string, part: string, place?: object]>([
    ['a key twice', '{"a": 1,\n "a": 2}', 'a key that its object already has', { line: 2, column: 2 }],
    ['two documents', 'a: 1\n---\nb: 1', 'more than one document', { line: 2, column: 1 }],
    ['a tag', 'a: !vault x', 'a tag that is not known', { line: 1, column: 4 }],
    ['an ordered map of older YAML', 'a: !!omap [b: 1]', 'a tag that is not known', { line: 1, column: 4 }],
    ['a set of older YAML', 'a: !!set {b, c}', 'a tag that is not known', { line: 1, column: 4 }],
    [
      'a tag written out',
      'a: !<tag:yaml.org,2002:omap> [b: 1]',
      'a tag that is not known',
      { line: 1, column: 4 },
    ],
    ['another version of YAML', '%YAML 1.1\n---\na: 1', 'YAML 1.2'],
    [
      'a key twice, spelt in two ways',
      'a: 1\n"a": 2',
      'a key that its object already has',
      { line: 2, column: 1 },
    ],
    [
      'very many anchors',
      Array.from({ length: 1_001 }, (_, at) => `k${at}: &a${at} 1`).join('\n'),
      'anchors',
    ],
    ['a text that breaks off', '{"a": 1', 'neither', { line: 1, column: 8 }],
    ['a tab before a key', 'a:\n\tb: 2', 'indented by a tab; use spaces', { line: 2, column: 1 }],
    ['a colon in a value', 'a: b: c', 'in quotes', { line: 1, column: 4 }],
    ['a line out of line', 'a:\n   b: 1\n  c: 2', 'not indented as', { line: 3, column: 1 }],
    ['a line that is no pair', 'a: 1\nb\n', '": " that is missing', { line: 2, column: 1 }],
    ['a pair without a space', 'a:1\nb: 2', 'without ": "', { line: 1, column: 1 }],
    ['a path with brackets', 'from: [labels[]]', 'in quotes, as in ["labels[]"]', { line: 1, column: 14 }],
    ['a line that stands too far in', 'a: 1\n b: 2', 'the next is indented too far', { line: 1, column: 4 }],
    ['a first line that stands too far in', ' a: 1\nb: 2', 'not indented as', { line: 2, column: 1 }],
    ['a bracket that stays open', 'a: [1, 2', 'not closed', { line: 1, column: 9 }],
    ['an anchor that is not there', 'a: *x', 'anchors that are defined'],
    ['an anchor within itself', 'a: &x [*x, *x]', 'anchors that are defined'],
    ['deep brackets', `${'['.repeat(65)}${']'.repeat(65)}`, 'at most 64 levels'],
    ['very deep brackets', '['.repeat(100_000), 'at most 64 levels'],
    ['a deep list', `${'- '.repeat(65)}x`, 'at most 128 columns'],
    [
      'deep blocks',
      Array.from({ length: 130 }, (_, at) => `${' '.repeat(at)}a:`).join('\n'),
      'at most 128 columns',
    ],
    ['a very long text', ' '.repeat(8 * 1024 * 1024 + 1), 'characters long'],
  ])('refuses %s, and says where', (_title, text, part, place = {}) => {
    const [problem, ...others] = problemsOf(readText(text));
    expect(problem).toEqual({ message: expect.stringContaining(part), ...place });
    expect(others).toEqual([]);
  });

  it('refuses anchors that grow without bound', () => {
    const lines = ['a0: &a0 [x]'];
    for (let at = 1; at < 12; at += 1) {
      lines.push(`a${at}: &a${at} [${Array.from({ length: 9 }, () => `*a${at - 1}`).join(', ')}]`);
    }
    expect(problemsOf(readText(lines.join('\n')))).toHaveLength(1);
  });

  it('takes what people nest', () => {
    const deep = `${'['.repeat(64)}${']'.repeat(64)}`;
    expect(problemsOf(readText(deep))).toEqual([]);
    const many = Array.from({ length: 200 }, () => '- [{ a: [1] }]').join('\n');
    expect(problemsOf(readText(many))).toEqual([]);
    const blocks = Array.from({ length: 60 }, (_, at) => `${'  '.repeat(at)}a:`).join('\n');
    expect(problemsOf(readText(blocks))).toEqual([]);
  });

  it.each<[title: string, wrong: (line: string) => string, place: object]>([
    ['a space too few', (line) => line.slice(1), { line: 8, column: 1 }],
    ['a space too many', (line) => ` ${line}`, { line: 7, column: 12 }],
    ['a tab', (line) => `\t${line.trimStart()}`, { line: 8, column: 1 }],
  ])('tells the first fault of a text alone, and indentation first: %s', (_title, wrong, place) => {
    const entry = ['  - id: a', '    class: b', '    tools: c'];
    const lines = ['a: 1', 'list:', ...entry, ...entry, ...entry, ...entry];
    lines[7] = wrong(lines[7] ?? '');
    expect(problemsOf(readText(lines.join('\n')))).toEqual([
      {
        message: expect.stringMatching(
          /got a line (?:that is (?:not )?indented|after which the next is indented)/,
        ),
        ...place,
      },
    ]);
  });

  it('tells at most twenty problems', () => {
    const text = Array.from({ length: 60 }, () => 'a: 1').join('\n');
    expect(problemsOf(readText(text))).toHaveLength(20);
  });

  it('is total, and never shows what a text holds', () => {
    const canary = 'Canary7f3a';
    const piece = fc.constantFrom(
      canary,
      '{',
      '}',
      '[',
      ']',
      ':',
      ' ',
      '\n',
      '- ',
      '"',
      "'",
      '&',
      '*',
      '!',
      '|',
      '>',
      '#',
      '%',
      '\t',
      ',',
      '?',
      '\\',
      '---\n',
      '\ud800',
      '\u0000',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        expect(JSON.stringify(problemsOf(readText(pieces.join(''))))).not.toContain(canary);
      }),
      { numRuns: 3000 },
    );
    fc.assert(fc.property(fc.string(), (text) => void readText(text)));
  });
});

describe('positions', () => {
  const yaml = ['a:', '  - b: 1', '    c: &x { d: 2 }', '  - *x', '"e f": [1,', '  2]'].join('\n');
  const json = '{\n  "a": [ { "b": 1 },\n    7 ]\n}';

  it.each<[title: string, text: string, path: readonly PropertyKey[], place: readonly [number, number]]>([
    ['the document', yaml, [], [1, 1]],
    ['a key', yaml, ['a'], [1, 1]],
    ['an entry of a list', yaml, ['a', 0], [2, 5]],
    ['a key in it', yaml, ['a', 0, 'c'], [3, 5]],
    ['a key in braces', yaml, ['a', 0, 'c', 'd'], [3, 13]],
    ['through an anchor', yaml, ['a', 1, 'd'], [3, 13]],
    ['an entry on the next line', yaml, ['e f', 1], [6, 3]],
    ['what is not there: where it would be', yaml, ['a', 0, 'z', 'y'], [2, 5]],
    ['an entry beyond the last', yaml, ['a', 9], [1, 1]],
    ['a step into a number', yaml, ['a', 0, 'b', 'x'], [2, 5]],
    ['JSON', json, ['a', 0, 'b'], [2, 12]],
    ['JSON, further on', json, ['a', 1], [3, 5]],
    ['nothing', '', ['a'], [1, 1]],
  ])('leads to %s', (_title, text, path, [line, column]) => {
    const reading = readText(text);
    if ('problems' in reading) throw new Error(reading.problems[0]?.message);
    expect(reading.positionOf(path)).toEqual({ line, column });
  });
});
