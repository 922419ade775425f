import { ABOUT_PREFIXED_TOKENS } from './about-prefixed-tokens.ts';
import { NAMED_SECRETS } from './named-secrets.ts';
import { PREFIXED_TOKENS } from './prefixed-tokens.ts';
import {
  ALPHANUMERIC,
  BASE64,
  BASE64URL,
  CAPITALS,
  DASHED,
  DOTTED,
  HEX,
  type PrefixedToken,
  prefixedToken,
  type SecretShape,
  WORD,
} from './secret-shape.ts';
import { STRUCTURED_SECRETS } from './structured-secrets.ts';

/**
 * The published table of secret shapes (docs/redaction-lists.md): each row with its name, its shape in words, and where
 * its form is described: the service's own documentation, or the rule of a well-known scanner. Apart from the rows
 * themselves, which every process loads.
 */
export interface PublishedShape extends SecretShape {
  readonly name: string;
  readonly shape: string;
  readonly source: string;
}

type About = readonly [name: string, shape: string, source: string];

/** Of `structured-secrets.ts`, in its order. */
const STRUCTURED: readonly About[] = [
  [
    'slack-token',
    '`xoxa-`, `xoxb-`, `xoxc-`, `xoxd-`, `xoxe-`, `xoxo-`, `xoxp-`, `xoxr-` or `xoxs-` and 10 or more letters, digits, `%` and `-`',
    'Slack docs: token types',
  ],
  [
    'stripe-key',
    '`sk_` or `rk_`, with `org_` or without, `live_`, `test_` or `prod_` and 16 or more letters and digits',
    'gitleaks stripe-access-token',
  ],
  [
    'sendgrid-key',
    '`SG.`, 16 or more base64url characters, `.`, 16 or more again',
    'SendGrid docs: API keys',
  ],
  [
    'telegram-bot-token',
    '5 to 16 digits, `:AA` and 32 or more base64url characters',
    'gitleaks telegram-bot-api-token',
  ],
  ['mailchimp-key', '32 hexadecimal digits, `-us` and one or two digits', 'gitleaks mailchimp-api-key'],
  ['resend-key', '`re_`, 8 letters and digits, `_` and 20 or more again', 'GitHub secret scanning partners'],
  [
    'airtable-token',
    '`pat`, 14 letters and digits, `.` and 40 or more hexadecimal digits',
    'gitleaks airtable-personnal-access-token',
  ],
  ['hubspot-token', '`pat-`, a region such as `na1`, `-` and a UUID', 'HubSpot docs: private apps'],
  [
    'dynatrace-token',
    '`dt0`, a letter and two digits, `.`, 24 capitals and digits, `.` and 40 or more again',
    'gitleaks dynatrace-api-token',
  ],
  [
    'doppler-token',
    '`dp.`, `pt`, `ct`, `st`, `sa`, `scim` or `audit`, `.` and 40 or more letters and digits',
    'gitleaks doppler-api-token',
  ],
  [
    'terraform-cloud-token',
    '14 letters and digits, `.atlasv1.` and 40 or more base64url characters',
    'gitleaks hashicorp-tf-api-token',
  ],
  ['maxmind-key', '6 letters and digits, `_`, 29 again and `_mmk`', 'gitleaks maxmind-license-key'],
  [
    '1password-secret-key',
    '`A3-` and five or six groups of capitals and digits, `-` between',
    'gitleaks 1password-secret-key',
  ],
  [
    'salesforce-token',
    '`00D`, 12 or 15 letters and digits, `!` and 60 or more letters, digits, `.` and `_`',
    'TruffleHog salesforce',
  ],
  [
    'braintree-token',
    '`access_token$`, `production` or `sandbox`, `$` and 16 or more letters, digits and `$`',
    'Braintree docs: access tokens',
  ],
  [
    'plaid-token',
    '`access-`, `sandbox`, `development` or `production`, `-` and a UUID',
    'gitleaks plaid-api-token',
  ],
  [
    'azure-client-secret',
    '3 letters, digits, `_`, `~` and `.`, a digit, `Q~` and 31 or more again, or `-`',
    'gitleaks azure-ad-client-secret',
  ],
  [
    'azure-annotated-key',
    '52 letters and digits, `JQQJ9` and 20 or more again',
    'Microsoft: common annotated security keys',
  ],
  [
    'azure-devops-token',
    '76 letters and digits, `AZDO` and 4 again',
    'Azure DevOps docs: format of personal access tokens',
  ],
  [
    'cloudflare-origin-key',
    '`v1.0-`, 24 hexadecimal digits, `-` and 100 or more again',
    'gitleaks cloudflare-origin-ca-key',
  ],
  ['amazon-mws-key', '`amzn.mws.` and a UUID', 'TruffleHog'],
  [
    'webhook-url',
    'a webhook of Slack, Discord or Microsoft Teams, with its key',
    'gitleaks slack-webhook-url, microsoft-teams-webhook; TruffleHog discordwebhook',
  ],
  [
    'jwt',
    'three base64url parts with `.` between, the first beginning `eyJ` (the second may be empty: JWE)',
    'RFC 7519, RFC 7516',
  ],
  [
    'pem-block',
    '`-----BEGIN `, `---- BEGIN SSH2 ` or `PuTTY-User-Key-File-`',
    'RFC 7468, RFC 4716, PuTTY docs',
  ],
  [
    'ssh-key',
    '`ssh-rsa`, `ssh-dss`, `ssh-ed25519` or `ecdsa-sha2-…`, a space and `AAAA`',
    'OpenSSH: sshd, AUTHORIZED_KEYS',
  ],
  ['bearer-credential', '`bearer` in any case, white space and 8 or more token characters', 'RFC 6750'],
  ['basic-credential', '`Basic `, 8 or more base64 characters and `=`', 'RFC 7617'],
  ['url-with-password', 'a URL with `user:password@` before the host (the user may be empty)', 'RFC 3986'],
];

/** Of `named-secrets.ts`, in its order. */
const NAMED: readonly About[] = [
  [
    'assigned-secret',
    'a name that ends in `password`, `passwd`, `pwd`, `passphrase`, `_pass`, `secret`, `token`, `api_key`, `access_key`, `private_key` or the like, then `=` and 6 or more characters, or `: ` and 16 or more, or fewer with a digit among them; quoted, JSON in a string and `{"name", "value"}` pairs as well',
    'gitleaks generic-api-key; detect-secrets KeywordDetector',
  ],
  [
    'secret-option',
    '`--`, a name as above, white space and 4 or more characters',
    'detect-secrets KeywordDetector',
  ],
  [
    'connection-string-password',
    '`;` or `?`, `Password`, `Pwd`, `AccountKey` or `SharedAccessKey`, `=` and a value',
    'ADO.NET and Azure docs: connection strings',
  ],
  [
    'signed-url',
    '`?` or `&`, `sig`, `signature`, `X-Amz-Signature`, `X-Goog-Signature`, `X-Amz-Security-Token` or `code`, `=` and 16 or more characters',
    'AWS, Google Cloud and Azure docs: signed URLs',
  ],
  [
    'authorization-header',
    '`authorization`, `:` or `=` and a scheme with 8 or more characters, or a value that no sentence has',
    'RFC 9110',
  ],
  ['cookie-header', '`cookie`, `:`, a name, `=` and 8 or more characters', 'RFC 6265'],
];

const ALPHABET_WORDS: Readonly<Record<string, string>> = {
  [CAPITALS]: 'capitals and digits',
  [HEX]: 'hexadecimal digits',
  [ALPHANUMERIC]: 'letters and digits',
  [WORD]: 'letters, digits and `_`',
  [DASHED]: 'letters, digits and `-`',
  [BASE64URL]: 'base64url characters',
  [BASE64]: 'base64 characters',
  [DOTTED]: 'letters, digits, `_`, `=`, `.` and `-`',
};

export const PUBLISHED_SHAPES: readonly PublishedShape[] = [
  ...PREFIXED_TOKENS.map(publishedToken),
  ...STRUCTURED_SECRETS.map((row, index) => published(row, STRUCTURED[index])),
  ...NAMED_SECRETS.map((row, index) => published(row, NAMED[index])),
];

function publishedToken(token: PrefixedToken): PublishedShape {
  const [starts, alphabet, least] = token;
  const row = prefixedToken(token);
  const listed = row.literals.map((literal) => `\`${literal}\``);
  const last = listed.pop();
  const shape = `${listed.length > 0 ? `${listed.join(', ')} or ` : ''}${last} and ${least} or more ${ALPHABET_WORDS[alphabet]}`;
  const [name, source] = ABOUT_PREFIXED_TOKENS[starts] ?? [];
  return published(row, name === undefined || source === undefined ? undefined : [name, shape, source]);
}

function published(row: SecretShape, about: About | undefined): PublishedShape {
  if (about === undefined)
    throw new Error(`Expected a name for the secret shape ${row.pattern} in src/redact/about-*.ts, got none`);
  const [name, shape, source] = about;
  return { ...row, name, shape, source };
}
