import type { Signal } from '../door/answer.ts';
import type { Encoding } from '../door/media-type.ts';

/**
 * How many spans or log records a body holds, whatever is wrong with them: what a reader refused as a whole (a resource,
 * a scope) is counted too. What cannot be looked into counts as none.
 */
export function countItems(body: Uint8Array, signal: Signal, encoding: Encoding): number {
  return encoding === 'json' ? inJson(body, signal) : inProtobuf(body, 0, body.length, PATH);
}

const JSON_PATH = {
  traces: ['resourceSpans', 'scopeSpans', 'spans'],
  logs: ['resourceLogs', 'scopeLogs', 'logRecords'],
} as const;

function inJson(body: Uint8Array, signal: Signal): number {
  return below(JSON.parse(new TextDecoder().decode(body)), JSON_PATH[signal]);
}

function below(value: unknown, [field, ...deeper]: readonly string[]): number {
  if (field === undefined) return 1;
  const list = (value as Readonly<Record<string, unknown>> | null | undefined)?.[field];
  if (!Array.isArray(list)) return 0;
  if (deeper.length === 0) return list.length;
  let count = 0;
  for (const element of list) count += below(element, deeper);
  return count;
}

/** Field numbers from `Export<Signal>ServiceRequest` down to a span or log record, the same for both. */
const PATH: readonly number[] = [1, 2, 2];

const LENGTH_DELIMITED = 2;
const FIXED_BYTES: Readonly<Record<number, number>> = { 1: 8, 5: 4 };

function inProtobuf(
  bytes: Uint8Array,
  from: number,
  to: number,
  [wanted, ...below]: readonly number[],
): number {
  if (wanted === undefined) return 1;
  let count = 0;
  let at = from;
  while (at < to) {
    const tag = varint(bytes, at, to);
    if (tag === undefined) return count;
    const type = tag.value % 8;
    const length = type === 0 || type === LENGTH_DELIMITED ? varint(bytes, tag.end, to) : undefined;
    let end = tag.end + (FIXED_BYTES[type] ?? Number.POSITIVE_INFINITY);
    if (length !== undefined) end = length.end + (type === 0 ? 0 : length.value);
    if (end > to) return count;
    if (type === LENGTH_DELIMITED && length !== undefined && Math.floor(tag.value / 8) === wanted) {
      count += inProtobuf(bytes, length.end, end, below);
    }
    at = end;
  }
  return count;
}

function varint(bytes: Uint8Array, from: number, to: number): { value: number; end: number } | undefined {
  let value = 0;
  let factor = 1;
  for (let at = from; at < to && at < from + 10; at += 1) {
    const byte = bytes[at] ?? 0;
    value += (byte % 0x80) * factor;
    if (byte < 0x80) return { value, end: at + 1 };
    factor *= 0x80;
  }
  return undefined;
}
