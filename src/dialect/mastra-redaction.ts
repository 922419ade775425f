import { isJsonObject } from './json-object.ts';

const TOKEN = '[REDACTED]';
/** Three characters, an ellipsis, three characters: the filter's `partial` style. */
const PARTIAL_LENGTH = 7;

/**
 * Decoded arguments without what Mastra's `SensitiveDataFilter`, on by default, left of a value: a token, one with a
 * number for the key (`[KEY_1]`), or its ends. Such a value counts as missing; taken as it stands, all keys and tokens
 * in the world were the same one.
 */
export function withoutRedacted(decoded: unknown): unknown {
  if (Array.isArray(decoded)) return decoded.map(withoutRedacted);
  if (!isJsonObject(decoded)) return decoded;
  const kept: Record<string, unknown> = Object.create(null);
  for (const [key, value] of Object.entries(decoded)) {
    if (typeof value !== 'string' || !isRedacted(key, value)) kept[key] = withoutRedacted(value);
  }
  return kept;
}

function isRedacted(key: string, value: string): boolean {
  if (value === TOKEN) return true;
  if (value.length === PARTIAL_LENGTH && value[3] === '…') return true;
  const label = key.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return value.startsWith(`[${label}_`) && /^[0-9]{1,9}\]$/.test(value.slice(label.length + 2));
}
