/**
 * A document as JSON text. Whatever JSON would lose in silence is refused, since a constraint that is gone allows more:
 * `undefined`, functions, symbols, and objects that are no plain ones (a `Map` is written as `{}`).
 *
 * @param what names the document in messages, which are free of values.
 * @throws {TypeError} with the path of what no JSON holds.
 */
export function jsonOf(document: unknown, what: string): string {
  const within = new Set<object>();
  const check = (value: unknown, path: string): void => {
    if (!isJson(value)) {
      const found = typeof value === 'object' ? 'an object that is no plain one' : `${article(value)}`;
      throw new TypeError(`Expected \`${path}\` to be something that JSON can hold, got ${found}`);
    }
    if (typeof value !== 'object' || value === null) return;
    if (within.has(value)) throw new TypeError(`Expected \`${path}\` to be no part of itself`);
    within.add(value);
    for (const [key, inner] of Object.entries(value))
      check(inner, Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`);
    within.delete(value);
  };
  check(document, what);
  return JSON.stringify(document);
}

function article(value: unknown): string {
  return value === undefined ? 'undefined' : `a ${typeof value}`;
}

function isJson(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value === 'object' && (Array.isArray(value) || isPlain(value));
}

/** Of any realm: test runners make objects in realms of their own. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return false;
  const isObjects = prototype === null || Object.hasOwn(prototype as object, 'hasOwnProperty');
  return isObjects && Object.getOwnPropertySymbols(value).length === 0 && !('toJSON' in value);
}
