/**
 * A hit and a near miss for every row of the published table, put together at run time so that no scanner of
 * repositories takes a test for a leak.
 */
export interface SecretSample {
  readonly name: string;
  readonly hit: string;
  readonly miss: string;
}

const a = (count: number): string => 'a1B2c3D4e5'.repeat(10).slice(0, count);
const A = (count: number): string => a(count).toUpperCase();

function samples(name: string, rows: readonly (readonly [hit: string, miss: string])[]): SecretSample[] {
  return rows.map(([hit, miss]) => ({ name, hit, miss }));
}

export const SECRET_SAMPLES: readonly SecretSample[] = [
  ...samples(
    'github-token',
    [...'pousr'].map((kind) => [`gh${kind}_${a(30)}`, `gh${kind}_${a(29)}_`] as const),
  ),
  ...samples('github-token', [[`ghp_${a(36)}`, `ghx_${a(36)}`]]),
  ...samples('github-fine-grained-token', [[`github_pat_${a(11)}_${a(10)}`, `github_pat_${a(21)}-`]]),
  ...samples('gitlab-token', [[`glpat-${a(9)}_-${a(9)}`, `glpat-${a(19)}`]]),
  ...samples(
    'slack-token',
    [...'abeoprs'].map((kind) => [`xox${kind}-${a(5)}-${a(4)}`, `xox${kind}-${a(9)}`] as const),
  ),
  ...samples('slack-token', [[`xoxb-${a(10)}`, `xoxc-${a(30)}`]]),
  ...samples('slack-app-token', [[`xapp-1-${a(8)}`, `xapp-${a(9)}`]]),
  ...samples('aws-access-key-id', [
    [`AKIA${A(16)}`, `AKIA${A(15)}`],
    [`ASIA${A(16)}`, `ASIA${A(15)}a`],
    [`AKIA${A(17)}`, `AKIB${A(16)}`],
  ]),
  ...samples('google-api-key', [[`AIza${a(33)}-_`, `AIza${a(34)}`]]),
  ...samples('google-oauth-token', [[`ya29.${a(18)}-_`, `ya29.${a(19)}`]]),
  ...samples('openai-or-anthropic-key', [
    [`sk-${a(20)}`, `sk-${a(19)}`],
    [`sk-ant-api03-${a(20)}`, `sk-ant-${a(15)}`],
  ]),
  ...samples('stripe-key', [
    [`sk_live_${a(16)}`, `sk_live_${a(15)}`],
    [`sk_test_${a(16)}`, `sk_prod_${a(16)}`],
    [`rk_live_${a(16)}`, `pk_live_${a(16)}`],
    [`rk_test_${a(16)}`, `rk_test_${a(15)}_`],
  ]),
  ...samples('npm-token', [[`npm_${a(36)}`, `npm_${a(35)}`]]),
  ...samples('pypi-token', [[`pypi-${a(14)}-_`, `pypi-${a(15)}`]]),
  ...samples('hugging-face-token', [[`hf_${a(30)}`, `hf_${a(29)}`]]),
  ...samples('sendgrid-key', [
    [`SG.${a(22)}.${a(43)}`, `SG.${a(22)}-${a(43)}`],
    [`SG.${a(16)}.${a(16)}`, `SG.${a(15)}.${a(16)}`],
    [`SG.${a(16)}.${a(16)}`, `SG.${a(16)}.${a(15)}`],
  ]),
  ...samples('jwt', [
    [`eyJ${a(10)}.eyJ${a(10)}.${a(10)}`, `eyJ${a(10)}.eyJ${a(10)}`],
    [`eyJ${a(10)}.${a(5)}.-`, `eyJ${a(10)}.${a(5)} .${a(5)}`],
    [`eyJ${a(10)}..${a(5)}.${a(5)}.${a(5)}`, `eyK${a(10)}.${a(5)}.${a(5)}`],
    [`eyJ${a(10)}_-.${a(5)}.${a(5)}`, `EYJ${a(10)}.${a(5)}.${a(5)}`],
    [`_-eyJ${a(10)}.${a(5)}.${a(5)}`, `eyJ${a(10)}=.${a(5)}.${a(5)}`],
  ]),
  ...samples('pem-block', [
    ['-----BEGIN RSA PRIVATE KEY-----', '-----BEGIN'],
    ['\n-----BEGIN PUBLIC KEY-----', '---- BEGIN KEY'],
  ]),
  ...samples(
    'ssh-key',
    ['ssh-rsa', 'ssh-dss', 'ssh-ed25519', 'ecdsa-sha2-nistp256', 'sk-ssh-ed25519@openssh.com'].map(
      (kind) => [`${kind} AAAA${a(8)}`, `${kind} AAA`] as const,
    ),
  ),
  ...samples('ssh-key', [
    [`ecdsa-sha2-nistp521 AAAA`, `ssh-foo AAAA${a(8)}`],
    [`ssh-rsa AAAA`, `ecdsa-sha2- AAAA${a(8)}`],
  ]),
  ...samples('bearer-credential', [
    [`bearer ${a(8)}`, `bearer ${a(7)}`],
    [`Authorization: Bearer ${a(4)}.${a(3)}`, 'the bearer of news'],
    [`BEARER \t${a(8)}`, `bearer${a(8)}`],
  ]),
  ...samples('url-with-password', [
    [`https://user:${a(3)}@host/path`, 'https://user@host/path'],
    [`postgres://:${a(3)}@host`, 'https://user:@host'],
    [`smtp://me@example.com:${a(3)}@host`, 'https://host:443/@scope/package'],
    [`git+ssh://user:${a(3)}@host`, 'ssh://git@host:22'],
    [`https://user:p:${a(3)}@host`, 'https://host?q=user:pass@host'],
  ]),
];
