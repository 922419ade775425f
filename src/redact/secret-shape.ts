/** One row of the published table: a value in which the pattern is found holds a secret. */
export interface SecretShape {
  /** Source of a regular expression with the flag `u`, and `i` where {@link anyCase}; `EDGE` included. */
  readonly pattern: string;
  /** One of these, whatever its case, stands in every hit; the first three characters are looked for first. */
  readonly literals: readonly string[];
  /** Every hit begins with one of the literals, and no letter or digit stands before it. */
  readonly isAtEdge: boolean;
  /** Letters of either case; the row is then searched apart from the others. */
  readonly anyCase: boolean;
}

/** A shape does not begin in the middle of a word: no letter or digit before it. */
export const EDGE = '(?<![\\p{L}\\p{Nd}])';

/** What tokens are made of: classes of a regular expression. */
export const CAPITALS = 'A-Z0-9';
export const HEX = 'A-Fa-f0-9';
export const ALPHANUMERIC = 'A-Za-z0-9';
export const WORD = 'A-Za-z0-9_';
export const DASHED = 'A-Za-z0-9-';
export const BASE64URL = 'A-Za-z0-9_-';
export const BASE64 = 'A-Za-z0-9+/';
export const DOTTED = 'A-Za-z0-9_=.-';

/** A token that is known by how it begins: one of `starts`, spaces between, then at least `least` of the alphabet. */
export type PrefixedToken = readonly [starts: string, alphabet: string, least: number];

/** The row of a token that is known by how it begins. */
export function prefixedToken([starts, alphabet, least]: PrefixedToken): SecretShape {
  const literals = starts.split(' ');
  return atEdge(`${oneOf(literals)}[${alphabet}]{${least}}`, ...literals);
}

/** A shape that begins with one of the literals. */
export function atEdge(pattern: string, ...literals: readonly string[]): SecretShape {
  return { pattern: EDGE + pattern, literals, isAtEdge: true, anyCase: false };
}

/** A shape that has one of the literals in it. */
export function around(pattern: string, ...literals: readonly string[]): SecretShape {
  return { pattern, literals, isAtEdge: false, anyCase: false };
}

/** A shape that is known by a name before it, one of the literals; letters of either case. */
export function named(pattern: string, ...literals: readonly string[]): SecretShape {
  return { pattern, literals, isAtEdge: false, anyCase: true };
}

/** What the literals begin with in common stands once: engines that try all at a time have less to try. */
function oneOf(literals: readonly string[]): string {
  const [first = '', ...others] = literals;
  if (others.length === 0) return escaped(first);
  let common = 0;
  while (common < first.length && others.every((other) => other[common] === first[common])) common += 1;
  const rests = literals.map((literal) => escaped(literal.slice(common)));
  return `${escaped(first.slice(0, common))}(?:${rests.join('|')})`;
}

function escaped(literal: string): string {
  return literal.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
