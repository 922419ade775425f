/**
 * Argument keys that say "this is a secret" (docs/record.md). Closed and published. They drive only the
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
const FOLDED: ReadonlySet<string> = /* @__PURE__ */ foldedKeys();
const LONGEST = /* @__PURE__ */ longestOf(FOLDED);

/** Number of letters and last letter of the listed keys: tells nearly every other key without folding it. */
const OUTLINES: ReadonlySet<number> = /* @__PURE__ */ outlinesOf(FOLDED);

const REMOVED = /^[_\-\p{White_Space}\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]$/u;

/** Whether one of the own, enumerable, top-level keys is secret-like. Values are not read. */
export function hasSecretKey(fields: Readonly<Record<string, unknown>>): boolean {
  for (const key of Object.keys(fields)) if (isSecretKey(key)) return true;
  return false;
}

/**
 * Whether a key is in the list after compatibility folding (NFKC), lower-casing and removal of `_`, `-`, spaces
 * and invisible characters. Linear.
 */
export function isSecretKey(key: string): boolean {
  let letters = 0;
  let last = 0;
  for (let at = 0; at < key.length; at += 1) {
    const code = key.charCodeAt(at);
    if (code >= 0x80) return isSecretKeyUnicode(key);
    if (isAsciiLetter(code)) {
      letters += 1;
      last = code;
    } else if (!isRemovedAscii(code)) return false;
  }
  if (!OUTLINES.has(outline(letters, last))) return false;
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

function foldedKeys(): ReadonlySet<string> {
  return new Set(SECRET_KEYS.map((key) => key.replaceAll('_', '')));
}

function longestOf(keys: ReadonlySet<string>): number {
  return Math.max(...[...keys].map((key) => key.length));
}

function outlinesOf(keys: ReadonlySet<string>): ReadonlySet<number> {
  return new Set([...keys].map((key) => outline(key.length, key.charCodeAt(key.length - 1))));
}

function outline(letters: number, last: number): number {
  return letters * 32 + (last & 31);
}

function isAsciiLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

function isRemovedAscii(code: number): boolean {
  return code <= 0x20 || code === 0x5f || code === 0x2d || code === 0x7f;
}
