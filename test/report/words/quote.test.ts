import { describe, expect, it } from 'vitest';
import { named, paragraph } from '../../../src/report/words/paragraph.ts';
import { quoted } from '../../../src/report/words/quote.ts';

describe('a name from outside', () => {
  it.each([
    ['github.add_deploy_key', 'github.add_deploy_key'],
    ['https://example.com/a+b@c', 'https://example.com/a+b@c'],
    ['', '""'],
    ['a b', '"a b"'],
    ['größer', '"größer"'],
    ['say "x"', '"say \\"x\\""'],
    ['::error::x', '"::error::x"'],
    [':x', '":x"'],
    ['a\nb', '"a\\u{a}b"'],
    ['##[x]', '"\\u{23}#[x]"'],
    ['###', '"\\u{23}\\u{23}#"'],
    ['# a', '"# a"'],
  ])('%j is told as %s', (name, expected) => {
    expect(quoted(name)).toBe(expected);
  });

  it('is cut where it is long, a pair of surrogates too', () => {
    expect(quoted('x'.repeat(101))).toBe(`"${'x'.repeat(100)}…"`);
    expect(quoted(`${'x'.repeat(99)}🔑🔑`)).toBe(`"${'x'.repeat(99)}\\u{d83d}…"`);
    expect(quoted('x'.repeat(100))).toBe('x'.repeat(100));
  });

  it('never begins a line of a paragraph with a part of it', () => {
    const words = Array.from({ length: 12 }, () => named('verdict: pass')).join(' ');
    for (const line of paragraph(words, 0).trimEnd().split('\n'))
      expect(line).toMatch(/^ {0,2}"verdict: pass"/);
  });
});

describe('a paragraph', () => {
  it('does not count what switches colours on and off', () => {
    const plain = Array.from({ length: 40 }, () => 'word').join(' ');
    const coloured = Array.from({ length: 40 }, () => '\u001b[31mword\u001b[39m').join(' ');
    expect(coloured).not.toBe(plain);
    expect(paragraph(coloured, 4).replaceAll(/\u001b\[\d+m/g, '')).toBe(paragraph(plain, 4));
    for (const line of paragraph(plain, 4).split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });
});
