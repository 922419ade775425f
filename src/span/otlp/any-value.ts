import { REPEATED_KEY } from '../repeated-key.ts';
import type { Attributes } from '../view.ts';
import { knownKey } from './known-key.ts';
import type { Place } from './place.ts';
import { hasKey, plainValue } from './plain-value.ts';
import { isObject, readBytes, readDouble, readInt64, readString, typeOf } from './scalars.ts';

/** How deep an `AnyValue` may nest; deeper, its span is refused, so that no document can exhaust the stack. */
export const MAX_VALUE_DEPTH = 64;

const NO_ATTRIBUTES: Attributes = {};

/** The attributes of one list that cannot be trusted, gathered while it is read. */
export interface Duplicates {
  /** Attributes whose key stands twice, or that hold a map in which one does; in order. */
  keys?: Set<string>;
  /** Whether the value in hand holds such a map. */
  inValue?: boolean;
}

/**
 * A list of `KeyValue` as attributes. Of a key that appears twice the first value stays and the key is added
 * to `duplicates`, also where it appears twice inside a map below it; that map is marked ({@link REPEATED_KEY}).
 * `__proto__` is a key like any other.
 *
 * @throws {OtlpError} where a value is not one of OTLP's.
 */
export function readAttributes(list: unknown, place: Place, duplicates: Duplicates): Attributes {
  return list === undefined || list === null ? NO_ATTRIBUTES : readKeyValues(list, place, duplicates, 1);
}

function readKeyValues(list: unknown, place: Place, duplicates: Duplicates, depth: number): Attributes {
  if (!Array.isArray(list)) {
    return place.refuse('wrong_type', `Expected a list of keys and values, got ${typeOf(list)}`);
  }
  const attributes: Record<string, unknown> = {};
  let isMarked = false;
  for (let index = 0; index < list.length; index += 1) {
    const entry: unknown = list[index];
    const plain = hasKey(entry) && depth <= MAX_VALUE_DEPTH ? plainValue(entry.value) : undefined;
    const value = plain ?? readEntry(entry, index, place, duplicates, depth);
    const key = hasKey(entry) ? knownKey(entry.key) : '';
    const isRepeated = Object.hasOwn(attributes, key);
    if (depth === 1) {
      if (isRepeated || duplicates.inValue === true) {
        duplicates.keys ??= new Set();
        duplicates.keys.add(key);
        duplicates.inValue = false;
      }
    } else if (isRepeated) {
      duplicates.inValue = true;
      isMarked = true;
    }
    if (!isRepeated) setOwn(attributes, key, value);
  }
  if (isMarked) Object.defineProperty(attributes, REPEATED_KEY, { value: true });
  return attributes;
}

/** The value of the entry at `index`, read the exact way. */
function readEntry(
  entry: unknown,
  index: number,
  place: Place,
  duplicates: Duplicates,
  depth: number,
): unknown {
  place.enter(index);
  if (!isObject(entry)) place.refuse('wrong_type', `Expected a key and a value, got ${typeOf(entry)}`);
  readString(entry.key, 'key', place);
  place.enter('value');
  const value = readAnyValue(entry.value, place, duplicates, depth);
  place.leave();
  place.leave();
  return value;
}

/** `AnyValue` as the value it stands for; an empty one, which OTLP writes for null, is `null`. */
function readAnyValue(any: unknown, place: Place, duplicates: Duplicates, depth: number): unknown {
  if (any === undefined || any === null) return null;
  if (depth > MAX_VALUE_DEPTH) tooDeep(place);
  if (!isObject(any))
    place.refuse('wrong_type', `Expected an object that holds one value, got ${typeOf(any)}`);
  const { stringValue, boolValue, intValue, doubleValue, arrayValue, kvlistValue, bytesValue } = any;
  const held =
    isHeld(stringValue) +
    isHeld(boolValue) +
    isHeld(intValue) +
    isHeld(doubleValue) +
    isHeld(arrayValue) +
    isHeld(kvlistValue) +
    isHeld(bytesValue);
  // Two readers could see two values.
  if (held > 1) place.refuse('ambiguous_value', `Expected one value, got ${held} in one object`);
  if (isHeld(stringValue)) return readString(stringValue, 'stringValue', place);
  if (isHeld(intValue)) return readInt64(intValue, place);
  if (isHeld(boolValue)) return readBoolean(boolValue, place);
  if (isHeld(arrayValue)) return readNested('arrayValue', arrayValue, readArray, place, duplicates, depth);
  if (isHeld(kvlistValue))
    return readNested('kvlistValue', kvlistValue, readKeyValues, place, duplicates, depth);
  if (isHeld(bytesValue)) return readBytes(bytesValue, place);
  return doubleValue === undefined ? null : readDouble(doubleValue, place);
}

function isHeld(value: unknown): 0 | 1 {
  return value === undefined || value === null ? 0 : 1;
}

function readBoolean(value: unknown, place: Place): boolean {
  if (typeof value === 'boolean') return value;
  return place.refuse(
    'wrong_type',
    `Expected \`boolValue\` to be a boolean, got ${typeOf(value)}`,
    'boolValue',
  );
}

function readNested<T>(
  field: string,
  holder: unknown,
  read: (values: unknown, place: Place, duplicates: Duplicates, depth: number) => T,
  place: Place,
  duplicates: Duplicates,
  depth: number,
): T {
  place.enter(field);
  if (!isObject(holder))
    place.refuse('wrong_type', `Expected an object that holds \`values\`, got ${typeOf(holder)}`);
  place.enter('values');
  const nested = read(holder.values ?? [], place, duplicates, depth + 1);
  place.leave();
  place.leave();
  return nested;
}

function readArray(values: unknown, place: Place, duplicates: Duplicates, depth: number): readonly unknown[] {
  if (!Array.isArray(values))
    return place.refuse('wrong_type', `Expected a list of values, got ${typeOf(values)}`);
  return values.map((value, index) => {
    place.enter(index);
    const read = readAnyValue(value, place, duplicates, depth);
    place.leave();
    return read;
  });
}

/** @throws {OtlpError} always. */
export function tooDeep(place: Place): never {
  const message = `Expected values to nest at most ${MAX_VALUE_DEPTH} deep; limit the depth where they are recorded`;
  return place.refuse('too_deep', message);
}

/** Sets an own property, also one that is called `__proto__`. */
export function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}
