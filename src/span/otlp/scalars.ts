import type { Place } from './place.ts';
import { type EnumNames, nameOf } from './span-codes.ts';

/**
 * Scalars of the OTLP/JSON mapping; `field` only names the value in a refusal. `null` and a missing field are the same in protobuf's JSON mapping, and
 * both are the type's zero value. 64-bit integers come as decimal strings (Collector) or numbers (JS SDK).
 */

/** A JSON object as parsed: nothing about its fields is known. */
export type Fields = Readonly<Record<string, unknown>>;

const UINT64_MAX = '18446744073709551615';
const LOWER_HEX = /^[0-9a-f]+$/;
const HEX = /^[0-9a-fA-F]+$/;
/** Canonical, and whatever its digits are no more than 64 bits. */
const PLAIN_TIME = /^[1-9]\d{0,18}$/;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/** Whether `value` is a JSON object; narrows it. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A string; `""` where it is missing. */
export function readString(value: unknown, field: string, place: Place): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  return place.refuse('wrong_type', `Expected \`${field}\` to be a string, got ${typeOf(value)}`, field);
}

/**
 * A trace or span id of `digits` hex digits as lower-case hex; `""` where it is missing. Base64, which
 * protobuf's own JSON mapping would write, is refused by name: OTLP/JSON departs from it here.
 */
export function readId(value: unknown, field: string, digits: 32 | 16, place: Place): string {
  const id = readString(value, field, place);
  if (id === '') return id;
  if (id.length === digits && LOWER_HEX.test(id)) return id;
  if (id.length === digits && HEX.test(id)) return id.toLowerCase();
  const isBase64 = id.length === Math.ceil(digits / 6) * 4 && BASE64.test(id);
  if (isBase64) {
    const mend =
      'OTLP/JSON writes ids in hex: use an OTLP exporter, not a generic protobuf-to-JSON conversion';
    return place.refuse(
      'base64_id',
      `Expected \`${field}\` to be ${digits} hex digits, got base64; ${mend}`,
      field,
    );
  }
  return place.refuse(
    'invalid_id',
    `Expected \`${field}\` to be ${digits} hex digits, got another string`,
    field,
  );
}

/** A `fixed64` time as canonical decimal Unix nanoseconds; `"0"` where it is missing. */
export function readTime(value: unknown, field: string, place: Place): string {
  if (value === undefined || value === null) return '0';
  if (typeof value === 'string' && PLAIN_TIME.test(value)) return value;
  let text: string | undefined;
  if (typeof value === 'string' && /^\d{1,20}$/.test(value)) text = value.replace(/^0+(?=\d)/, '');
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) text = BigInt(value).toString();
  const fits = text !== undefined && (text.length < 20 || (text.length === 20 && text <= UINT64_MAX));
  if (text !== undefined && fits) return text;
  return refuseInteger(value, field, 'Unix nanoseconds as a decimal string or a number', place);
}

/** A `uint32` or `fixed32`; 0 where it is missing. */
export function readUint32(value: unknown, field: string, place: Place): number {
  if (value === undefined || value === null) return 0;
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
  if (typeof number === 'number' && Number.isInteger(number) && number >= 0 && number < 2 ** 32)
    return number;
  return refuseInteger(value, field, 'a 32-bit unsigned integer', place);
}

/** An `int64` value: a number where it is exact, else a bigint (`1e+21` from the JS exporter as well). */
export function readInt64(value: unknown, place: Place): number | bigint {
  if (typeof value === 'number' && Number.isInteger(value)) {
    return Number.isSafeInteger(value) ? value : BigInt(value);
  }
  if (typeof value === 'string' && /^-?\d{1,20}$/.test(value)) {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : BigInt(value);
  }
  return refuseInteger(value, 'intValue', 'an integer as a decimal string or a number', place);
}

/** A `double`; `null` is what the JS exporter writes for NaN and the infinities, and is read as NaN. */
export function readDouble(value: unknown, place: Place): number {
  if (typeof value === 'number') return value;
  if (value === null) return Number.NaN;
  const isNumber = value === 'NaN' || value === 'Infinity' || value === '-Infinity';
  if (isNumber || (typeof value === 'string' && NUMBER.test(value))) return Number(value);
  const message = `Expected \`doubleValue\` to be a number, "NaN", "Infinity" or "-Infinity", got ${typeOf(value)}`;
  return place.refuse('invalid_number', message, 'doubleValue');
}

/** An enum by number or, as protobuf's mapping allows, by name; the first name where it is missing. */
export function readEnum<T extends string>(
  value: unknown,
  field: string,
  known: EnumNames<T>,
  place: Place,
): T {
  const { prefix, names } = known;
  if (value === undefined || value === null) return names[0];
  if (typeof value === 'number' && Number.isInteger(value)) return nameOf(value, known);
  const name = names.find((candidate) => value === prefix + candidate.toUpperCase());
  if (name !== undefined) return name;
  return place.refuse(
    'invalid_enum',
    `Expected \`${field}\` to be an enum's number, got ${typeOf(value)}`,
    field,
  );
}

/** The bytes of a base64 string (standard or URL-safe alphabet). */
export function readBytes(value: unknown, place: Place): Uint8Array {
  const text = typeof value === 'string' ? value.replaceAll('-', '+').replaceAll('_', '/') : undefined;
  if (text !== undefined && /^[A-Za-z0-9+/]*={0,2}$/.test(text)) {
    try {
      return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    } catch {
      // Right alphabet, impossible length: refused below like any other text.
    }
  }
  return place.refuse(
    'invalid_bytes',
    `Expected \`bytesValue\` to be base64, got ${typeOf(value)}`,
    'bytesValue',
  );
}

/** What `value` is, never what it holds. */
export function typeOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string' ? 'another string' : `a ${typeof value}`;
}

function refuseInteger(value: unknown, field: string, expected: string, place: Place): never {
  return place.refuse(
    'invalid_integer',
    `Expected \`${field}\` to be ${expected}, got ${typeOf(value)}`,
    field,
  );
}
