/** Reading what `JSON.parse` gave: own members of objects alone, so that no name leads to a prototype. */

/** Member `key` of an object; `undefined` where there is none, and of anything else, lists among it. */
export function own(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
