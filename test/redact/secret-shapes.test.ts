import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasSecretShape, SECRET_SHAPES } from '../../src/redact/secret-shapes.ts';
import { SECRET_SAMPLES } from './secrets.ts';

const MEGABYTE = 1_000_000;

/** Text that a shape may stand in without being hidden by it. */
const BEFORE = ['', ' ', '_', '-', '.', '=', '"', '\u0000', '\ud800', '\ufffd', '\u0301', '🚀', '²'];

describe('the table of secret shapes', () => {
  it('has a hit and a near miss for every row', () => {
    const names = SECRET_SHAPES.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(SECRET_SAMPLES.map(({ name }) => name))).toEqual(new Set(names));
  });

  it.each(SECRET_SAMPLES)('$name: hit and near miss, sample %#', ({ name, hit, miss }) => {
    const row = SECRET_SHAPES.find((shape) => shape.name === name);
    expect(new RegExp(row?.pattern ?? '(?!)', 'u').test(hit)).toBe(true);
    expect({ hit: hasSecretShape(hit), miss: hasSecretShape(miss) }).toEqual({ hit: true, miss: false });
  });

  it.each(SECRET_SAMPLES)('$name: anywhere in a text, sample %#', ({ hit }) => {
    for (const before of BEFORE) expect(hasSecretShape(`${before}${hit} after`)).toBe(true);
  });

  it.each(
    SECRET_SAMPLES.filter(({ hit, name }) => /^[a-z]/i.test(hit) && !/url|Authorization/.test(name + hit)),
  )('$name: not in the middle of a word, sample %#', ({ hit }) => {
    for (const before of ['x', 'X', '7', 'é', 'я', '中', '٣', '\u{1d400}', '\u{20000}']) {
      const word = hasSecretShape(before + hit.replace(/^sk-ssh/, 'ssh'));
      expect(word).toBe(false);
    }
  });

  it('names a literal that stands in every hit of its row, whatever the case', () => {
    for (const { name, hit } of SECRET_SAMPLES) {
      const literals = SECRET_SHAPES.find((shape) => shape.name === name)?.literals ?? [];
      expect(literals.some((literal) => hit.toLowerCase().includes(literal.toLowerCase()))).toBe(true);
    }
    for (const { literals } of SECRET_SHAPES) {
      for (const literal of literals) expect(literal.length).toBeGreaterThanOrEqual(3);
    }
  });
});

describe('hasSecretShape', () => {
  it('says what the table says: the filter before it hides nothing', () => {
    const any = new RegExp(SECRET_SHAPES.map(({ pattern }) => pattern).join('|'), 'u');
    const piece = fc.oneof(
      fc.constantFrom(...SECRET_SAMPLES.map(({ hit }) => hit)),
      fc.constantFrom(...SECRET_SHAPES.flatMap(({ literals }) => [...literals])),
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc.stringMatching(/^[a-zA-Z0-9_.:/@-]{0,12}$/),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 5 }), (pieces) => {
        const text = pieces.join('');
        if (any.test(text)) expect(hasSecretShape(text)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('searches the sanitised form as well as the raw one', () => {
    const raw = 'https://user:\u000bpassword@host';
    const any = new RegExp(SECRET_SHAPES.map(({ pattern }) => pattern).join('|'), 'u');
    expect(any.test(raw)).toBe(false);
    expect(hasSecretShape(raw)).toBe(true);
  });

  it.each(['\u200b', '\u00ad', '\u0000', '\u0009', '\u2060', '\ufe0f', '\u{e0061}', '\ud800'])(
    'finds every shape that an invisible character splits, case %#',
    (invisible) => {
      for (const { hit } of SECRET_SAMPLES) {
        for (const at of [1, 2, 3, hit.length >> 1, hit.length - 1]) {
          expect(hasSecretShape(hit.slice(0, at) + invisible + hit.slice(at))).toBe(true);
        }
      }
    },
  );

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
  ])('lets ordinary labels be: %s', (text) => {
    expect(hasSecretShape(text)).toBe(false);
  });

  it('finds a secret at the end of a megabyte', () => {
    const [sample] = SECRET_SAMPLES;
    expect(hasSecretShape(`${'x '.repeat(MEGABYTE / 2)}${sample?.hit}`)).toBe(true);
  });

  it('has only bounded repetition, apart from the runs that are proved linear below', () => {
    const unbounded = SECRET_SHAPES.filter(({ pattern }) =>
      /[*+](?!\.-)|\{\d+,\}/.test(pattern.replace(/\[[^\]]*\]/g, '')),
    );
    expect(unbounded.map(({ name }) => name)).toEqual([
      'sendgrid-key',
      'jwt',
      'bearer-credential',
      'url-with-password',
    ]);
  });

  // A quadratic search would take minutes for each of these, and so run into the time limit of the test.
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
  ])('reads a megabyte of case %# in one pass', (unit, found) => {
    expect(hasSecretShape(unit.repeat(Math.ceil(MEGABYTE / unit.length)))).toBe(found);
  });

  it.each([
    ['-eyJ', 'a'],
    ['SG.', 'a'],
    ['bearer', ' '],
    ['a://:', 'a'],
    ['a://', 'a'],
    ['eyJ.', 'a'],
  ])('reads one run of a megabyte after %s in one pass', (start, unit) => {
    expect(hasSecretShape(start + unit.repeat(MEGABYTE))).toBe(false);
  });
});
