import type { SecretShape } from './secret-shape.ts';

/**
 * Secrets of any form, known by the name that stands before them. Letters of either case; every run is bounded. What
 * begins as a mask, a variable or a template does (`*`, `<`, `$`, `{`, `[`, `%`) is no secret.
 */

const SECRET_NAME =
  '(?:passw(?:or)?d|passphrase|pwd|[_-]pass|secret|token|(?:api|app|access|secret|private|signing|encryption|auth|account|master|service|shared)[_-]?(?:access[_-]?)?key)';

/** Quotes, however often they were escaped, and space. */
const QUOTES = '[\\\\"\' \\t]{0,12}';
const FIRST = '[^\\s"\'`\\\\,;&|()<>$*{}[\\]%=:]';
const OPTION_FIRST = FIRST.replace('[^', '[^-');
const NEXT = '[^\\s"\'`\\\\,;&|()<>]';
const LETTER = '[^\\s"\'`\\\\,;&|()<>$*{}[\\]%=:0-9]';
/** Nothing that a sentence has after a colon: long, or with a digit behind three other characters. */
const UNLIKE_PROSE = `(?:${FIRST}${NEXT}{15}|${LETTER}{3,24}[0-9])`;

export const NAMED_SECRETS: readonly SecretShape[] = [
  {
    name: 'assigned-secret',
    shape:
      'a name that ends in `password`, `passwd`, `pwd`, `passphrase`, `_pass`, `secret`, `token`, `api_key`, `access_key`, `private_key` or the like, then `=` and 6 or more characters, or `: ` and 16 or more, or fewer with a digit among them; quoted, JSON in a string and `{"name", "value"}` pairs as well',
    source: 'gitleaks generic-api-key; detect-secrets KeywordDetector',
    pattern: `${SECRET_NAME}${QUOTES}(?:=>?${QUOTES}${FIRST}${NEXT}{5}|:[\\\\"' \\t]${QUOTES}${UNLIKE_PROSE}|\\\\{0,6}["'][ \\t]{0,3}[:,]${QUOTES}(?:value${QUOTES}:${QUOTES})?\\\\{0,6}["']${FIRST}${NEXT}{5})`,
    anyCase: true,
    literals: ['password', 'passwd', 'passphrase', '_pass', '-pass', 'pwd', 'secret', 'token', 'key'],
    isAtEdge: false,
  },
  {
    name: 'secret-option',
    shape: '`--`, a name as above, white space and 4 or more characters',
    source: 'detect-secrets KeywordDetector',
    pattern: `--[a-z0-9_-]{0,24}${SECRET_NAME}[ \\t]{1,4}["']?${OPTION_FIRST}${NEXT}{3}`,
    anyCase: true,
    literals: ['password', 'passwd', 'passphrase', '_pass', '-pass', 'pwd', 'secret', 'token', 'key'],
    isAtEdge: false,
  },
  {
    name: 'connection-string-password',
    shape: '`;` or `?`, `Password`, `Pwd`, `AccountKey` or `SharedAccessKey`, `=` and a value',
    source: 'ADO.NET and Azure docs: connection strings',
    pattern: `[;?][ \\t]{0,4}(?:password|pwd|accountkey|sharedaccesskey)[ \\t]{0,4}=[ \\t]{0,4}${FIRST}`,
    anyCase: true,
    literals: ['password', 'pwd', 'key'],
    isAtEdge: false,
  },
  {
    name: 'signed-url',
    shape:
      '`?` or `&`, `sig`, `signature`, `X-Amz-Signature`, `X-Goog-Signature`, `X-Amz-Security-Token` or `code`, `=` and 16 or more characters',
    source: 'AWS, Google Cloud and Azure docs: signed URLs',
    pattern: `[?&](?:sig|(?:x-(?:amz|goog)-)?signature|x-amz-security-token|code)=[a-z0-9%/+_-]{16}`,
    anyCase: true,
    literals: ['?sig', '&sig', '?x-', '&x-', '?code', '&code'],
    isAtEdge: false,
  },
  {
    name: 'authorization-header',
    shape:
      '`authorization`, `:` or `=` and a scheme with 8 or more characters, or a value that no sentence has',
    source: 'RFC 9110',
    pattern: `authorization${QUOTES}[:=,]${QUOTES}(?:(?:basic|digest|negotiate|token|apikey|api-key|ssws)[ \\t]{1,4}[a-z0-9+/=_.~-]{8}|${UNLIKE_PROSE})`,
    anyCase: true,
    literals: ['authorization'],
    isAtEdge: false,
  },
  {
    name: 'cookie-header',
    shape: '`cookie`, `:`, a name, `=` and 8 or more characters',
    source: 'RFC 6265',
    pattern: `cookie${QUOTES}[:,]${QUOTES}[a-z0-9_.-]{1,64}=[^\\s;"',]{8}`,
    anyCase: true,
    literals: ['cookie'],
    isAtEdge: false,
  },
];
