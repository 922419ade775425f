import { describe, expect, it } from 'vitest';
import { Html, html, joined } from '../../../src/report/html/safe-html.ts';

const EVIL = `"><script>alert('x')</script>`;
const ESCAPED = '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;';

describe('html', () => {
  it('escapes text in content and in attributes', () => {
    expect(String(html`<p title="${EVIL}">${EVIL}</p>`)).toBe(`<p title="${ESCAPED}">${ESCAPED}</p>`);
  });

  it('takes markup, lists of it, numbers and nothing', () => {
    const item = html`<li>${1}</li>`;
    expect(String(html`<ul>${item}${[item, item]}${undefined}</ul>`)).toBe(
      '<ul><li>1</li><li>1</li><li>1</li></ul>',
    );
  });

  it('refuses markup as the value of an attribute, which it could end', () => {
    expect(() => html`<p title="${html`<b title="x">`}">`).toThrow(
      new TypeError('Expected the value of an attribute to be text, got markup'),
    );
    expect(() => html`<p title="a ${'b'} ${[html`c`]}">`).toThrow(TypeError);
  });

  it('does not take text from outside for the end of a tag', () => {
    expect(() => html`<p title="${'>'} ${html`c`}">`).toThrow(TypeError);
    expect(String(html`${'<p title='} ${html`<b>c</b>`}`)).toBe('&lt;p title= <b>c</b>');
  });

  it('has no other way in', () => {
    expect(
      Object.getOwnPropertyNames(Html).filter((name) => !['length', 'name', 'prototype'].includes(name)),
    ).toEqual(['template']);
    const forged = Object.create(Html.prototype, { toString: { value: () => EVIL } }) as Html;
    expect(() => String(html`${forged}`)).toThrow(TypeError);
  });
});

describe('joined', () => {
  it('puts the one between the others', () => {
    const letters = ['a', 'b', 'c'].map((letter) => html`<i>${letter}</i>`);
    expect(String(joined(letters, html`, `))).toBe('<i>a</i>, <i>b</i>, <i>c</i>');
    expect(String(joined([], html`, `))).toBe('');
  });
});
