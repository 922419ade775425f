import fc from 'fast-check';
import { parseFragment } from 'parse5';
import { describe, expect, it } from 'vitest';
import { escapeHtml } from '../../../src/report/html/escape-html.ts';
import { attribute, type Element, textOf } from './support/parsed.ts';

const CASES: readonly (readonly [title: string, text: string, html: string])[] = [
  ['plain text', 'github.add_deploy_key', 'github.add_deploy_key'],
  ['markup', '<b>&"\'', '&lt;b&gt;&amp;&quot;&#39;'],
  ['the end of a script', '</script>', '&lt;/script&gt;'],
  ['an entity', '&lt;', '&amp;lt;'],
  ['a line break', 'a\nb', 'a\\u{a}b'],
  ['NUL and DEL', '\0\x7f', '\\u{0}\\u{7f}'],
  ['a C1 control', '\x9b', '\\u{9b}'],
  ['a bidirectional override', 'a\u202eb', 'a\\u{202e}b'],
  ['a zero-width space', 'a\u200bb', 'a\\u{200b}b'],
  ['a line separator', 'a\u2028b', 'a\\u{2028}b'],
  ['a lone surrogate', 'a\ud800b', 'a\\u{d800}b'],
  ['a tag character', 'a\u{e0041}', 'a\\u{e0041}'],
  ['a Hangul filler', '\u3164', '\\u{3164}'],
  ['a no-break space', 'a\u00a0b', 'a\\u{a0}b'],
  ['a plain space', 'a b', 'a b'],
  ['a blank braille pattern', '\u2800', '\\u{2800}'],
  ['an old workflow command', '##[error]x', '\\u{23}#[error]x'],
  ['marks that pile up', `e${'\u0301'.repeat(6)}`, `e${'\u0301'.repeat(4)}\\u{301}\\u{301}`],
  ['letters of other scripts', 'Ünïcode שלום 日本', 'Ünïcode שלום 日本'],
  ['what is spelled out already', '\\u{202e}', '\\u{202e}'],
];

/** Written out, so that it does not agree with the source by sharing it. */
const RAW =
  /[\0-\x1f\x7f-\xa0\xad\u061c\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3164\ufeff\ud800-\udfff\u{e0000}-\u{e0fff}]|[\ufe00-\ufe0f]/u;

function readBack(text: string): string {
  return text.replace(/\\u\{([0-9a-f]{1,6})\}/g, (spelled, hex: string) => {
    const code = Number.parseInt(hex, 16);
    return code > 0x10ffff ? spelled : String.fromCodePoint(code);
  });
}

describe('escapeHtml', () => {
  it.each(CASES)('%s', (_title, text, html) => {
    expect(escapeHtml(text)).toBe(html);
  });

  it('is read back by a parser as what it shows, in content and in an attribute', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units)),
      fc.stringMatching(/^[<>&"'=/a-z -]*$/),
    );
    fc.assert(
      fc.property(text, (any) => {
        const { childNodes } = parseFragment(`<p title="${escapeHtml(any)}">${escapeHtml(any)}</p>`);
        const [element, ...more] = childNodes as readonly Element[];
        if (element === undefined) throw new Error('Expected an element');
        const shown = textOf(element);
        expect(more).toEqual([]);
        expect(attribute(element, 'title')).toBe(shown);
        expect(shown).not.toMatch(RAW);
        expect(readBack(shown)).toBe(readBack(any));
      }),
      { seed: 1, numRuns: 2000 },
    );
  });
});
