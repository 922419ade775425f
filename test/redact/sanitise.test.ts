import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sanitise } from '../../src/redact/sanitise.ts';

describe('sanitise', () => {
  it('replaces exactly the control characters other than tab, newline and carriage return, and surrogates', () => {
    const wrong: number[] = [];
    for (let point = 0; point <= 0x10ffff; point += 1) {
      const character = String.fromCodePoint(point);
      const kept = '\t\n\r'.includes(character) || !/^[\p{Cc}\p{Cs}]$/u.test(character);
      if (sanitise(`a${character}b`) !== (kept ? `a${character}b` : 'a\ufffdb')) wrong.push(point);
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    ['', ''],
    ['\ud83d\ude80', '\ud83d\ude80'],
    ['\ude80\ud83d', '\ufffd\ufffd'],
    ['\ud83d\ud83d\ude80', '\ufffd\ud83d\ude80'],
    ['\ud83d\u0000\ude80', '\ufffd\ufffd\ufffd'],
    ['\u001b[31mred\u001b[0m', '\ufffd[31mred\ufffd[0m'],
    ['a\r\n\tb', 'a\r\n\tb'],
    ['\u200b\u202e\ufeff', '\u200b\u202e\ufeff'],
  ])('case %#', (text, safe) => {
    expect(sanitise(text)).toBe(safe);
  });

  it('is idempotent, keeps the length, and leaves nothing to replace', () => {
    const unit = fc.oneof(fc.constantFrom('\ud800', '\udc00', '\u0000', '\u0085', '\n'), fc.string());
    fc.assert(
      fc.property(fc.array(unit), (parts) => {
        const text = parts.join('');
        const safe = sanitise(text);
        expect(sanitise(safe)).toBe(safe);
        expect(safe.length).toBe(text.length);
        expect(safe).not.toMatch(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/);
        expect(safe.isWellFormed()).toBe(true);
      }),
    );
  });
});
