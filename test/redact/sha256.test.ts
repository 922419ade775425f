import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseDigest, sha256Hex } from '../../src/redact/sha256.ts';

const runtime = chooseDigest(process);
const portable = chooseDigest(undefined);

describe('sha256Hex', () => {
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
    ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
  ])('gives the published answer (FIPS 180-4 examples), case %#', (text, digest) => {
    expect([sha256Hex(text), runtime(text), portable(text)]).toEqual([digest, digest, digest]);
  });

  it('gives equal digests with and without the runtime, for any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('', '\ud800', '\udc00', '🚀'),
        (text, end) => {
          expect(portable(text + end)).toBe(runtime(text + end));
          expect(sha256Hex(text + end)).toBe(runtime(text + end));
        },
      ),
    );
  });

  it.each(['a\ud800b', '\udfff', '\udc00\ud800', 'end\ud83d'])(
    'takes a lone surrogate as U+FFFD, case %#',
    (text) => {
      const replaced = text.replace(/[\ud800-\udfff]/g, '\ufffd');
      expect([runtime(text), portable(text)]).toEqual([runtime(replaced), runtime(replaced)]);
    },
  );

  it.each([{}, { getBuiltinModule: () => undefined }, { getBuiltinModule: () => ({}) }])(
    'falls back where the runtime has no one-shot hash, case %#',
    (host) => {
      expect(chooseDigest(host)('abc')).toBe(runtime('abc'));
    },
  );
});
