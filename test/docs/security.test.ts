import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const page = readFileSync(new URL('../../SECURITY.md', import.meta.url), 'utf8');
const named = (pattern: RegExp) => [
  ...new Set(Array.from(page.matchAll(pattern), ([, path]) => String(path))),
];

describe('SECURITY.md', () => {
  it.each(named(/`((?:test|src|scripts|fixtures)\/[\w./-]+)`/g))('names %s, which is there', (path) => {
    expect(existsSync(new URL(`../../${path}`, import.meta.url))).toBe(true);
  });

  it('names the tests of what it says', () => {
    expect(named(/`(test\/[\w./-]+)`/g).length).toBeGreaterThan(20);
  });

  it.each(named(/\]\(([^)#:]+)/g))('links to %s, which is there', (path) => {
    expect(existsSync(new URL(`../../${path}`, import.meta.url))).toBe(true);
  });
});
