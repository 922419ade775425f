import type { LogEventView } from '../view.ts';
import { EVENT_NAME_ATTRIBUTE, isOwnEvent } from './log-event-names.ts';
import type { Place } from './place.ts';
import { readField, readOwnId, refuseSnakeCase, type Surroundings } from './read-span.ts';
import { type Fields, isObject, readTime, typeOf } from './scalars.ts';

const SNAKE_CASE = ['event_name', 'trace_id', 'span_id', 'time_unix_nano', 'observed_time_unix_nano'];

/**
 * One OTLP log record where it is an event of ours; `undefined` for another, of which nothing but its name is looked
 * at. Where it says no time, it is when it was observed.
 *
 * @throws {OtlpError} where it is none, or one of ours that cannot be read or names no span.
 */
export function readLogRecord(
  record: unknown,
  { scope, resource }: Surroundings,
  place: Place,
): LogEventView | undefined {
  if (!isObject(record)) return place.refuse('wrong_type', `Expected a log record, got ${typeOf(record)}`);
  refuseSnakeCase(record, SNAKE_CASE, place);
  const name = eventName(record);
  if (!isOwnEvent(name)) return undefined;
  const time = readTime(record.timeUnixNano, 'timeUnixNano', place);
  const observed = readTime(record.observedTimeUnixNano, 'observedTimeUnixNano', place);
  return {
    traceId: readOwnId(record.traceId, 'traceId', 32, place),
    spanId: readOwnId(record.spanId, 'spanId', 16, place),
    event: {
      name,
      attributes: readField(record.attributes, 'attributes', place),
      timeUnixNano: time === '0' ? observed : time,
    },
    scope,
    resource,
  };
}

function eventName({ eventName: name, attributes }: Fields): string {
  if (typeof name === 'string' && name !== '') return name;
  const list: readonly unknown[] = Array.isArray(attributes) ? attributes : [];
  const named = list.find((entry) => isObject(entry) && entry.key === EVENT_NAME_ATTRIBUTE);
  const value = isObject(named) && isObject(named.value) ? named.value.stringValue : undefined;
  return typeof value === 'string' ? value : '';
}
