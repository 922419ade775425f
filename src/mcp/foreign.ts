/**
 * Reading objects that are not ours: the SDK's, the host's, a peer's. Inherited properties count, since the
 * SDK's are getters on its classes. A getter of theirs may throw; callers stand inside `attempt`.
 */

/** Property `key` of whatever this is; `undefined` where it is no object. */
export function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

/** Property `key` where it is a non-empty string. */
export function textField(value: unknown, key: string): string | undefined {
  const found = field(value, key);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

/** Calls the method `key` of `value` without arguments; `undefined` where there is none. */
export function callField(value: unknown, key: string): unknown {
  const method = field(value, key);
  return typeof method === 'function' ? Reflect.apply(method, value, []) : undefined;
}
