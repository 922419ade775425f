import { describe, expect, it } from 'vitest';
import { decoded, encodedTexts } from '../../src/redact/encoded-text.ts';
import { hasSecretShape } from '../../src/redact/secret-shapes.ts';
import { SECRET_SAMPLES } from './secrets.ts';

const percent = (text: string) => [...text].map((c) => `%${hex(c)}`).join('');
const escaped = (text: string) => [...text].map((c) => `\\u00${hex(c)}`).join('');
const short = (text: string) => [...text].map((c) => `\\x${hex(c).toUpperCase()}`).join('');
const wide = (text: string) => text.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0));
const base64 = (text: string) => Buffer.from(text).toString('base64');
const hex = (c: string) => c.charCodeAt(0).toString(16).padStart(2, '0');

const WAYS: readonly (readonly [name: string, way: (text: string) => string])[] = [
  ['percent signs', percent],
  ['percent signs, twice', (text) => percent(percent(text))],
  ['escapes of JSON', escaped],
  ['escapes of JSON in a string', (text) => JSON.stringify(escaped(text))],
  ['escapes in braces', (text) => [...text].map((c) => `\\u{${hex(c)}}`).join('')],
  ['short escapes', short],
  ['full-width letters', wide],
  ['a URL as it is encoded', (text) => encodeURIComponent(text).replace(/[_.-]/g, percent)],
  ['base64', base64],
  ['base64 behind a word', (text) => `data:text/plain;base64,${base64(`a text, then ${text} and more`)}`],
  ['base64 with percent signs', (text) => encodeURIComponent(base64(`${text}??>>`))],
];

describe('a secret that is written otherwise', () => {
  it.each(WAYS)('in %s', (_name, way) => {
    const missed = SECRET_SAMPLES.filter(({ hit }) => hit.length > 18 && !hasSecretShape(way(hit)));
    expect(missed.map(({ name }) => name)).toEqual([]);
  });
});

describe('decoded', () => {
  it.each([
    ['%67%68%70%5f', 'ghp_'],
    ['%2567', 'g'],
    ['100%25', '100%'],
    ['%c3%a9', '%c3%a9'],
    ['%zz %', '%zz %'],
    ['\\u0067\\x68\\u{70}\\\\u005f', 'ghp_'],
    ['\\u00e9 \\n', '\\u00e9 \\n'],
    ['ｇｈｐ＿', 'ghp_'],
    ['é \ufb03 ½', 'é \ufb03 ½'],
    ['a\u200bb\u0000c\ud800', 'abc'],
    ['g%00h', 'gh'],
  ])('case %#', (text, plain) => {
    expect(decoded(text)).toBe(plain);
  });
});

describe('encodedTexts', () => {
  it.each([
    [base64('a text of some length'), ['a text of some length']],
    [
      `x ${base64('a text of some length')} y ${base64('another text of some')}`,
      ['a text of some length', 'another text of some'],
    ],
    [base64('too short'), []],
    [Buffer.alloc(64, 0xff).toString('base64'), []],
    ['0af7651916cd43dd8448eb211c80319c', []],
    ['', []],
  ])('case %#', (text, plain) => {
    expect(encodedTexts(text)).toEqual(plain);
  });
});
