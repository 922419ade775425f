import { createHash } from 'node:crypto';

/** A made-up secret, and the parts of it that must not be found anywhere. */
export interface Secret {
  readonly text: string;
  readonly parts: readonly string[];
}

/** No hexadecimal letter and no vowel: what is made of these stands in no digest, id or word by chance. */
const LETTERS = 'gjkqvwxyzGJKQVWXYZ23456789';

/** `length` letters and digits that belong to `seed`, and to no other seed. */
function letters(seed: string, length: number): string {
  let text = '';
  for (let block = 0; text.length < length; block += 1) {
    for (const byte of createHash('sha256').update(`${block}:${seed}`).digest()) {
      text += LETTERS[byte % LETTERS.length];
    }
  }
  return text.slice(0, length);
}

type Make = (part: (length: number) => string) => string;

const line = (part: (length: number) => string): string => part(64);

/** By kind, in the shape of the real ones. */
const KINDS: Readonly<Record<string, Make>> = {
  word: (part) => part(24),
  'word-27': (part) => part(27),
  'word-40': (part) => part(40),
  'word-43': (part) => part(43),
  'word-90': (part) => part(90),
  'base64-40': (part) => part(40),
  'base64-88': (part) => `${part(86)}==`,
  'github-token': (part) => `ghp_${part(36)}`,
  'github-fine-grained-token': (part) => `github_pat_${part(22)}_${part(59)}`,
  'gitlab-token': (part) => `glpat-${part(20)}`,
  'slack-token': (part) => `xoxb-${part(12)}-${part(24)}`,
  'slack-app-token': (part) => `xapp-1-${part(11)}-${part(40)}`,
  'aws-access-key-id': (part) => `AKIA${part(16).toUpperCase()}`,
  'google-api-key': (part) => `AIza${part(35)}`,
  'google-oauth-token': (part) => `ya29.${part(60)}`,
  'openai-key': (part) => `sk-proj-${part(48)}`,
  'anthropic-key': (part) => `sk-ant-api03-${part(95)}`,
  'stripe-key': (part) => `sk_live_${part(24)}`,
  'npm-token': (part) => `npm_${part(36)}`,
  'pypi-token': (part) => `pypi-AgEIcHlwaS5vcmc${part(60)}`,
  'hugging-face-token': (part) => `hf_${part(34)}`,
  'sendgrid-key': (part) => `SG.${part(22)}.${part(43)}`,
  jwt: (part) => `eyJhbGciOiJIUzI1NiJ9.${base64url(`{"jti":"${part(24)}"}`)}.${part(43)}`,
  pem: (part) =>
    `-----BEGIN PRIVATE KEY-----\n${line(part)}\n${line(part)}\n${line(part)}\n-----END PRIVATE KEY-----\n`,
};

export const SECRET_KINDS: readonly string[] = Object.keys(KINDS);

/** The secret of a kind that belongs to `seed`: the same each time, and to no two seeds the same. */
export function secretOf(kind: string, seed: string): Secret {
  const make = KINDS[kind];
  if (make === undefined) throw new Error(`Expected a kind of secret, got ${kind}`);
  const parts: string[] = [];
  const text = make((length) => {
    const part = letters(`${seed}:${parts.length}`, length);
    parts.push(part);
    return part;
  });
  return { text, parts };
}

function base64url(text: string): string {
  return Buffer.from(text).toString('base64url');
}
