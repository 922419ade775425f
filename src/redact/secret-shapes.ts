import { sanitise } from './sanitise.ts';

/** One row of the published table: a value in which the pattern is found holds a secret. */
export interface SecretShape {
  readonly name: string;
  /** In words, for the docs. */
  readonly shape: string;
  /** Source of a regular expression with the flag `u`; `EDGE` included. */
  readonly pattern: string;
  /** One of these, whatever its case, stands in every hit; the first three characters are looked for first. */
  readonly literals: readonly string[];
}

/** A shape does not begin in the middle of a word: no letter or digit before it. */
const EDGE = '(?<![\\p{L}\\p{Nd}])';

/**
 * Well-known token formats (docs/record.md). Rows may be added in a minor version, never taken away.
 *
 * Each pattern is linear in the text: a run is either bounded, or ends at a character which the literal before it
 * contains, so that no two attempts read the same run. The JWT is found from its first dot, looking back, because
 * `-eyJ` can stand in one run many times.
 */
export const SECRET_SHAPES: readonly SecretShape[] = [
  {
    name: 'github-token',
    shape: '`ghp_`, `gho_`, `ghu_`, `ghs_` or `ghr_` and 30 or more letters and digits',
    pattern: `${EDGE}gh[pousr]_[A-Za-z0-9]{30}`,
    literals: ['ghp', 'gho', 'ghu', 'ghs', 'ghr'],
  },
  {
    name: 'github-fine-grained-token',
    shape: '`github_pat_` and 22 or more letters, digits and `_`',
    pattern: `${EDGE}github_pat_[A-Za-z0-9_]{22}`,
    literals: ['_pat_'],
  },
  {
    name: 'gitlab-token',
    shape: '`glpat-` and 20 or more base64url characters',
    pattern: `${EDGE}glpat-[A-Za-z0-9_-]{20}`,
    literals: ['glpat-'],
  },
  {
    name: 'slack-token',
    shape:
      '`xoxa-`, `xoxb-`, `xoxe-`, `xoxo-`, `xoxp-`, `xoxr-` or `xoxs-` and 10 or more letters, digits and `-`',
    pattern: `${EDGE}xox[abeoprs]-[A-Za-z0-9-]{10}`,
    literals: ['xox'],
  },
  {
    name: 'slack-app-token',
    shape: '`xapp-` and 10 or more letters, digits and `-`',
    pattern: `${EDGE}xapp-[A-Za-z0-9-]{10}`,
    literals: ['xapp-'],
  },
  {
    name: 'aws-access-key-id',
    shape: '`AKIA` or `ASIA` and 16 or more capitals and digits',
    pattern: `${EDGE}A[KS]IA[A-Z0-9]{16}`,
    literals: ['AKIA', 'ASIA'],
  },
  {
    name: 'google-api-key',
    shape: '`AIza` and 35 or more base64url characters',
    pattern: `${EDGE}AIza[A-Za-z0-9_-]{35}`,
    literals: ['AIza'],
  },
  {
    name: 'google-oauth-token',
    shape: '`ya29.` and 20 or more base64url characters',
    pattern: `${EDGE}ya29\\.[A-Za-z0-9_-]{20}`,
    literals: ['ya29.'],
  },
  {
    name: 'openai-or-anthropic-key',
    shape: '`sk-` and 20 or more base64url characters',
    pattern: `${EDGE}sk-[A-Za-z0-9_-]{20}`,
    literals: ['sk-'],
  },
  {
    name: 'stripe-key',
    shape: '`sk_live_`, `sk_test_`, `rk_live_` or `rk_test_` and 16 or more letters and digits',
    pattern: `${EDGE}[rs]k_(?:live|test)_[A-Za-z0-9]{16}`,
    literals: ['k_live_', 'k_test_'],
  },
  {
    name: 'npm-token',
    shape: '`npm_` and 36 or more letters and digits',
    pattern: `${EDGE}npm_[A-Za-z0-9]{36}`,
    literals: ['npm_'],
  },
  {
    name: 'pypi-token',
    shape: '`pypi-` and 16 or more base64url characters',
    pattern: `${EDGE}pypi-[A-Za-z0-9_-]{16}`,
    literals: ['pypi-'],
  },
  {
    name: 'hugging-face-token',
    shape: '`hf_` and 30 or more letters and digits',
    pattern: `${EDGE}hf_[A-Za-z0-9]{30}`,
    literals: ['hf_'],
  },
  {
    name: 'sendgrid-key',
    shape: '`SG.`, 16 or more base64url characters, `.`, 16 or more again',
    pattern: `${EDGE}SG\\.[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16}`,
    literals: ['SG.'],
  },
  {
    name: 'jwt',
    shape: 'three base64url parts with `.` between, the first beginning `eyJ` (the second may be empty: JWE)',
    pattern: `\\.(?<=${EDGE}eyJ[A-Za-z0-9_-]*\\.)[A-Za-z0-9_-]*\\.[A-Za-z0-9_-]`,
    literals: ['eyJ'],
  },
  {
    name: 'pem-block',
    shape: '`-----BEGIN `',
    pattern: `${EDGE}-----BEGIN `,
    literals: ['-----BEGIN '],
  },
  {
    name: 'ssh-key',
    shape: '`ssh-rsa`, `ssh-dss`, `ssh-ed25519` or `ecdsa-sha2-…`, a space and `AAAA`',
    pattern: `${EDGE}(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-[a-z0-9-]{1,32})(?:@openssh\\.com)? AAAA`,
    literals: ['ssh-', 'ecdsa-sha2-'],
  },
  {
    name: 'bearer-credential',
    shape: '`bearer` in any case, white space and 8 or more token characters',
    pattern: `${EDGE}[Bb][Ee][Aa][Rr][Ee][Rr][ \\t]+[A-Za-z0-9._~+/=-]{8}`,
    literals: ['bearer'],
  },
  {
    name: 'url-with-password',
    shape: 'a URL with `user:password@` before the host (the user may be empty)',
    pattern: '://(?<=[A-Za-z0-9+.-]://)[^\\s/?#:]*:[^\\s/?#@]+@',
    literals: ['://'],
  },
];

const ANY_SHAPE = new RegExp(SECRET_SHAPES.map(({ pattern }) => pattern).join('|'), 'u');

/** Fifteen bits, five per character: a window holds nothing of what stands more than three characters back. */
const WINDOW_MASK = 0x7fff;
const FILTER = filterOf(SECRET_SHAPES.flatMap(({ literals }) => literals));

/** What a reader does not see, in runs: formats, controls, lone surrogates, all that is ignored by default. */
const INVISIBLE = /[\p{Cf}\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}]+/gu;

/**
 * Whether a text holds a secret's shape anywhere, as it is, once sanitised, or without its invisible characters,
 * which would split a secret. The whole text is searched, however long, in linear time; there is nothing to time
 * out. A hit that is none only masks a label or leaves a field out. `safe` is the sanitised text where it is at hand.
 */
export function hasSecretShape(text: string, safe?: string): boolean {
  const outline = outlineOf(text);
  if (outline === 'plain') return false;
  if (outline === 'literal') {
    if (ANY_SHAPE.test(text)) return true;
    const sanitised = safe ?? sanitise(text);
    if (sanitised !== text && ANY_SHAPE.test(sanitised)) return true;
  }
  const seen = text.replace(INVISIBLE, '');
  return seen !== text && outlineOf(seen) === 'literal' && ANY_SHAPE.test(seen);
}

/**
 * `literal`: the first three characters of one of the literals, or three that share their window, are in the text;
 * else `plain` where all of it is printable ASCII, so that nothing in it is invisible.
 */
function outlineOf(text: string): 'literal' | 'plain' | 'other' {
  let window = 0;
  let isPlain = true;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    window = slide(window, code);
    if (((FILTER[window >>> 5] ?? 0) >>> (window & 31)) & 1) return 'literal';
    if (code < 0x20 || code > 0x7e) isPlain = false;
  }
  return isPlain ? 'plain' : 'other';
}

/** One bit per window, 4 kB. */
function filterOf(literals: readonly string[]): Uint32Array {
  const filter = new Uint32Array((WINDOW_MASK + 1) / 32);
  for (const literal of literals) {
    let window = 0;
    for (const character of literal.slice(0, 3)) window = slide(window, character.charCodeAt(0));
    filter[window >>> 5] = (filter[window >>> 5] ?? 0) | (1 << (window & 31));
  }
  return filter;
}

/** Letters of either case give the same window. */
function slide(window: number, code: number): number {
  return ((window << 5) ^ (code | 0x20)) & WINDOW_MASK;
}
