import { named, type SecretShape } from './secret-shape.ts';

/**
 * Secrets of any form, known by the name that stands before them. Letters of either case; every run is bounded. What
 * begins as a mask, a variable or a template does (`*`, `<`, `$`, `{`, `[`, `%`) is no secret. What each is called
 * stands in `about-secret-shapes.ts`, in the same order.
 */
export const NAMED_SECRETS: readonly SecretShape[] = /* @__PURE__ */ namedSecrets();

function namedSecrets(): readonly SecretShape[] {
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

  return [
    named(
      `${SECRET_NAME}${QUOTES}(?:=>?${QUOTES}${FIRST}${NEXT}{5}|:[\\\\"' \\t]${QUOTES}${UNLIKE_PROSE}|\\\\{0,6}["'][ \\t]{0,3}[:,]${QUOTES}(?:value${QUOTES}:${QUOTES})?\\\\{0,6}["']${FIRST}${NEXT}{5})`,
      'password',
      'passwd',
      'passphrase',
      '_pass',
      '-pass',
      'pwd',
      'secret',
      'token',
      'key',
    ),
    named(
      `--[a-z0-9_-]{0,24}${SECRET_NAME}[ \\t]{1,4}["']?${OPTION_FIRST}${NEXT}{3}`,
      'password',
      'passwd',
      'passphrase',
      '_pass',
      '-pass',
      'pwd',
      'secret',
      'token',
      'key',
    ),
    named(
      `[;?][ \\t]{0,4}(?:password|pwd|accountkey|sharedaccesskey)[ \\t]{0,4}=[ \\t]{0,4}${FIRST}`,
      'password',
      'pwd',
      'key',
    ),
    named(
      `[?&](?:sig|(?:x-(?:amz|goog)-)?signature|x-amz-security-token|code)=[a-z0-9%/+_-]{16}`,
      '?sig',
      '&sig',
      '?x-',
      '&x-',
      '?code',
      '&code',
    ),
    named(
      `authorization${QUOTES}[:=,]${QUOTES}(?:(?:basic|digest|negotiate|token|apikey|api-key|ssws)[ \\t]{1,4}[a-z0-9+/=_.~-]{8}|${UNLIKE_PROSE})`,
      'authorization',
    ),
    named(`cookie${QUOTES}[:,]${QUOTES}[a-z0-9_.-]{1,64}=[^\\s;"',]{8}`, 'cookie'),
  ];
}
