import { describe, expect, it } from 'vitest';
import { codeWord } from '../../../src/report/html/code-word.ts';
import { Names } from '../../../src/report/html/names.ts';
import { Prose, prose, sentence } from '../../../src/report/html/prose.ts';

describe('prose', () => {
  it('makes code of what stands between backticks, where they are pairs', () => {
    expect(String(prose(new Names(), 'say `a < b` or `c`'))).toBe(
      'say <code>a &lt; b</code> or <code>c</code>',
    );
    expect(String(prose(new Names(), 'an odd ` one'))).toBe('an odd ` one');
  });

  it('writes what is quoted as a name, whatever is in it', () => {
    const words = prose(new Names(), (quote) => `${quote('`a`\u00010\u0001<')} and ${quote('b')}`);
    expect(String(words)).toBe('<bdi>`a`<mark>\\u{1}</mark>0<mark>\\u{1}</mark>&lt;</bdi> and <bdi>b</bdi>');
  });

  it('keeps names apart over several sentences', () => {
    const words = new Prose(new Names());
    const [one, other] = [`is ${words.quote('a')}`, `is ${words.quote('b')}`];
    expect([words.html(other), words.html(one)].map(String)).toEqual(['is <bdi>b</bdi>', 'is <bdi>a</bdi>']);
  });

  it('breaks lines where a terminal may not', () => {
    expect(String(prose(new Names(), 'a\u0000b'))).toBe('a b');
  });
});

describe('sentence', () => {
  it('begins and ends as one', () => {
    expect(sentence('let it be')).toBe('Let it be.');
  });
});

describe('codeWord', () => {
  it('breaks between its parts', () => {
    expect(String(codeWord('unclassified.high_risk'))).toBe('<code>unclassified.<wbr>high_<wbr>risk</code>');
  });
});
