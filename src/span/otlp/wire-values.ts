import { REPEATED_KEY } from '../repeated-key.ts';
import type { Attributes } from '../view.ts';
import { type Duplicates, MAX_VALUE_DEPTH, setOwn, tooDeep } from './any-value.ts';
import type { Place } from './place.ts';
import type { Wanted, Weight } from './wanted.ts';
import { passOver } from './wire-fields.ts';
import { int64 } from './wire-integers.ts';
import { BYTES, FIXED64, VARINT, type WireReader } from './wire-reader.ts';

const KEY_VALUE = ['', 'key', 'value'];
const KEY = (1 << 3) | BYTES;
const VALUE = (2 << 3) | BYTES;

const ANY_VALUE = [
  '',
  'stringValue',
  'boolValue',
  'intValue',
  'doubleValue',
  'arrayValue',
  'kvlistValue',
  'bytesValue',
];
const STRING = (1 << 3) | BYTES;
const BOOL = (2 << 3) | VARINT;
const INT = (3 << 3) | VARINT;
const DOUBLE = (4 << 3) | FIXED64;
const ARRAY = (5 << 3) | BYTES;
const MAP = (6 << 3) | BYTES;
const BYTE_STRING = (7 << 3) | BYTES;

/** `ArrayValue` and `KeyValueList`: a list is all that they hold. */
const HOLDER = ['', 'values'];
const ELEMENT = (1 << 3) | BYTES;

const NO_ATTRIBUTES: Attributes = {};

/**
 * A list of `KeyValue` whose entries come one by one, between a message's other fields. Of a key that appears twice the
 * first value stays, and the key is noted as `readAttributes` notes it.
 */
export class AttributeList {
  readonly duplicates: Duplicates;
  readonly #depth: number;
  #attributes: Record<string, unknown> | undefined;
  readonly #weigh: Wanted['key'] | undefined;
  #count = 0;
  /** An entry came that says that all are to be read. */
  isWhole = false;

  /**
   * @param before entries of the same list that came before.
   * @param weigh of which entries the values are kept; of all where it is left out.
   */
  constructor(
    duplicates: Duplicates = {},
    depth = 1,
    before?: Record<string, unknown>,
    weigh?: Wanted['key'],
  ) {
    this.duplicates = duplicates;
    this.#depth = depth;
    this.#attributes = before;
    this.#weigh = weigh;
  }

  get attributes(): Attributes {
    return this.#attributes ?? NO_ATTRIBUTES;
  }

  /** Takes the entry that ends at `end`; `place` stands at the list, or where `list` is. @throws {OtlpError} */
  take(reader: WireReader, end: number, place: Place, list?: string): void {
    const weigh = this.#weigh;
    const index = this.#count;
    this.#count += 1;
    let key = '';
    let weight: Weight | undefined;
    let value: unknown = null;
    if (weigh !== undefined && reader.at < end && reader.passes(KEY)) {
      key = reader.key(reader.fieldEnd(end));
      weight = weigh(key);
      if (weight === 'passed' && passesText(reader, end)) return;
    }
    if (list !== undefined) place.enter(list);
    place.enter(index);
    while (reader.at < end) {
      const tag = reader.tag();
      if (tag === KEY) {
        key = reader.key(reader.fieldEnd(end));
        weight = weigh?.(key);
      } else if (tag === VALUE) {
        place.enter('value');
        value = readAnyValue(reader, reader.fieldEnd(end), place, this.duplicates, this.#depth, value);
        place.leave();
      } else passOver(reader, tag, end, KEY_VALUE, place);
    }
    reader.expectEnd(end);
    place.leave();
    if (list !== undefined) place.leave();
    if (weight === 'whole') this.isWhole = true;
    else if (weight !== 'passed') this.#keep(key, value);
  }

  #keep(key: string, value: unknown): void {
    this.#attributes ??= {};
    const attributes = this.#attributes;
    const { duplicates } = this;
    const isRepeated = Object.hasOwn(attributes, key);
    if (this.#depth === 1) {
      if (isRepeated || duplicates.inValue === true) {
        duplicates.keys ??= new Set();
        duplicates.keys.add(key);
        duplicates.inValue = false;
      }
    } else if (isRepeated) {
      duplicates.inValue = true;
      Object.defineProperty(attributes, REPEATED_KEY, { value: true });
    }
    if (!isRepeated) setOwn(attributes, key, value);
  }
}

/** Passes a value that is a text and all that is left, as serialisers write it; else nothing. */
function passesText(reader: WireReader, end: number): boolean {
  const from = reader.at;
  if (from < end && reader.passes(VALUE) && reader.fieldEnd(end) === end && reader.at < end) {
    if (reader.passes(STRING) && reader.fieldEnd(end) === end) {
      reader.passTo(end);
      return true;
    }
  }
  reader.at = from;
  return false;
}

/**
 * The `AnyValue` that ends at `end`; an empty one, which stands for null, is `before`. Of several members the last
 * counts; an array or map that stands twice is one, as protobuf says of messages.
 */
function readAnyValue(
  reader: WireReader,
  end: number,
  place: Place,
  duplicates: Duplicates,
  depth: number,
  before: unknown = null,
): unknown {
  if (depth > MAX_VALUE_DEPTH) tooDeep(place);
  let value = before;
  while (reader.at < end) {
    const tag = reader.tag();
    if (tag === STRING) value = reader.text(reader.fieldEnd(end));
    else if (tag === INT) value = int64(reader.varint(), reader.high);
    else if (tag === BOOL) value = (reader.varint() | reader.high) !== 0;
    else if (tag === DOUBLE) value = reader.double();
    else if (tag === ARRAY)
      value = readArray(reader, reader.fieldEnd(end), place, duplicates, depth + 1, value);
    else if (tag === MAP) value = readMap(reader, reader.fieldEnd(end), place, duplicates, depth + 1, value);
    else if (tag === BYTE_STRING) value = reader.bytes(reader.fieldEnd(end));
    else passOver(reader, tag, end, ANY_VALUE, place);
  }
  reader.expectEnd(end);
  return value;
}

function readArray(
  reader: WireReader,
  end: number,
  place: Place,
  duplicates: Duplicates,
  depth: number,
  before: unknown,
): unknown[] {
  const values: unknown[] = Array.isArray(before) ? before : [];
  place.enter('arrayValue');
  place.enter('values');
  while (reader.at < end) {
    const tag = reader.tag();
    if (tag === ELEMENT) {
      place.enter(values.length);
      values.push(readAnyValue(reader, reader.fieldEnd(end), place, duplicates, depth));
      place.leave();
    } else passOver(reader, tag, end, HOLDER, place);
  }
  reader.expectEnd(end);
  place.leave();
  place.leave();
  return values;
}

function readMap(
  reader: WireReader,
  end: number,
  place: Place,
  duplicates: Duplicates,
  depth: number,
  before: unknown,
): Attributes {
  const list = new AttributeList(duplicates, depth, isMap(before) ? before : {});
  place.enter('kvlistValue');
  place.enter('values');
  while (reader.at < end) {
    const tag = reader.tag();
    if (tag === ELEMENT) list.take(reader, reader.fieldEnd(end), place);
    else passOver(reader, tag, end, HOLDER, place);
  }
  reader.expectEnd(end);
  place.leave();
  place.leave();
  return list.attributes;
}

function isMap(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)
  );
}
