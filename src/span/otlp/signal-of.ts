import type { OtlpSignal } from './read-otlp-protobuf.ts';
import { BrokenWire, BYTES, FIXED32, FIXED64, VARINT, WireReader } from './wire-reader.ts';

/** The list below a resource, below a scope: the same numbers in every signal. */
const LIST = (2 << 3) | BYTES;
const RESOURCES = (1 << 3) | BYTES;

/**
 * Which signal a message is, where a stream does not say: told by the fields of its first span, log record or metric
 * that shows it. `other` are metrics and profiles; `undefined` where nothing shows, as in a message without any.
 */
export function signalOf(bytes: Uint8Array): OtlpSignal | 'other' | undefined {
  const reader = new WireReader(bytes);
  try {
    return inList(reader, reader.length, RESOURCES, (resourceEnd) =>
      inList(reader, resourceEnd, LIST, (scopeEnd) =>
        inList(reader, scopeEnd, LIST, (end) => elementSignal(reader, end)),
      ),
    );
  } catch (error) {
    if (error instanceof BrokenWire) return undefined;
    throw error;
  }
}

/** The first answer for an element of the list of this tag. */
function inList<T>(
  reader: WireReader,
  end: number,
  list: number,
  ask: (elementEnd: number) => T | undefined,
): T | undefined {
  while (reader.at < end) {
    const tag = reader.tag();
    if (tag !== list) {
      reader.skip(tag, end);
      continue;
    }
    const elementEnd = reader.fieldEnd(end);
    const answer = ask(elementEnd);
    if (answer !== undefined) return answer;
    reader.at = elementEnd;
  }
  return undefined;
}

/** Fields that one signal alone has with this wire type: times, above all. */
const SHOWN: ReadonlyMap<number, OtlpSignal | 'other'> = new Map([
  [(7 << 3) | FIXED64, 'traces'],
  [(8 << 3) | FIXED64, 'traces'],
  [(6 << 3) | VARINT, 'traces'],
  [(16 << 3) | FIXED32, 'traces'],
  [(1 << 3) | FIXED64, 'logs'],
  [(2 << 3) | VARINT, 'logs'],
  [(7 << 3) | VARINT, 'logs'],
  [(8 << 3) | FIXED32, 'logs'],
  [(11 << 3) | FIXED64, 'logs'],
  [(7 << 3) | BYTES, 'other'],
  [(3 << 3) | FIXED64, 'other'],
]);

const FIRST = (1 << 3) | BYTES;
const SECOND = (2 << 3) | BYTES;
const TENTH = (10 << 3) | BYTES;

function elementSignal(reader: WireReader, end: number): OtlpSignal | 'other' | undefined {
  let first: number | undefined;
  let second: number | undefined;
  while (reader.at < end) {
    const tag = reader.tag();
    const shown = SHOWN.get(tag);
    if (shown !== undefined) return shown;
    const before = reader.at;
    reader.skip(tag, end);
    const length = reader.at - before - 1;
    // Trace id and span id; the span id of a log record; the name of a metric.
    if (tag === FIRST) first = length;
    else if (tag === SECOND) second = length;
    else if (tag === TENTH && length === 8) return 'logs';
  }
  if (first === undefined) return undefined;
  return first === 16 && second === 8 ? 'traces' : 'other';
}
