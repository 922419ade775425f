import { describe, expect, it } from 'vitest';
import { Names, whole } from '../../../src/report/html/names.ts';

describe('Names', () => {
  it('isolates a name, and says where there is none', () => {
    const names = new Names();
    expect(String(names.show('a<b'))).toBe('<bdi>a&lt;b</bdi>');
    expect(String(names.show(''))).toBe('<span class="none">empty</span>');
    expect(names.long).toEqual([]);
  });

  it('marks what it spells out, and nothing that only looks so', () => {
    const marked = 'a<mark>\\u{202e}</mark>b<mark>\\u{a}</mark>\\u{a}';
    expect(String(new Names().show('a\u202eb\n\\u{a}'))).toBe(`<bdi>${marked}</bdi>`);
    expect(String(whole('a\u202eb\n\\u{a}'))).toBe(`<bdi dir="ltr">${marked}</bdi>`);
  });

  it('cuts a long name once, and keeps its whole', () => {
    const names = new Names();
    const long = 'x'.repeat(161);
    const shown = `<bdi>${'x'.repeat(160)}</bdi>… <a class="cut" href="#name-1">cut, 161 characters</a>`;
    expect(String(names.show(long))).toBe(shown);
    expect(String(names.show(long))).toBe(shown);
    expect(String(names.show(`${long}y`))).toContain('href="#name-2"');
    expect(names.long).toEqual([
      { id: 'name-1', text: long, isKept: true },
      { id: 'name-2', text: `${long}y`, isKept: true },
    ]);
  });

  it('does not cut a character in two', () => {
    expect(String(new Names().show(`${'x'.repeat(159)}😀😀`))).toContain(`<bdi>${'x'.repeat(159)}</bdi>…`);
  });

  it('keeps no more than a report can hold', () => {
    const names = new Names();
    for (const letter of ['a', 'b', 'c']) names.show(letter.repeat(1_500_000));
    names.show('d'.repeat(1000));
    expect(names.long.map(({ isKept }) => isKept)).toEqual([true, true, false, true]);
  });
});
