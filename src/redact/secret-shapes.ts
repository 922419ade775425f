import { decoded, encodedTexts } from './encoded-text.ts';
import { NAMED_SECRETS } from './named-secrets.ts';
import { ENCODED, ESCAPED, filterOf, NAMED, outlineOf, SHAPED } from './outline.ts';
import { PREFIXED_TOKENS } from './prefixed-tokens.ts';
import { sanitise } from './sanitise.ts';
import { EDGE, prefixedToken, type SecretShape } from './secret-shape.ts';
import { STRUCTURED_SECRETS } from './structured-secrets.ts';

/**
 * Well-known forms of secrets (docs/redaction-lists.md). Rows may be added in a minor version, never taken away.
 * The whole text is searched, however long, in linear time; there is nothing to time out.
 */
export const SECRET_SHAPES: readonly SecretShape[] = /* @__PURE__ */ allShapes();

const FILTER = /* @__PURE__ */ filterOf(SECRET_SHAPES);
const ANY_SHAPE = /* @__PURE__ */ anyOf(SECRET_SHAPES, false);
const ANY_NAMED = /* @__PURE__ */ anyOf(SECRET_SHAPES, true);

/**
 * Whether a text holds a secret's shape anywhere: as it is, once sanitised, without its invisible characters (which
 * would split a secret), with compatibility forms, percent signs and backslash escapes resolved, or in what it holds in
 * base64. A hit that is none only masks a label or leaves a field out. `safe` is the sanitised text where it is at hand.
 */
export function hasSecretShape(text: string, safe?: string): boolean {
  const outline = outlineOf(text, FILTER);
  if (outline === 0) return false;
  if (isHit(text, outline)) return true;
  if ((outline & ESCAPED) !== 0) {
    const sanitised = safe ?? sanitise(text);
    const readings = new Set([sanitised, decoded(text), decoded(sanitised)]);
    readings.delete(text);
    for (const reading of readings) {
      if (holdsShape(reading) || encodedTexts(reading).some(holdsShape)) return true;
    }
  }
  return (outline & ENCODED) !== 0 && encodedTexts(text).some(holdsShape);
}

function holdsShape(text: string): boolean {
  return isHit(text, outlineOf(text, FILTER));
}

function isHit(text: string, outline: number): boolean {
  if ((outline & SHAPED) !== 0 && ANY_SHAPE.test(text)) return true;
  return (outline & NAMED) !== 0 && ANY_NAMED.test(text);
}

function allShapes(): readonly SecretShape[] {
  return [...PREFIXED_TOKENS.map(prefixedToken), ...STRUCTURED_SECRETS, ...NAMED_SECRETS];
}

/** One pattern for all rows of a kind. Those that begin at an edge look for it once. */
function anyOf(shapes: readonly SecretShape[], inAnyCase: boolean): RegExp {
  const patterns = shapes.filter(({ anyCase }) => anyCase === inAnyCase).map(({ pattern }) => pattern);
  const atEdge = patterns.filter((pattern) => pattern.startsWith(EDGE));
  const others = patterns.filter((pattern) => !pattern.startsWith(EDGE));
  const edged = `${EDGE}(?:${atEdge.map((pattern) => pattern.slice(EDGE.length)).join('|')})`;
  const joined = [...(atEdge.length > 0 ? [edged] : []), ...others].join('|');
  return new RegExp(joined, inAnyCase ? 'iu' : 'u');
}
