import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasSecretShape } from '../../src/redact/secret-shapes.ts';

const root = new URL('../../', import.meta.url);
const json = (path: string): unknown => JSON.parse(readFileSync(new URL(path, root), 'utf8'));

/** All that has a secret's shape and is none. */
const taken = (texts: Iterable<string>) => [...new Set(texts)].filter((text) => hasSecretShape(text));

describe('what is no secret', () => {
  it.each([
    'github.add_deploy_key',
    'mcp__github__create_pull_request',
    'npm_run_script',
    'pypi-search',
    'task-list',
    'disk-usage-report-for-the-whole-of-last-quarter',
    'sk-learn',
    'hf_hub_download',
    'assay-mcp-server',
    'token_bearer',
    'https://api.example.com:8443/mcp?x=1',
    'SG.send',
    'eyJ',
    '',
    'a',
    'policy.github.deploy_key.allow.prod',
    'repo:deploy_key:write',
    'secret:read',
    'tool.secret:rotate_all_of_them_at_once',
    'urn:ietf:params:oauth:grant-type:token-exchange',
    'urn:ietf:params:oauth:token-type:access_token',
    'arn:aws:secretsmanager:eu-west-1:123456789012:secret:prod/database-AbCdEf',
    'arn:aws:iam::123456789012:role/deploy-key-admin',
    'projects/p/secrets/api-key/versions/latest',
    'max_tokens=4096',
    'tokens: 4096 of 8192 used',
    'token: none',
    'The password: please ask your administrator.',
    'Enter a password, then press the key: Return.',
    'The secret of the key to success: patience.',
    'rotate --secret-name production',
    'run --token-limit 4096 --password-stdin',
    'password=$PASSWORD token=<token> secret={{ secret }} api_key=***',
    '{"password":"[masked]","token":null,"secret":""}',
    '{"token":{"type":"string"},"password":{"minLength":12}}',
    'authorization: denied by policy',
    'Basic authentication is required',
    'cookie consent: accepted',
    'v1.0.3-beta.1',
    'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    'sha512-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
    '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    'congo=t61rcWkgMzE,rojo=00f067aa0ba902b7',
    '/home/user/.ssh/known_hosts',
    'C:\\Users\\tokens\\x64\\u0041pp',
    '100%25 of 20%',
    '2026-11-30T23:31:13.000Z',
    'alice+tag@example.com',
    'glob: **/*.{ts,tsx}',
    'ico-favicon.png',
    'fc-list',
    'csk-telecom',
    'pul-request',
    'patch.diff',
    'key-value',
    'whsec_',
    'r8_weights',
  ])('%s', (text) => {
    expect(hasSecretShape(text)).toBe(false);
  });

  it('names of tools and of their arguments, of every server that is known', () => {
    const tools = readdirSync(new URL('fixtures/tools/', root)).flatMap((file) =>
      namesIn(json(`fixtures/tools/${file}`)),
    );
    expect(tools.length).toBeGreaterThan(1000);
    expect(taken(tools)).toEqual([]);
  });

  it('names and versions of packages', () => {
    const { packages } = json('package-lock.json') as { packages: Record<string, { integrity?: string }> };
    expect(Object.keys(packages).length).toBeGreaterThan(300);
    const texts = Object.entries(packages).flatMap(([name, { integrity }]) => [name, integrity ?? '']);
    expect(taken(texts)).toEqual([]);
  });

  it('the sentences of the documentation, those that show a secret aside', () => {
    const docs = [
      'README.md',
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'docs/record.md',
      'docs/gate.md',
      'docs/runs.md',
    ];
    const lines = docs.flatMap((file) => readFileSync(new URL(file, root), 'utf8').split('\n'));
    expect(taken(lines)).toEqual([]);
  });

  const bytes = (size: number) =>
    fc.uint8Array({ minLength: size, maxLength: size }).map((array) => Buffer.from(array));
  const uuid = fc.uuid();

  it.each<[what: string, text: fc.Arbitrary<string>]>([
    ['UUIDs', uuid],
    ['UUIDs without dashes', uuid.map((id) => id.replaceAll('-', ''))],
    [
      'hashes and ids of commits',
      fc
        .constantFrom(16, 20, 32, 48, 64)
        .chain(bytes)
        .map((hash) => hash.toString('hex')),
    ],
    ['hashes in capitals', bytes(32).map((hash) => hash.toString('hex').toUpperCase())],
    ['hashes in base64', bytes(32).map((hash) => hash.toString('base64'))],
    ['hashes in base64url', bytes(32).map((hash) => hash.toString('base64url'))],
    [
      'ids of resources',
      fc.tuple(uuid, uuid).map(([a, b]) => `https://example.com/items/${a}?parent=${b}#x`),
    ],
    [
      'numbers and times',
      fc
        .tuple(fc.maxSafeInteger(), fc.date({ noInvalidDate: true }))
        .map(([n, date]) => `${n} ${date.toISOString()}`),
    ],
  ])('%s', (_what, text) => {
    fc.assert(
      fc.property(text, (value) => !hasSecretShape(value)),
      { numRuns: 2000, seed: 9 },
    );
  });

  it('images as data URLs', () => {
    const png = Buffer.from([
      0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52,
    ]);
    const image = bytes(30_000).map((noise) =>
      Buffer.concat([png, Buffer.alloc(900), noise, Buffer.alloc(300, 0xff)]),
    );
    fc.assert(
      fc.property(image, (data) => !hasSecretShape(`data:image/png;base64,${data.toString('base64')}`)),
      { numRuns: 30, seed: 9 },
    );
  });
});

/** The names of tools, and of the properties of their schemas. */
function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) => [
    key,
    ...(typeof entry === 'string' && (key === 'name' || Array.isArray(value)) ? [entry] : namesIn(entry)),
  ]);
}
