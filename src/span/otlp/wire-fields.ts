import { expectOwnId } from './own-id.ts';
import type { Place } from './place.ts';
import { uint64 } from './wire-integers.ts';
import type { WireReader } from './wire-reader.ts';

/**
 * Passes over a field that is not known here. One that is known and has another wire type is refused: readers differ
 * over it, and to most of them it is not there.
 *
 * @param names of the known fields by number.
 * @throws {OtlpError}
 */
export function passOver(
  reader: WireReader,
  tag: number,
  end: number,
  names: readonly string[],
  place: Place,
): void {
  reader.skip(tag, end);
  const name = names[tag >>> 3];
  if (name === undefined || name === '') return;
  place.refuse('wrong_type', `Expected \`${name}\` to have the wire type of its field, got another`, name);
}

/** An id of `digits` hex digits as lower-case hex; `""` where it is empty. @throws {OtlpError} */
export function readId(
  reader: WireReader,
  end: number,
  field: string,
  digits: 32 | 16,
  place: Place,
): string {
  const length = end - reader.at;
  if (length * 2 === digits) return reader.hex(end);
  reader.at = end;
  if (length === 0) return '';
  const message = `Expected \`${field}\` to be ${digits / 2} bytes, got another length`;
  return place.refuse('invalid_id', message, field);
}

/** Both ids of a span, or of what names one. @throws {OtlpError} where one is missing or all zeros. */
export function expectIds(traceId: string, spanId: string, place: Place): void {
  expectOwnId(traceId, 'traceId', 32, place);
  expectOwnId(spanId, 'spanId', 16, place);
}

/** A `fixed64` time as decimal Unix nanoseconds. */
export function readWireTime(reader: WireReader): string {
  const low = reader.fixed64();
  return uint64(low, reader.high);
}
