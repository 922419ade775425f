import { describe, expect, it } from 'vitest';
import { htmlReport } from '../../../src/report/html/html-report.ts';
import { ATTACKS, HOSTILE, HUGE } from './support/hostile.ts';
import { attribute, Parsed, textOf } from './support/parsed.ts';

const html = htmlReport.render(HOSTILE);
const page = new Parsed(html);
const names = page.all('bdi').map(textOf);

/** Characters that must not stand in a file raw, its own line breaks aside. */
const RAW = /[\0-\x09\x0b-\x1f\x7f-\xa0\xad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ud800-\udfff]/u;

function shown(text: string): string {
  if (text === ATTACKS.marks) return `z${'\u0301'.repeat(4)}${'\\u{301}'.repeat(56)}`;
  return [...text]
    .map((character) =>
      character === '\n' || RAW.test(character)
        ? `\\u{${character.codePointAt(0)?.toString(16)}}`
        : character,
    )
    .join('');
}

describe('hostile names', () => {
  it.each(Object.entries(ATTACKS))('stand as text, spelled out: %s', (_title, text) => {
    expect(names.filter((name) => name === shown(text)).length).toBeGreaterThan(10);
  });

  it('stand whole where they are cut, once', () => {
    const wholes = page
      .all('details')
      .filter((details) => attribute(details, 'class') === 'long')
      .map((details) => textOf(details));
    expect(HUGE.length).toBeGreaterThan(200_000);
    expect(wholes.filter((whole) => whole.endsWith(shown(HUGE).concat('')))).toHaveLength(1);
    expect(names.filter((name) => name === shown(HUGE.slice(0, 160))).length).toBeGreaterThan(10);
    expect(html.split(HUGE.slice(5, 20)).length).toBe(1);
  });

  it('leave nothing raw that does not show', () => {
    expect(html.isWellFormed()).toBe(true);
    expect(RAW.exec(html)).toBeNull();
  });

  it('add no element to those of the report', () => {
    const known =
      /^(?:html|head|meta|title|style|body|a|header|nav|main|footer|section|article|h[123]|p|strong|span|dl|div|dt|dd|ul|li|table|caption|thead|tbody|tr|th|td|details|summary|code|wbr|bdi|mark|i|time)$/;
    const names = [...new Set(page.elements.map(({ tagName }) => tagName))];
    expect(names.filter((name) => !known.test(name))).toEqual([]);
  });

  it('name no part of an object', () => {
    expect(Object.prototype).not.toHaveProperty('polluted');
    expect(names).toContain('constructor');
  });
});
