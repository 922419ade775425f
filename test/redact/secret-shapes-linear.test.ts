import { describe, expect, it } from 'vitest';
import { PUBLISHED_SHAPES } from '../../src/redact/about-secret-shapes.ts';
import { EDGE } from '../../src/redact/secret-shape.ts';
import { hasSecretShape } from '../../src/redact/secret-shapes.ts';
import { SECRET_SAMPLES } from './secrets.ts';

const MEGABYTE = 1_000_000;

/** What one attempt at a pattern may read: a search is then at most so many steps for each character of the text. */
const WIDEST = 450;

/** Rows with a run that has no bound; each is tried on a megabyte of its own beginnings below. */
const UNBOUNDED = ['sendgrid-key', 'jwt', 'bearer-credential', 'url-with-password'];

describe('the patterns of the table', () => {
  it('have only bounded runs, apart from those that are tried below', () => {
    const unbounded = PUBLISHED_SHAPES.filter(({ pattern }) => /[*+]|\{\d+,\}/.test(skeleton(pattern)));
    expect(unbounded.map(({ name }) => name)).toEqual(UNBOUNDED);
  });

  it('repeat nothing that repeats', () => {
    for (const { name, pattern } of PUBLISHED_SHAPES) {
      const groups = skeleton(pattern).match(/\([^()]*\)(?:\{\d+(?:,\d*)?\}|[*+])/g) ?? [];
      const nested = groups.filter((group) => /[*+]|\{\d+,\d*\}/.test(group.slice(0, group.indexOf(')'))));
      expect({ name, nested }).toEqual({ name, nested: [] });
    }
  });

  it('read no more than a bounded number of characters in one attempt', () => {
    for (const { name, pattern } of PUBLISHED_SHAPES.filter((shape) => !UNBOUNDED.includes(shape.name))) {
      const runs = [...skeleton(pattern).matchAll(/\{(?:\d+,)?(\d+)\}/g)].map(([, most]) => Number(most));
      const wide = runs.reduce((sum, most) => sum + most, skeleton(pattern).length);
      expect({ name, isBounded: wide <= 2 * WIDEST }).toEqual({ name, isBounded: true });
      expect(Math.max(0, ...runs)).toBeLessThanOrEqual(WIDEST);
    }
  });
});

describe('a text in which secrets nearly stand', () => {
  // A quadratic search would take minutes for these, and so run into the time limit of the test.
  it('of every row: its beginning, again and again, and before runs that never end', () => {
    const endless = ['_', '!', '"', '\\', '.', 'é'].map((run) => run.repeat(10_000)).join('');
    for (const { literals } of PUBLISHED_SHAPES) {
      const [literal = ''] = literals;
      expect(typeof hasSecretShape(literal.repeat(10_000 / literal.length))).toBe('boolean');
      expect(typeof hasSecretShape(literal + endless)).toBe('boolean');
    }
  });

  it('of every near miss, again and again', () => {
    const missed = SECRET_SAMPLES.map(({ miss }) => `${miss}, `.repeat(20_000 / (miss.length + 2))).join('');
    expect(missed.length).toBeGreaterThan(4 * MEGABYTE);
    expect(hasSecretShape(missed)).toBe(false);
  });

  it.each([
    ['-eyJa', false],
    ['eyJ', false],
    ['eyJ.', true],
    ['-eyJ. ', false],
    ['.-eyJ', true],
    ['..', false],
    ['SG.', false],
    [`SG.${'a'.repeat(15)} `, false],
    ['bearer ', false],
    ['bearer\t\t\t\t', false],
    ['a://b:', false],
    ['://:', false],
    ['a://:a', false],
    ['ecdsa-sha2-', false],
    ['ssh-', false],
    ['-----BEGIN', false],
    ['-', false],
    ['gh', false],
    ['ghp_', false],
    ['xsk-', false],
    ['é', false],
    ['🚀', false],
    ['\ud800', false],
    ['\u0000', false],
    ['g\u200bh', false],
    ['-\u00adeyJ', false],
    ['--a', false],
    ['--token', false],
    ['--token ', false],
    ['token: ', false],
    ['token: abc', false],
    ['token="', true],
    ['"token","value":', false],
    ['authorization: ', false],
    ['cookie: a', false],
    ['basic a', false],
    ['1', false],
    ['%', false],
    ['%2', false],
    ['%25', false],
    ['%2525', false],
    ['\\', false],
    ['\\u00', false],
    ['\\u005c', false],
    ['\\x5cx5c', false],
    ['ｇ', false],
    ['e\u0301', false],
    ['\ufb03', false],
    ['QUFB', false],
    ['QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFB ', false],
  ])('reads case %# in one pass', (unit, found) => {
    expect(hasSecretShape(repeated(unit))).toBe(found);
  });

  it.each([
    ['-eyJ', 'a'],
    ['SG.', 'a'],
    ['bearer', ' '],
    ['a://:', 'a'],
    ['a://', 'a'],
    ['eyJ.', 'a'],
    ['--token', ' '],
    ['token', '"'],
    ['token', '\\'],
    ['token=', '\\'],
    ['token: ', ' '],
    ['', '\\'],
    ['', '%'],
  ])('reads one run of a megabyte after %s in one pass', (start, unit) => {
    expect(hasSecretShape(start + unit.repeat(MEGABYTE))).toBe(false);
  });
});

function repeated(unit: string): string {
  return unit.repeat(Math.ceil(MEGABYTE / unit.length));
}

/** A pattern without what holds no run: classes as one letter, escapes as one, the edge gone. */
function skeleton(pattern: string): string {
  return pattern
    .replaceAll(EDGE, '')
    .replace(/\\./g, 'x')
    .replace(/\[[^\]]*\]/g, 'x');
}
