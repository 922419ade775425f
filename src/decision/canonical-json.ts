/**
 * RFC 8785 (JSON Canonicalization Scheme) of a JSON value: members ordered by UTF-16 code units, no white
 * space, numbers and strings as ECMAScript writes them (RFC 8785 sections 3.2.2 and 3.2.3).
 * Members that are `undefined` are left out. The caller keeps lone surrogates out (RFC 8785 forbids them).
 */
export function canonicalJson(value: unknown): string {
  return isInOrder(value) ? JSON.stringify(value) : sorted(value);
}

/** Whether members stand in canonical order all through: then ECMAScript writes the canonical text itself. */
function isInOrder(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isInOrder);
  let last: string | undefined;
  for (const key in value) {
    if (last !== undefined && last > key) return false;
    if (!isInOrder((value as Readonly<Record<string, unknown>>)[key])) return false;
    last = key;
  }
  return true;
}

function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const object = value as Readonly<Record<string, unknown>>;
  let text = '';
  for (const key of Object.keys(object).sort()) {
    if (object[key] === undefined) continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(object[key])}`;
  }
  return `{${text}}`;
}
