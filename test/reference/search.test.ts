import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSecrets } from '../../fixtures/capture/scenario.mjs';

/** How a value that leaks may be written; the search must know each, or its silence says nothing. */
const FORMS: readonly (readonly [string, (text: string) => string])[] = [
  ['plain', (text) => text],
  ['JSON-escaped', (text) => JSON.stringify(text)],
  ['JSON-escaped', (text) => JSON.stringify({ record: JSON.stringify([text]) })],
  ['percent-encoded', (text) => encodeURIComponent(text)],
  ['percent-encoded', (text) => new URLSearchParams({ text }).toString()],
  ['base64', (text) => Buffer.from(text).toString('base64')],
  ['base64', (text) => Buffer.from(text).toString('base64url')],
  ['base64', (text) => Buffer.from(JSON.stringify({ text })).toString('base64')],
  ['percent-encoded', (text) => encodeURIComponent(JSON.stringify({ text }))],
  ['hexadecimal', (text) => Buffer.from(text).toString('hex')],
  [
    'hexadecimal',
    (text) =>
      Buffer.from(JSON.stringify([text]))
        .toString('hex')
        .toUpperCase(),
  ],
];

describe('the search for secrets', () => {
  it.each(FORMS)('finds a secret written %s, whatever stands around it', (form, written) => {
    const secret = fc.string({ unit: 'grapheme', minLength: 8, maxLength: 80 });
    const around = fc.string({ unit: 'grapheme', maxLength: 9 });
    fc.assert(
      fc.property(secret, around, around, (value, before, after) => {
        const found = findSecrets('text', written(before + value + after), { value });
        expect(found.map((one) => one.form)).toContain(form);
      }),
    );
  });

  it('finds one line of a block of text', () => {
    const value = `-----BEGIN KEY-----\n${'abcd'.repeat(16)}\n-----END KEY-----`;
    expect(findSecrets('text', `"${'abcd'.repeat(16)}"`, { value })).toEqual([
      { source: 'text', name: 'value', form: 'plain' },
    ]);
  });

  it('finds nothing where nothing is', () => {
    expect(findSecrets('text', 'nothing to see', { value: 'a secret phrase' })).toEqual([]);
  });
});
