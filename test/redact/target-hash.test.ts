import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLASSIFIERS } from '../../src/classify/registry.ts';
import { TargetHashError, targetHash } from '../../src/redact/target-hash.ts';

interface Vector {
  readonly name: string;
  readonly domain: string;
  readonly value: string;
  readonly hash: string;
}

const FIXTURE = new URL('../../fixtures/record/target-hash.json', import.meta.url);
const { vectors } = JSON.parse(readFileSync(FIXTURE, 'utf8')) as { readonly vectors: readonly Vector[] };

const DOMAINS = CLASSIFIERS.flatMap(({ fields }) =>
  fields.flatMap((f) => (f.as === 'hashed' ? [f.domain] : [])),
);

describe('targetHash', () => {
  it.each([
    ['slack_workspace', 'T0123', 'e4cfe2c3698fd59b58fd5a075e378f38d857421174faffe3317d3f86473f0190'],
    ['slack_channel', 'C0123', 'd7f40313c37246eca3ae64aaa3c65db4fc52d02e73f1d3e01cd9c8650ee42e1a'],
    [
      'slack_principal',
      'alice@example.com',
      'fccfe5ed09f484c1f7523fd8f9fea1bb2e85ddb0845ad61225e604f2c013620d',
    ],
    ['workspace', 'acme', '2443f42f97a4e38e039eaab087b51040b31f61dfac89d7cf75d397cd2033675b'],
    [
      'workspace_principal',
      'bob@example.com',
      '879a6f5abcca30d0334b3238baac9ea116a195b66d3d56eebf447552f8e1aede',
    ],
    ['github_key_title', 'ci-key', 'a65a94d25524f87fbb5ce6d3fde202c02a5b532f27e1ba3b5708076e1ba75ccf'],
  ])('gives the known answer of the domain %s', (domain, value, hex) => {
    expect(targetHash(domain, value)).toBe(`sha256:${hex}`);
  });

  it.each(vectors)('$name ($domain)', ({ domain, value, hash }) => {
    expect(targetHash(domain, value)).toBe(hash);
  });

  it('never gives one hash in two domains', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        expect(new Set(DOMAINS.map((domain) => targetHash(domain, value))).size).toBe(DOMAINS.length);
      }),
    );
  });

  it('never gives one hash to two values of one domain, whatever the value holds', () => {
    const value = fc.oneof(fc.string(), fc.constantFrom('workspace:a', ':a', 'a:', 'a'));
    fc.assert(
      fc.property(value, value, fc.constantFrom(...DOMAINS), fc.constantFrom(...DOMAINS), (a, b, d, e) => {
        const same = d === e && a.trim().toLowerCase() === b.trim().toLowerCase();
        expect(targetHash(d, a) === targetHash(e, b)).toBe(same);
      }),
    );
  });

  it.each([
    ['', 'v', 'invalid_domain'],
    ['a:b', 'v', 'invalid_domain'],
    ['Workspace', 'v', 'invalid_domain'],
    ['a b', 'v', 'invalid_domain'],
    ['a\n', 'v', 'invalid_domain'],
    ['a'.repeat(65), 'v', 'invalid_domain'],
    [undefined, 'v', 'invalid_domain'],
    [7, 'v', 'invalid_domain'],
    ['workspace', undefined, 'invalid_value'],
    ['workspace', null, 'invalid_value'],
    ['workspace', 1234567, 'invalid_value'],
    ['workspace', { toString: () => 'v' }, 'invalid_value'],
  ])('refuses case %# with a typed error that holds no argument', (domain, value, code) => {
    const attempt = () => targetHash(domain as string, value as string);
    expect(attempt).toThrow(TargetHashError);
    expect(attempt).toThrow(TypeError);
    expect(attempt).toThrow(expect.objectContaining({ code, name: 'TargetHashError' }));
    expect(attempt).not.toThrow(/a:b|Workspace|1234567/);
  });
});
