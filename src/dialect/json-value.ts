import { hasRepeatedKey } from '../span/repeated-key.ts';
import type { ArgumentLimits } from './argument-limits.ts';
import type { JsonReading } from './json-text.ts';

const TOO_LARGE = Symbol('too large');
/** What `JSON.stringify` leaves out of an object and writes as `null` in an array. */
const ABSENT = Symbol('absent');

interface Budget {
  readonly depth: number;
  nodes: number;
  bytes: number;
  repeatsKey: boolean;
}

/**
 * Copies a structured value within limits, read as `JSON.stringify` would write it (own enumerable string
 * keys, `toJSON`, no functions), into objects without prototype. It is a copy because the original may be
 * a proxy, may have getters, and may change. Bytes and big integers, which an attribute can hold and JSON
 * cannot, become `null`. A cycle ends at the depth limit; whatever throws is `unsupported`, and so is a map in
 * which a key stood twice.
 */
export function readJsonValue(value: unknown, limits: ArgumentLimits): JsonReading {
  const budget: Budget = {
    depth: limits.argumentDepth,
    nodes: limits.argumentNodes,
    bytes: limits.argumentBytes,
    repeatsKey: false,
  };
  try {
    const copied = copy(value, '', 0, budget);
    if (copied === TOO_LARGE) return { state: 'too_large' };
    return copied === ABSENT || budget.repeatsKey
      ? { state: 'unsupported' }
      : { state: 'value', value: copied };
  } catch {
    return { state: 'unsupported' };
  }
}

function copy(value: unknown, key: string, depth: number, budget: Budget): unknown {
  budget.nodes -= 1;
  if (budget.nodes < 0) return TOO_LARGE;
  switch (typeof value) {
    case 'string':
      budget.bytes -= value.length;
      return budget.bytes < 0 ? TOO_LARGE : value;
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'bigint':
      return null;
    case 'object':
      return value === null ? null : copyObject(value, key, depth, budget);
    default:
      return ABSENT;
  }
}

function copyObject(value: object, key: string, depth: number, budget: Budget): unknown {
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return null;
  const { toJSON } = value as { toJSON?: unknown };
  const written: unknown = typeof toJSON === 'function' ? toJSON.call(value, key) : value;
  if (written !== value && (typeof written !== 'object' || written === null)) {
    budget.nodes += 1;
    return copy(written, key, depth, budget);
  }
  if (depth >= budget.depth) return TOO_LARGE;
  return Array.isArray(written)
    ? copyArray(written, depth + 1, budget)
    : copyRecord(written as Record<string, unknown>, depth + 1, budget);
}

function copyArray(value: readonly unknown[], depth: number, budget: Budget): unknown {
  const copied: unknown[] = [];
  for (let index = 0; index < value.length; index += 1) {
    const item = copy(value[index], String(index), depth, budget);
    if (item === TOO_LARGE) return TOO_LARGE;
    copied.push(item === ABSENT ? null : item);
  }
  return copied;
}

function copyRecord(value: Readonly<Record<string, unknown>>, depth: number, budget: Budget): unknown {
  const copied: Record<string, unknown> = Object.create(null);
  if (hasRepeatedKey(value)) budget.repeatsKey = true;
  for (const key of Object.keys(value)) {
    budget.bytes -= key.length;
    const item = copy(value[key], key, depth, budget);
    if (item === TOO_LARGE || budget.bytes < 0) return TOO_LARGE;
    if (item !== ABSENT) copied[key] = item;
  }
  return copied;
}
