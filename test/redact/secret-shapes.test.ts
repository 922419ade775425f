import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ABOUT_PREFIXED_TOKENS } from '../../src/redact/about-prefixed-tokens.ts';
import { PUBLISHED_SHAPES } from '../../src/redact/about-secret-shapes.ts';
import { EDGE, type SecretShape } from '../../src/redact/secret-shape.ts';
import { hasSecretShape, SECRET_SHAPES } from '../../src/redact/secret-shapes.ts';
import { SECRET_SAMPLES } from './secrets.ts';

const MEGABYTE = 1_000_000;

/** Text that a shape may stand in without being hidden by it. */
const BEFORE = ['', ' ', '_', '-', '.', '=', '"', '\u0000', '\ud800', '\ufffd', '\u0301', '🚀', '²'];

describe('the table of secret shapes', () => {
  it('has a hit and a near miss for every row', () => {
    const names = PUBLISHED_SHAPES.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(SECRET_SAMPLES.map(({ name }) => name))).toEqual(new Set(names));
  });

  it('publishes every row that is looked for, and no other', () => {
    const published = PUBLISHED_SHAPES.map(({ name, shape, source, ...row }) => row);
    expect(published).toEqual(SECRET_SHAPES);
    const starts = PUBLISHED_SHAPES.map(({ literals }) => literals.join(' '));
    expect(Object.keys(ABOUT_PREFIXED_TOKENS).filter((key) => !starts.includes(key))).toEqual([]);
  });

  it.each(SECRET_SAMPLES)('$name: hit and near miss, sample %#', ({ name, hit, miss }) => {
    expect(
      PUBLISHED_SHAPES.filter((shape) => shape.name === name && patternOf(shape).test(hit)),
    ).toHaveLength(1);
    expect({ hit: hasSecretShape(hit), miss: hasSecretShape(miss) }).toEqual({ hit: true, miss: false });
  });

  it.each(SECRET_SAMPLES)('$name: anywhere in a text, sample %#', ({ hit }) => {
    for (const before of BEFORE) expect(hasSecretShape(`${before}${hit} after`)).toBe(true);
  });

  const atEdge = PUBLISHED_SHAPES.filter(({ pattern }) => pattern.startsWith(EDGE)).map(({ name }) => name);
  it.each(
    SECRET_SAMPLES.filter(
      ({ hit, name }) => atEdge.includes(name) && /^[a-z\d]/i.test(hit) && !hit.startsWith('Authorization'),
    ),
  )('$name: not in the middle of a word, sample %#', ({ hit }) => {
    for (const before of ['x', 'X', '7', 'é', 'я', '中', '٣', '\u{1d400}', '\u{20000}']) {
      const word = hasSecretShape(before + hit.replace(/^sk-ssh/, 'ssh'));
      expect(word).toBe(false);
    }
  });

  it('names a literal that stands in every hit of its row, whatever the case', () => {
    for (const { name, hit } of SECRET_SAMPLES) {
      const row = PUBLISHED_SHAPES.find((shape) => shape.name === name);
      const text = hit.toLowerCase();
      const stand = (row?.literals ?? []).filter((literal) => text.includes(literal.toLowerCase()));
      expect(stand.length).toBeGreaterThan(0);
    }
    for (const { literals } of SECRET_SHAPES) {
      for (const literal of literals) expect(literal.length).toBeGreaterThanOrEqual(3);
    }
  });
});

describe('hasSecretShape', () => {
  it('says what the table says: the filter before it hides nothing', () => {
    const piece = fc.oneof(
      fc.constantFrom(...SECRET_SAMPLES.map(({ hit }) => hit)),
      fc.constantFrom(...SECRET_SHAPES.flatMap(({ literals }) => [...literals])),
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc.stringMatching(/^[a-zA-Z0-9_.:/@-]{0,12}$/),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 5 }), (pieces) => {
        const text = pieces.join('');
        if (SECRET_SHAPES.some((shape) => patternOf(shape).test(text)))
          expect(hasSecretShape(text)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('searches the sanitised form as well as the raw one', () => {
    const raw = 'https://user:\u000bpassword@host';
    expect(SECRET_SHAPES.some((shape) => patternOf(shape).test(raw))).toBe(false);
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

  it('finds a secret at the end of a megabyte', () => {
    const [sample] = SECRET_SAMPLES;
    expect(hasSecretShape(`${'x '.repeat(MEGABYTE / 2)}${sample?.hit}`)).toBe(true);
  });
});

function patternOf({ pattern, anyCase }: SecretShape): RegExp {
  return new RegExp(pattern, anyCase ? 'iu' : 'u');
}
