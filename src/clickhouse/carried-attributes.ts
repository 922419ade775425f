import { CHECKPOINT, EVENT, INPUT, SUMMARY } from '../decision/names.ts';
import type { Attributes } from '../span/view.ts';
import { exactJson } from './exact-json.ts';

/** Under these names the Collector put what the exporter's tables have no column for (`clickhouse.yaml`). */
export const CARRIED = {
  attributes: 'assay.otlp.attributes',
  flags: 'assay.otlp.flags',
  dropped: 'assay.otlp.dropped',
} as const;

const CARRIED_PREFIX = 'assay.otlp.';

/** A map of the store: each key once, or as often as it came. */
export interface MapColumn {
  /** All of them with their types, as JSON; empty where nobody carried them. */
  readonly carried: string;
  readonly keys: readonly string[];
  readonly values: readonly string[];
}

export interface ReadAttributes {
  readonly attributes: Attributes;
  readonly duplicateKeys: readonly string[];
}

const NONE: readonly never[] = [];

/**
 * The attributes of a row with the types that they had. Where nobody carried those all is text, but for what this
 * package writes itself: its types are known by its names. Of a key that came twice the first value counts.
 */
export function carriedAttributes({ carried, keys, values }: MapColumn): ReadAttributes {
  const typed = carried === '' ? undefined : objectIn(carried);
  if (typed !== undefined && keys.length === 0) return { attributes: typed, duplicateKeys: NONE };
  const attributes: Record<string, unknown> = {};
  const texts = new Map<string, string[]>();
  for (const [at, key] of keys.entries()) {
    if (key.startsWith(CARRIED_PREFIX)) continue;
    const known = texts.get(key) ?? [];
    texts.set(key, [...known, values[at] ?? '']);
  }
  const twice: string[] = [];
  for (const [key, all] of texts) {
    if (all.length > 1) twice.push(key);
    const isCarried = typed !== undefined && Object.hasOwn(typed, key);
    const value = isCarried && all.length === 1 ? typed[key] : ofText(key, firstOf(all, typed?.[key]));
    define(attributes, key, value);
  }
  return { attributes, duplicateKeys: twice };
}

/** A store sorts what it has of one key. Of two values the last was carried, so that the other was first. */
function firstOf(texts: readonly string[], last: unknown): string {
  const at = texts.indexOf(typeof last === 'string' ? last : (JSON.stringify(last) ?? ''));
  const others = texts.filter((_, index) => index !== at);
  return others[0] ?? texts[0] ?? '';
}

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value = exactJson(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Own, also where it is called `__proto__`. */
function define(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

const INTEGERS: ReadonlySet<string> = new Set([
  EVENT.sequence,
  EVENT.numbered,
  EVENT.scrubbedOther,
  CHECKPOINT.ordinal,
  SUMMARY.revision,
  SUMMARY.toolCallsObserved,
  SUMMARY.policyDecisionsObserved,
  SUMMARY.unknownToolCount,
]);
const BOOLEANS: ReadonlySet<string> = new Set([
  EVENT.decisionEnforced,
  INPUT.policyEnforced,
  SUMMARY.fragment,
  SUMMARY.proxySeen,
  SUMMARY.redactionActive,
]);
const LISTS: ReadonlySet<string> = new Set([
  EVENT.classifierVersion,
  EVENT.scrubbedKeys,
  EVENT.conflicts,
  SUMMARY.coverageGaps,
]);

function ofText(key: string, text: string): unknown {
  if (INTEGERS.has(key)) return /^\d{1,15}$/.test(text) ? Number(text) : text;
  if (BOOLEANS.has(key)) return text === 'true' ? true : text === 'false' ? false : text;
  if (!LISTS.has(key)) return text;
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : text;
  } catch {
    return text;
  }
}
