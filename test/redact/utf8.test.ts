import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exceedsUtf8, utf8Prefix } from '../../src/redact/utf8.ts';

describe('UTF-8 bounds', () => {
  it('agree with the encoder, and cut at a code point', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'é', '中', '🚀', '\ud800', '\udc00') });
    fc.assert(
      fc.property(text, fc.nat(20), (value, limit) => {
        const end = utf8Prefix(value, limit);
        const prefix = value.slice(0, end);
        const next = String.fromCodePoint(value.codePointAt(end) ?? 0);
        expect(Buffer.byteLength(prefix)).toBeLessThanOrEqual(limit);
        if (end < value.length) expect(Buffer.byteLength(prefix + next)).toBeGreaterThan(limit);
        expect(exceedsUtf8(value, limit)).toBe(Buffer.byteLength(value) > limit);
      }),
    );
  });
});
