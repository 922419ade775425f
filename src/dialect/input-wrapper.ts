import { isJsonObject } from './json-object.ts';

/** LangChain's `{input: "<json>"}`. A tool may have a parameter `input` of its own, so only JSON text counts. */
export function withoutInputWrapper(decoded: unknown): unknown {
  if (!isJsonObject(decoded) || Object.keys(decoded).length !== 1) return decoded;
  const input = Object.hasOwn(decoded, 'input') ? decoded.input : undefined;
  return typeof input === 'string' && input.trimStart().startsWith('{') ? input : decoded;
}
