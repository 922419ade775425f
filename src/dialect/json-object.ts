/** Whether a decoded value is a JSON object; read it by own property. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The members whose values are not `isGone`; what is no object stays as it is. */
export function withoutValues(decoded: unknown, isGone: (value: unknown) => boolean): unknown {
  if (!isJsonObject(decoded)) return decoded;
  const kept: Record<string, unknown> = Object.create(null);
  for (const [key, value] of Object.entries(decoded)) if (!isGone(value)) kept[key] = value;
  return kept;
}
