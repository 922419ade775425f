import type { ArgumentLimits } from './argument-limits.ts';
import { isJsonPrefix } from './json-prefix.ts';

/** What a text turned out to be. */
export type JsonReading =
  | { readonly state: 'value'; readonly value: unknown }
  | { readonly state: 'truncated' | 'unsupported' | 'too_large' };

const TOO_LARGE = -1;

/**
 * Reads one JSON text within limits and refuses an object that names a key twice, at any depth, since two
 * readers could disagree about it. `truncated`: a proper prefix of JSON. Never throws.
 *
 * Duplicates are found without looking at keys: a valid text has one structural colon per member, and a
 * parsed object keeps one own key per distinct name. If the two counts differ, a name stood twice, however
 * it was escaped. This costs one linear scan beside `JSON.parse`.
 */
export function readJsonText(text: string, limits: ArgumentLimits): JsonReading {
  if (exceedsBytes(text, limits.argumentBytes)) return { state: 'too_large' };
  const members = scanStructure(text, limits);
  if (members === TOO_LARGE) return { state: 'too_large' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { state: isJsonPrefix(text) ? 'truncated' : 'unsupported' };
  }
  try {
    return countMembers(value) === members ? { state: 'value', value } : { state: 'unsupported' };
  } catch {
    // A configured depth beyond what the stack holds.
    return { state: 'too_large' };
  }
}

/** How deep a text may nest of which nothing but {@link repeatsKey} is asked. */
const UNLIMITED: ArgumentLimits = { argumentBytes: Infinity, argumentDepth: 1000, argumentNodes: Infinity };

/** Whether an object in `value`, which `JSON.parse` made of `text`, was given a key twice, or nests too deep to tell. */
export function repeatsKey(text: string, value: unknown): boolean {
  const members = scanStructure(text, UNLIMITED);
  return members === TOO_LARGE || members !== countMembers(value);
}

function exceedsBytes(text: string, limit: number): boolean {
  if (text.length > limit) return true;
  if (text.length * 3 <= limit) return false;
  let bytes = text.length;
  for (let at = 0; at < text.length && bytes <= limit; at += 1) {
    const code = text.charCodeAt(at);
    // A surrogate pair is four bytes in two units; a lone surrogate is written as U+FFFD, three bytes.
    if (code >= 0x800) bytes += code >= 0xd800 && code <= 0xdfff ? 1 : 2;
    else if (code >= 0x80) bytes += 1;
  }
  return bytes > limit;
}

/** The number of structural colons; `TOO_LARGE` where depth or number of values is over its limit. */
function scanStructure(text: string, { argumentDepth, argumentNodes }: ArgumentLimits): number {
  let members = 0;
  let depth = 0;
  let nodes = 1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      at = endOfString(text, at);
    } else if (code === 0x3a) {
      members += 1;
    } else if (code === 0x2c) {
      nodes += 1;
    } else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (!closesNext(text, at)) nodes += 1;
      if (depth > argumentDepth || nodes > argumentNodes) return TOO_LARGE;
    } else if (code === 0x7d || code === 0x5d) {
      depth -= 1;
    }
  }
  return nodes > argumentNodes ? TOO_LARGE : members;
}

/** Index of the quote that ends the string opened at `open`; the text's end where none does. */
function endOfString(text: string, open: number): number {
  let end = text.indexOf('"', open + 1);
  while (end !== -1) {
    let before = end;
    while (text.charCodeAt(before - 1) === 0x5c) before -= 1;
    // An odd run of backslashes escapes the quote; each run is counted once, so this stays linear.
    if ((end - before) % 2 === 0) return end;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
}

/** Whether the object or array opened at `open` is empty. */
function closesNext(text: string, open: number): boolean {
  for (let at = open + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x7d || code === 0x5d) return true;
    if (code > 0x20) return false;
  }
  return false;
}

/** Own keys of every object in a parsed value; its depth is bounded by the scan. */
function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (Array.isArray(value)) {
    let members = 0;
    for (const item of value) members += countMembers(item);
    return members;
  }
  const keys = Object.keys(value);
  let members = keys.length;
  for (const key of keys) {
    const item = (value as Record<string, unknown>)[key];
    if (typeof item === 'object') members += countMembers(item);
  }
  return members;
}
