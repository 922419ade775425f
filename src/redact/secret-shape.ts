/** One row of the published table: a value in which the pattern is found holds a secret. */
export interface SecretShape {
  readonly name: string;
  /** In words, for the docs. */
  readonly shape: string;
  /** Where the form is described: the service's own documentation, or the rule of a well-known scanner. */
  readonly source: string;
  /** Source of a regular expression with the flag `u`, and `i` where {@link anyCase}; `EDGE` included. */
  readonly pattern: string;
  /** Letters of either case; the row is then searched apart from the others. */
  readonly anyCase?: boolean;
  /** One of these, whatever its case, stands in every hit; the first three characters are looked for first. */
  readonly literals: readonly string[];
  /** Every hit begins with one of the literals, and no letter or digit stands before it. */
  readonly isAtEdge: boolean;
}

/** A shape does not begin in the middle of a word: no letter or digit before it. */
export const EDGE = '(?<![\\p{L}\\p{Nd}])';

/** What a token is made of: the class of a regular expression, and its words. */
export const ALPHABETS = {
  capitals: ['A-Z0-9', 'capitals and digits'],
  hex: ['A-Fa-f0-9', 'hexadecimal digits'],
  alphanumeric: ['A-Za-z0-9', 'letters and digits'],
  word: ['A-Za-z0-9_', 'letters, digits and `_`'],
  dashed: ['A-Za-z0-9-', 'letters, digits and `-`'],
  base64url: ['A-Za-z0-9_-', 'base64url characters'],
  base64: ['A-Za-z0-9+/', 'base64 characters'],
  dotted: ['A-Za-z0-9_=.-', 'letters, digits, `_`, `=`, `.` and `-`'],
} as const;

/** A token that is known by how it begins: one of `starts`, then a run of at least `least` characters. */
export type PrefixedToken = readonly [
  name: string,
  source: string,
  starts: string,
  alphabet: keyof typeof ALPHABETS,
  least: number,
];

/** The row of a token that is known by how it begins. `starts` stand in one text, spaces between. */
export function prefixedToken([name, source, starts, alphabet, least]: PrefixedToken): SecretShape {
  const literals = starts.split(' ');
  const [characters, words] = ALPHABETS[alphabet];
  const listed = literals.map((literal) => `\`${literal}\``);
  const last = listed.pop();
  return {
    name,
    shape: `${listed.length > 0 ? `${listed.join(', ')} or ` : ''}${last} and ${least} or more ${words}`,
    source,
    pattern: `${EDGE}${oneOf(literals)}[${characters}]{${least}}`,
    literals,
    isAtEdge: true,
  };
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
