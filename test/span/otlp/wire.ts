/** Protobuf messages by hand, for what no encoder writes. */

export function varint(value: bigint | number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = BigInt.asUintN(64, BigInt(value)); ; rest >>= 7n) {
    if (rest < 128n) return Uint8Array.from([...bytes, Number(rest)]);
    bytes.push(Number(rest & 127n) + 128);
  }
}

export type WireType = 'varint' | 'fixed64' | 'bytes' | 'group' | 'end' | 'fixed32';
const TYPES: readonly WireType[] = ['varint', 'fixed64', 'bytes', 'group', 'end', 'fixed32'];

/** A field's tag and this after it. */
export function raw(field: number, type: WireType, ...after: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat([varint(field * 8 + TYPES.indexOf(type)), ...after]);
}

/** A field that holds all of this, with its length. */
export function holding(field: number, ...parts: readonly (Uint8Array | string)[]): Uint8Array {
  const inner = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  return raw(field, 'bytes', varint(inner.length), inner);
}

export const TRACE_ID = Buffer.from('0af7651916cd43dd8448eb211c80319c', 'hex');
export const SPAN_ID = Buffer.from('b7ad6b7169203331', 'hex');
export const IDS = [holding(1, TRACE_ID), holding(2, SPAN_ID)];

/** A message of one resource and one scope, with these in its list: spans, log records. */
export function request(...elements: readonly Uint8Array[]): Uint8Array {
  return holding(1, holding(2, ...elements.map((element) => holding(2, element))));
}

/** A span with these fields beside its ids. */
export function wireSpan(...fields: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat([...IDS, ...fields]);
}

/** One `KeyValue` with these members in its value. */
export function keyValue(field: number, key: string, ...members: readonly Uint8Array[]): Uint8Array {
  return holding(field, holding(1, key), holding(2, ...members));
}
