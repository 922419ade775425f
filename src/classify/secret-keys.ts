/**
 * Argument keys that say "this is a secret" (record spec, section 4). Closed and published. They drive only the
 * reason code of an unknown call; safety does not rest on them, since projection is an allow-list. Plain `key`
 * is deliberately not in it: map keys and issue keys are no secrets.
 */
export const SECRET_KEYS: readonly string[] = [
  'public_key',
  'private_key',
  'ssh_key',
  'token',
  'access_token',
  'refresh_token',
  'id_token',
  'session_token',
  'auth_token',
  'bearer',
  'authorization',
  'cookie',
  'secret',
  'client_secret',
  'signing_secret',
  'webhook_secret',
  'credential',
  'credentials',
  'password',
  'passwd',
  'pwd',
  'passphrase',
  'pin',
  'otp',
  'api_key',
  'apikey',
  'secret_key',
  'access_key',
  'secret_access_key',
  'connection_string',
  'dsn',
];

/** Only lower-case ASCII letters are left in these: any other character rules a key out. */
const FOLDED: ReadonlySet<string> = new Set(SECRET_KEYS.map((key) => key.replaceAll('_', '')));
const LONGEST = Math.max(...[...FOLDED].map((key) => key.length));
const SHORTEST = Math.min(...[...FOLDED].map((key) => key.length));

const REMOVED = /^[_\-\p{White_Space}\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]$/u;

/** Whether one of the own, enumerable, top-level keys is secret-like. Values are not read. */
export function hasSecretKey(fields: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(fields).some(isSecretKey);
}

/**
 * Whether a key is in the list after compatibility folding (NFKC), lower-casing and removal of `_`, `-`, spaces
 * and invisible characters. Linear.
 */
export function isSecretKey(key: string): boolean {
  let letters = 0;
  for (let at = 0; at < key.length; at += 1) {
    const code = key.charCodeAt(at);
    if (code >= 0x80) return isSecretKeyUnicode(key);
    if (isAsciiLetter(code)) letters += 1;
    else if (!isRemovedAscii(code)) return false;
  }
  if (letters < SHORTEST || letters > LONGEST) return false;
  const lower = key.toLowerCase();
  return FOLDED.has(letters === key.length ? lower : lower.replace(/[^a-z]/g, ''));
}

/**
 * Folds one code point after the other: NFKC of a whole string is quadratic in its combining marks (minutes for
 * one key of a megabyte), and nothing it does across code points can give an ASCII letter.
 */
function isSecretKeyUnicode(key: string): boolean {
  let folded = '';
  for (const character of key) {
    for (const part of character.normalize('NFKC').toLowerCase()) {
      if (REMOVED.test(part)) continue;
      if (part < 'a' || part > 'z' || folded.length === LONGEST) return false;
      folded += part;
    }
  }
  return FOLDED.has(folded);
}

function isAsciiLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

function isRemovedAscii(code: number): boolean {
  return code <= 0x20 || code === 0x5f || code === 0x2d || code === 0x7f;
}
