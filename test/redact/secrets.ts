/**
 * A hit and a near miss for every row of the published table, put together at run time so that no scanner of
 * repositories takes a test for a leak.
 */
export interface SecretSample {
  readonly name: string;
  readonly hit: string;
  readonly miss: string;
}

const a = (count: number): string => 'g1H2k3M4n5'.repeat(20).slice(0, count);
const A = (count: number): string => a(count).toUpperCase();
const hex = (count: number): string => '0f1e2d3c4b5a6978'.repeat(10).slice(0, count);
const uuid = `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`;

function samples(name: string, rows: readonly (readonly [hit: string, miss: string])[]): SecretSample[] {
  return rows.map(([hit, miss]) => ({ name, hit, miss }));
}

/** Of a token that is known by how it begins: as a service gives it, and one character short of what is asked for. */
function tokens(
  name: string,
  starts: string,
  body: (count: number) => string,
  whole: number,
  least: number,
): SecretSample[] {
  return samples(
    name,
    starts.split(' ').map((start) => [start + body(whole), `${start}${body(least - 1)} ${start}`] as const),
  );
}

export const SECRET_SAMPLES: readonly SecretSample[] = [
  ...tokens('github-token', 'ghp_ gho_ ghu_ ghs_ ghr_', a, 36, 30),
  ...samples('github-token', [[`ghp_${a(30)}`, `ghx_${a(36)}`]]),
  ...samples('github-fine-grained-token', [[`github_pat_${a(11)}_${a(10)}`, `github_pat_${a(21)}-`]]),
  ...samples('gitlab-token', [[`glpat-${a(9)}_-${a(9)}`, `glpat-${a(19)}`]]),
  ...tokens('gitlab-other-token', 'gldt- glrt- glrtr- glcbt- glptt- glft- glimt- glagent-', a, 20, 20),
  ...tokens('gitlab-other-token', 'gloas- glsoat- glffct- glwt- GR1348941', a, 20, 20),
  ...tokens('atlassian-token', 'ATATT3 ATCTT3', a, 186, 28),
  ...tokens('atlassian-token', 'ATBB', a, 32, 28),
  ...tokens('npm-token', 'npm_', a, 36, 36),
  ...samples('pypi-token', [[`pypi-${a(14)}-_`, `pypi-${a(15)}`]]),
  ...tokens('rubygems-token', 'rubygems_', hex, 48, 32),
  ...tokens('crates-token', 'cio', a, 32, 32),
  ...tokens('nuget-key', 'oy2', a, 43, 43),
  ...tokens('clojars-token', 'CLOJARS_', a, 60, 40),
  ...tokens('docker-token', 'dckr_pat_ dckr_oat_', a, 27, 20),
  ...tokens('artifactory-key', 'AKCp', a, 69, 55),
  ...tokens('artifactory-key', 'cmVmd', a, 59, 55),
  ...samples('sourcegraph-token', [[`sgp_${hex(16)}_${hex(40)}`, `sgp_${hex(39)}`]]),
  ...tokens('sonar-token', 'sqp_ squ_ sqa_', hex, 40, 40),

  ...samples('aws-access-key-id', [
    [`AKIA${A(16)}`, `AKIA${A(15)}`],
    [`ASIA${A(16)}`, `ASIA${A(15)}a`],
    [`AKIA${A(17)}`, `AKIB${A(16)}`],
    [`ABIA${A(16)}`, `ABIA-${A(16)}`],
    [`ACCA${A(16)}`, `ACCA${A(15)}`],
  ]),
  ...tokens('aws-session-token', 'IQoJb3JpZ2lu FwoGZXIvYXdz FQoGZXIvYXdz', a, 180, 20),
  ...tokens('aws-bedrock-key', 'ABSK bedrock-api-key-', a, 128, 60),
  ...tokens('amazon-login-secret', 'amzn1.oa2-cs.v1.', hex, 64, 32),
  ...samples('amazon-mws-key', [[`amzn.mws.${uuid}`, `amzn.mws.${hex(8)}`]]),
  ...samples('google-api-key', [[`AIza${a(33)}-_`, `AIza${a(34)}`]]),
  ...samples('google-oauth-token', [[`ya29.${a(18)}-_`, `ya29.${a(19)}`]]),
  ...tokens('google-oauth-refresh-token', '1//0', a, 60, 35),
  ...tokens('google-oauth-client-secret', 'GOCSPX-', a, 28, 20),
  ...tokens('google-hmac-key', 'GOOG', A, 57, 20),
  ...tokens('alibaba-access-key-id', 'LTAI', a, 20, 16),
  ...tokens('tencent-secret-id', 'AKID', a, 32, 32),
  ...tokens('digitalocean-token', 'dop_v1_ doo_v1_ dor_v1_', hex, 64, 40),
  ...tokens('heroku-key', 'HRKU-', a, 60, 30),
  ...tokens('fly-token', 'fm1r_ fm1a_ fm2_', a, 100, 40),
  ...tokens('fly-older-token', 'fo1_', a, 43, 40),
  ...tokens('netlify-token', 'nfp_ nfc_ nfo_ nfu_', a, 36, 30),
  ...tokens('vercel-token', 'vcp_ vci_ vca_ vcr_ vck_', a, 56, 20),
  ...tokens('vercel-blob-token', 'vercel_blob_rw_', a, 47, 30),
  ...tokens('cloudflare-token', 'cfk_ cfut_ cfat_', a, 48, 40),
  ...samples('cloudflare-origin-key', [[`v1.0-${hex(24)}-${hex(146)}`, `v1.0-${hex(24)}-${hex(99)}`]]),
  ...tokens('databricks-token', 'dapi', hex, 32, 32),
  ...tokens('pulumi-token', 'pul-', hex, 40, 40),
  ...tokens('supabase-token', 'sbp_ sb_secret_', hex, 40, 20),
  ...tokens('neon-key', 'napi_', a, 64, 40),
  ...tokens('mongodb-service-account', 'mdb_sa_sk_', a, 40, 30),
  ...tokens('planetscale-token', 'pscale_tkn_ pscale_pw_ pscale_oauth_', a, 43, 32),
  ...tokens('openshift-token', 'sha256~', a, 43, 43),
  ...samples('tailscale-key', [[`tskey-auth-${a(12)}-${a(32)}`, `tskey-${a(19)}`]]),
  ...tokens('scalingo-token', 'tk-us-', a, 48, 40),

  ...samples('openai-or-anthropic-key', [
    [`sk-${a(20)}`, `sk-${a(19)}`],
    [`sk-ant-api03-${a(20)}`, `sk-ant-${a(15)}`],
    [`sk-proj-${a(74)}`, `sk-proj-${a(14)}`],
  ]),
  ...samples('hugging-face-token', [[`hf_${a(30)}`, `hf_${a(29)}`]]),
  ...tokens('hugging-face-token', 'api_org_', a, 34, 30),
  ...tokens('groq-key', 'gsk_', a, 52, 40),
  ...tokens('xai-key', 'xai-', a, 80, 40),
  ...tokens('perplexity-key', 'pplx-', a, 48, 40),
  ...tokens('replicate-token', 'r8_', a, 37, 30),
  ...tokens('fireworks-key', 'fw_', a, 24, 22),
  ...tokens('together-key', 'tgp_v1_', a, 43, 40),
  ...tokens('cerebras-key', 'csk-', a, 48, 40),
  ...tokens('nvidia-key', 'nvapi-', a, 64, 40),
  ...tokens('elevenlabs-key', 'sk_', hex, 48, 48),
  ...tokens('langsmith-key', 'lsv2_pt_ lsv2_sk_', hex, 32, 32),
  ...tokens('pinecone-key', 'pcsk_', a, 69, 40),
  ...tokens('tavily-key', 'tvly-', a, 32, 20),
  ...tokens('firecrawl-key', 'fc-', hex, 32, 32),
  ...tokens('e2b-key', 'e2b_', hex, 40, 40),
  ...tokens('jina-key', 'jina_', a, 60, 40),
  ...tokens('logfire-token', 'pylf_v1_us_ pylf_v1_eu_', a, 44, 30),

  ...samples('stripe-key', [
    [`sk_live_${a(16)}`, `sk_live_${a(15)}`],
    [`sk_test_${a(16)}`, `sk_beta_${a(16)}`],
    [`sk_prod_${a(16)}`, `sk_prod_${a(15)}`],
    [`rk_live_${a(16)}`, `pk_live_${a(16)}`],
    [`rk_test_${a(16)}`, `rk_test_${a(15)}_`],
    [`sk_org_live_${a(16)}`, `sk_org_${a(16)}`],
  ]),
  ...tokens('stripe-webhook-secret', 'whsec_', a, 32, 24),
  ...tokens('square-token', 'sq0atp-', a, 22, 22),
  ...tokens('square-token', 'sq0csp-', a, 43, 22),
  ...tokens('square-access-token', 'EAAAE EAAAl', a, 60, 55),
  ...tokens('shopify-token', 'shpat_ shpca_ shppa_ shpss_ shptka_', hex, 32, 32),
  ...tokens('flutterwave-key', 'FLWSECK_TEST- FLWSECK-', hex, 32, 12),
  ...tokens('duffel-token', 'duffel_test_ duffel_live_', a, 43, 40),
  ...tokens('shippo-token', 'shippo_live_ shippo_test_', hex, 40, 40),
  ...tokens('easypost-key', 'EZAK EZTK', a, 54, 54),
  ...samples('braintree-token', [
    [`access_token$production$${hex(16)}$${hex(32)}`, `access_token$production$${hex(15)}`],
    [`access_token$sandbox$${hex(16)}$${hex(32)}`, `access_token$other$${hex(16)}`],
  ]),
  ...samples('plaid-token', [
    [`access-production-${uuid}`, `access-production-${hex(8)}`],
    [`access-sandbox-${uuid}`, `access-all-${uuid}`],
    [`access-development-${uuid}`, 'access-development-team'],
  ]),

  ...samples(
    'slack-token',
    [...'abcdeoprs'].map((kind) => [`xox${kind}-${a(5)}-${a(4)}`, `xox${kind}-${a(9)}`] as const),
  ),
  ...samples('slack-token', [[`xoxb-${a(10)}`, `xoxq-${a(30)}`]]),
  ...samples('slack-app-token', [[`xapp-1-${a(8)}`, `xapp-${a(9)}`]]),
  ...samples('webhook-url', [
    [`hooks.slack.com/services/T${A(8)}/B${A(8)}/${a(24)}`, 'hooks.slack.com/services/T0/B0'],
    [`discord.com/api/webhooks/${'1'.repeat(18)}/${a(68)}`, `discord.com/api/webhooks/${'1'.repeat(18)}`],
    [`discordapp.com/api/webhooks/${'1'.repeat(18)}/${a(68)}`, 'discord.com/developers/docs'],
    [`a.webhook.office.com/webhookb2/${uuid}@${uuid}/IncomingWebhook/${hex(32)}`, 'webhook.office.com/docs'],
  ]),
  ...samples('telegram-bot-token', [[`1234567812345678:AA${a(33)}`, `1234567812345678:AA${a(31)}`]]),
  ...tokens('facebook-token', 'EAAM EAAC EAAG', a, 150, 90),
  ...samples('sendgrid-key', [
    [`SG.${a(22)}.${a(43)}`, `SG.${a(22)}-${a(43)}`],
    [`SG.${a(16)}.${a(16)}`, `SG.${a(15)}.${a(16)}`],
    [`SG.${a(16)}.${a(16)}`, `SG.${a(16)}.${a(15)}`],
  ]),
  ...tokens('brevo-key', 'xkeysib- xsmtpsib-', hex, 64, 40),
  ...tokens('mailgun-key', 'key-', hex, 32, 32),
  ...samples('mailchimp-key', [[`${hex(32)}-us12`, `${hex(32)}-uk12`]]),
  ...samples('resend-key', [[`re_${a(8)}_${a(24)}`, `re_${a(8)}_${a(19)}`]]),
  ...samples(
    'twilio-key',
    [...'0123456789abcdef'].map((first) => [`SK${first}${hex(31)}`, `SK${first}${hex(30)}`] as const),
  ),
  ...tokens('intercom-token', 'dG9rO', a, 54, 50),

  ...tokens('linear-key', 'lin_api_ lin_oauth_', a, 40, 32),
  ...tokens('notion-token', 'ntn_', a, 46, 40),
  ...tokens('notion-older-token', 'secret_', a, 43, 43),
  ...tokens('figma-token', 'figd_', a, 40, 30),
  ...tokens('typeform-token', 'tfp_', a, 59, 40),
  ...samples('postman-key', [[`PMAK-${hex(24)}-${hex(34)}`, `PMAK-${hex(23)}`]]),
  ...samples('airtable-token', [[`pat${a(14)}.${hex(64)}`, `pat${a(14)}.${hex(39)}`]]),
  ...samples('hubspot-token', [[`pat-na1-${uuid}`, `pat-na1-${hex(8)}`]]),
  ...samples('salesforce-token', [[`00D${a(12)}!${a(95)}`, `00D${a(12)}!${a(59)}`]]),
  ...tokens('contentful-token', 'CFPAT-', a, 43, 40),
  ...tokens('trello-token', 'ATTA', hex, 72, 60),
  ...tokens('adobe-client-secret', 'p8e-', a, 32, 32),
  ...tokens('dropbox-token', 'sl. sl.u.', a, 135, 100),
  ...tokens('grafana-cloud-token', 'glc_', a, 120, 32),
  ...samples('grafana-service-account', [[`glsa_${a(32)}_${hex(8)}`, `glsa_${a(39)}`]]),
  ...tokens('grafana-older-key', 'eyJrIjoi', a, 80, 40),
  ...tokens('new-relic-key', 'NRAK- NRII- NRIQ-', A, 27, 24),
  ...tokens('sentry-token', 'sntrys_ sntryu_', a, 64, 40),
  ...tokens('posthog-key', 'phx_', a, 47, 40),
  ...tokens('prefect-key', 'pnu_ pnb_', a, 36, 36),
  ...tokens('buildkite-token', 'bkua_ bkaj_ bkct_', hex, 40, 40),
  ...samples('circleci-token', [
    [`CCIPAT_${a(22)}_${hex(40)}`, `CCIPAT_${a(39)}`],
    [`CCIPRJ_${a(22)}_${hex(40)}`, `CCIPRJ_${a(39)}`],
  ]),
  ...tokens('readme-key', 'rdme_', a, 70, 60),
  ...tokens('octopus-key', 'API-', A, 26, 26),
  ...tokens('infracost-key', 'ico-', a, 32, 32),
  ...samples('dynatrace-token', [[`dt0c01.${A(24)}.${A(64)}`, `dt0c01.${A(24)}.${A(39)}`]]),
  ...samples('maxmind-key', [[`${a(6)}_${a(29)}_mmk`, `${a(6)}_${a(28)}_mmk`]]),

  ...tokens('vault-token', 'hvs. hvb. hvr.', a, 95, 24),
  ...samples(
    'doppler-token',
    ['pt', 'ct', 'st', 'st.dev', 'sa', 'scim', 'audit'].map(
      (kind) => [`dp.${kind}.${a(43)}`, `dp.${kind}.${a(39)}`] as const,
    ),
  ),
  ...samples('terraform-cloud-token', [[`${a(14)}.atlasv1.${a(67)}`, `${a(14)}.atlasv1.${a(39)}`]]),
  ...tokens('1password-service-account', 'ops_eyJ', a, 180, 60),
  ...samples('1password-secret-key', [
    [`A3-${A(6)}-${A(11)}-${A(5)}-${A(5)}-${A(5)}`, `A3-${A(6)}-${A(11)}-${A(5)}-${A(5)}`],
    [`A3-${A(6)}-${A(6)}-${A(5)}-${A(5)}-${A(5)}-${A(5)}`, `A3-${A(6)}-${A(6)}`],
  ]),
  ...samples('azure-client-secret', [[`${a(3)}8Q~${a(34)}`, `${a(3)}8Q~${a(30)}`]]),
  ...samples('azure-annotated-key', [[`${a(52)}JQQJ99${a(26)}`, `${a(51)}JQQJ99${a(26)}`]]),
  ...samples('azure-devops-token', [[`${a(76)}AZDO${a(4)}`, `${a(75)}AZDO${a(4)}`]]),
  ...tokens('age-key', 'AGE-SECRET-KEY-1', A, 58, 40),
  ...tokens('openssh-key-body', 'b3BlbnNzaC1rZXktdjE', a, 200, 20),

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
    ['---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----', '---- BEGINNING'],
    ['PuTTY-User-Key-File-3: ssh-ed25519', 'PuTTY-User-Key'],
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
  ...samples('basic-credential', [[`Basic ${a(10)}==`, 'basic authentication']]),
  ...samples('url-with-password', [
    [`https://user:${a(3)}@host/path`, 'https://user@host/path'],
    [`postgres://:${a(3)}@host`, 'https://user:@host'],
    [`smtp://me@example.com:${a(3)}@host`, 'https://host:443/@scope/package'],
    [`git+ssh://user:${a(3)}@host`, 'ssh://git@host:22'],
    [`https://user:p:${a(3)}@host`, 'https://host?q=user:pass@host'],
  ]),

  ...samples('assigned-secret', [
    ['DB_PASSWORD=hunter2 psql', 'DB_PASSWORD=$SECRET psql'],
    ['password: hunter2', 'password: required'],
    ['{"password":"correct horse"}', '{"password":"<password>"}'],
    ['{"x-api-key": "abcdef"}', '{"x-api-key": "abcde"}'],
    ['{\\"clientSecret\\":\\"abcdef\\"}', '{\\"clientSecret\\":\\"\\"}'],
    ['{\\\\\\"access_token\\\\\\": \\\\\\"abcdef\\\\\\"}', 'access_token: {"type": "string"}'],
    ['{"name":"api_key","value":"abcdef"}', '{"name":"api_key","type":"string"}'],
    ['["X-Auth-Token","abcdef"]', '["X-Auth-Token","*****"]'],
    ["auth_key => 'abcdef'", "auth_key => '[masked]'"],
    ['https://host/?access_token=abcdef', 'https://host/?access_tokens=abcdef'],
    ['X-Api-Key: abcdefghijklmnop', 'the access key: a short note'],
    ['secret_access_key = wJalr/K7MDENG', 'secret_access_key = $AWS_KEY'],
    ['MYSQL_PASS=abcdef', 'bypass=abcdef'],
  ]),
  ...samples('secret-option', [
    ['--password abcd', '--password --verbose'],
    ['login --client-secret abcd', 'login --client-secret $SECRET'],
    ['--api-key "abcd"', '--api-key-file abcd'],
  ]),
  ...samples('connection-string-password', [
    ['Server=db;User Id=sa;Password=x', 'Server=db;User Id=sa;Password='],
    ['Server=db; PWD = x', 'Server=db; Timeout = 5'],
    ['AccountName=n;AccountKey=x', 'AccountName=n;AccountKind=x'],
    ['Endpoint=sb://h;SharedAccessKey=x', 'Endpoint=sb://h;SharedAccessKeyName=x'],
  ]),
  ...samples('signed-url', [
    [`https://host/x?sv=1&sig=${a(16)}`, `https://host/x?sv=1&sig=${a(15)}`],
    [`https://host/x?X-Amz-Signature=${hex(64)}`, 'https://host/x?X-Amz-Date=20260101T000000Z'],
    [`https://host/x?X-Goog-Signature=${hex(64)}`, `https://host/x?design=${hex(64)}`],
    [`https://host/x?X-Amz-Security-Token=${a(40)}`, 'https://host/x?X-Amz-Expires=900'],
    [`https://host/api?code=${a(40)}`, 'https://host/api?code=404'],
  ]),
  ...samples('authorization-header', [
    ['Authorization: Basic abcdefgh', 'Authorization: Basic'],
    ['"authorization":"Token abcdefgh"', 'authorization: required for this tool'],
    ['["Authorization", "Digest abcdefgh"]', 'authorization, and then some'],
    ['Authorization: abcdefghijklmnop', 'Authorization: none'],
  ]),
  ...samples('cookie-header', [
    ['Set-Cookie: sid=abcdefgh', 'Set-Cookie: sid=abc'],
    ['"cookie":"a.b-c=abcdefgh"', 'cookie: monster'],
  ]),
];
