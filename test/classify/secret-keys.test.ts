import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasSecretKey, isSecretKey, SECRET_KEYS } from '../../src/classify/secret-keys.ts';

/** The rule as it is published, over the whole key. */
function isListed(key: string): boolean {
  const removed = /[_\-\p{White_Space}\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu;
  const folded = key.normalize('NFKC').toLowerCase().replace(removed, '');
  return SECRET_KEYS.some((listed) => listed.replaceAll('_', '') === folded);
}

describe('secret-like keys', () => {
  it('are the published list', () => {
    expect(SECRET_KEYS).toEqual(
      (
        'public_key private_key ssh_key token access_token refresh_token id_token session_token auth_token ' +
        'bearer authorization cookie secret client_secret signing_secret webhook_secret credential credentials ' +
        'password passwd pwd passphrase pin otp api_key apikey secret_key access_key secret_access_key ' +
        'connection_string dsn'
      ).split(' '),
    );
  });

  it('hold letters and underscores only, which the folding relies on', () => {
    expect(SECRET_KEYS.filter((key) => !/^[a-z_]+$/.test(key))).toEqual([]);
  });

  it.each(SECRET_KEYS)('%s, in every spelling', (key) => {
    const camel = key.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
    const fullWidth = key.replace(/[a-z_]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0));
    const spellings = [
      key,
      key.toUpperCase(),
      camel,
      key.replaceAll('_', '-'),
      key.replaceAll('_', ' '),
      key.replaceAll('_', ''),
      `_${key}__`,
      fullWidth,
      fullWidth.toUpperCase(),
      `\u007f${key}\u007f`,
      `\u0600${key}\ufff9`,
      [...key].join('\u200b'),
      [...key].join('\u00ad'),
      [...key].join('\u3164'),
      [...key].join('\ufe0f'),
      [...key].join('\u034f'),
      `\u0000${key}\u0085`,
      `\u00a0${key}\u3000`,
      `\u{e0041}${key}`,
    ];
    expect(spellings.filter((spelling) => !isSecretKey(spelling))).toEqual([]);
  });

  it.each([
    'key',
    'keys',
    'public_keys',
    'tokens',
    'token2',
    'token.',
    'x_token',
    'secretary',
    'owner',
    'title',
    'ріn',
    'pin\u0301',
    'to\ud800ken',
    'p\u0130n',
    '',
    '_',
    '\u200b',
    '__proto__',
    'constructor',
  ])('%j is not one', (key) => {
    expect(isSecretKey(key)).toBe(false);
  });

  it('are found as published, key by key', () => {
    const unit = fc.constantFrom(...'pinPIN_- \u200b\u00ad\uff50\u017f\u212a\u0301\u{1d429}\ud800.1otk');
    const nearListed = fc
      .tuple(fc.constantFrom(...SECRET_KEYS), fc.string({ unit, maxLength: 3 }), fc.nat(20))
      .map(([key, added, at]) => key.slice(0, at) + added + key.slice(at));
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit, maxLength: 6 }), fc.string({ unit: 'binary' }), nearListed),
        (key) => {
          expect(isSecretKey(key)).toBe(isListed(key));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('are found in a key of a megabyte of combining marks without end', () => {
    expect(isSecretKey(`pin${'\u0301\u0316'.repeat(500_000)}`)).toBe(false);
    expect(isSecretKey(`p${'\u200b'.repeat(1_000_000)}in`)).toBe(true);
  });

  it('are looked for among own keys at the top level', () => {
    expect(hasSecretKey({ a: 1, Token: null })).toBe(true);
    expect(hasSecretKey({ a: { token: 'x' }, b: ['token'] })).toBe(false);
    expect(hasSecretKey(JSON.parse('{"__proto__": {"token": "x"}}'))).toBe(false);
    expect(hasSecretKey({})).toBe(false);
  });
});
