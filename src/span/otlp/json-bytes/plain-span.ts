import type { Attributes, EventView, SpanView } from '../../view.ts';
import type { Surroundings } from '../read-span.ts';
import { KINDS, nameOf, parentIsRemoteOf, STATUS, traceFlagsOf } from '../span-codes.ts';
import type { Wanted } from '../wanted.ts';
import { AttributeBegins } from './attribute-begins.ts';
import { type JsonBytes, OTHERWISE } from './json-bytes.ts';
import { NO_ATTRIBUTES, readAttributes } from './plain-attributes.ts';
import { CLOSE, COMMA, LIST, LIST_END, OPEN, QUOTE } from './punctuation.ts';
import { TraceIds } from './trace-ids.ts';
import { type Word, wordOf } from './word.ts';

// In the order in which the Collector writes them, and OpenTelemetry's exporters for JavaScript where theirs differs.
const TRACE_ID = wordOf('{"traceId":"');
const SPAN_ID = wordOf(',"spanId":"');
const TRACE_STATE = wordOf(',"traceState":"');
const PARENT = wordOf(',"parentSpanId":"');
const FLAGS = wordOf(',"flags":');
const NAME = wordOf(',"name":"');
const KIND = wordOf(',"kind":');
const START = wordOf(',"startTimeUnixNano":"');
const END = wordOf(',"endTimeUnixNano":"');
const ATTRIBUTES = wordOf(',"attributes":');
const DROPPED_ATTRIBUTES = wordOf(',"droppedAttributesCount":');
const EVENTS = wordOf(',"events":');
const DROPPED_EVENTS = wordOf(',"droppedEventsCount":');
const STATUS_MEMBER = wordOf(',"status":');
const STATUS_CODE = wordOf('{"code":');
const LINKS = wordOf(',"links":');
const DROPPED_LINKS = wordOf(',"droppedLinksCount":');
const EVENT_NAME = wordOf('"name":"');
const EVENT_TIME = wordOf('"timeUnixNano":"');
const EVENT_ATTRIBUTES = wordOf('"attributes":');
const EVENT_DROPPED = wordOf('"droppedAttributesCount":');

const NONE: readonly never[] = [];
const NO_STATUS: SpanView['status'] = { code: 'unset', message: undefined };

/** Reads spans that are written in the usual order and hold the usual values; all others are for the exact way. */
export class PlainSpans {
  readonly #wanted: Wanted;
  readonly #begins: AttributeBegins;
  readonly #traceIds = new TraceIds();

  constructor(wanted: Wanted) {
    this.#wanted = wanted;
    this.#begins = new AttributeBegins(wanted);
  }

  /** The span that stands here. @throws {@link OTHERWISE} */
  read(json: JsonBytes, { scope, resource }: Surroundings, isWholeScope: boolean): SpanView {
    json.pass(TRACE_ID);
    const traceId = this.#traceIds.read(json);
    json.pass(SPAN_ID);
    const spanId = json.id(16);
    passString(json, TRACE_STATE);
    const parentSpanId = json.passes(PARENT) && !json.passesByte(QUOTE) ? json.id(16) : undefined;
    passString(json, TRACE_STATE);
    const flagsBefore = json.passes(FLAGS) ? count(json) : undefined;
    json.pass(NAME);
    const name = json.key();
    const kind = json.passes(KIND) ? count(json) : 0;
    json.pass(START);
    const startTimeUnixNano = json.nanos();
    json.pass(END);
    const endTimeUnixNano = json.nanos();
    const attributes = json.passes(ATTRIBUTES) ? this.#attributes(json, name, isWholeScope) : NO_ATTRIBUTES;
    const droppedAttributesCount = json.passes(DROPPED_ATTRIBUTES) ? count(json) : 0;
    const events = json.passes(EVENTS) ? this.#events(json) : NONE;
    const droppedEventsCount = json.passes(DROPPED_EVENTS) ? count(json) : 0;
    const status = json.passes(STATUS_MEMBER) ? readStatus(json) : NO_STATUS;
    if (json.passes(LINKS)) json.passBytes(LIST, LIST_END);
    if (json.passes(DROPPED_LINKS)) count(json);
    const flags = json.passes(FLAGS) ? count(json) : (flagsBefore ?? 0);
    json.passByte(CLOSE);
    return {
      traceId,
      spanId,
      parentSpanId,
      parentIsRemote: parentIsRemoteOf(flags),
      traceFlags: traceFlagsOf(flags),
      name,
      kind: nameOf(kind, KINDS),
      startTimeUnixNano,
      endTimeUnixNano,
      attributes,
      duplicateKeys: NONE,
      droppedAttributesCount,
      droppedEventsCount,
      events,
      links: NONE,
      status,
      scope,
      resource,
    };
  }

  #attributes(json: JsonBytes, name: string, isWholeScope: boolean): Attributes {
    const { begin, isWhole } = this.#begins.listOf(name);
    if (!isWholeScope && !isWhole) {
      const { at } = json;
      const kept = readAttributes(json, this.#begins, begin, 'kept');
      if (kept !== undefined && !this.#wanted.kept(kept)) return kept;
      json.at = at;
    }
    return readAttributes(json, this.#begins, begin, 'all') ?? NO_ATTRIBUTES;
  }

  #events(json: JsonBytes): readonly EventView[] {
    if (json.passesBytes(LIST, LIST_END)) return NONE;
    const events: EventView[] = [];
    json.passByte(LIST);
    do events.push(this.#event(json));
    while (json.passesByte(COMMA));
    json.passByte(LIST_END);
    return events;
  }

  #event(json: JsonBytes): EventView {
    let name: string | undefined;
    let timeUnixNano: string | undefined;
    let attributes: Attributes | undefined;
    json.passByte(OPEN);
    do {
      if (name === undefined && json.passes(EVENT_NAME)) name = json.key();
      else if (timeUnixNano === undefined && json.passes(EVENT_TIME)) timeUnixNano = json.nanos();
      else if (attributes === undefined && json.passes(EVENT_ATTRIBUTES))
        attributes = readAttributes(json, this.#begins, this.#begins.ofEvents, 'event');
      else if (json.passes(EVENT_DROPPED)) count(json);
      else throw OTHERWISE;
    } while (json.passesByte(COMMA));
    json.passByte(CLOSE);
    return {
      name: name ?? '',
      attributes: attributes ?? NO_ATTRIBUTES,
      timeUnixNano: timeUnixNano ?? '0',
    };
  }
}

function readStatus(json: JsonBytes): SpanView['status'] {
  if (json.passesBytes(OPEN, CLOSE)) return NO_STATUS;
  json.pass(STATUS_CODE);
  const code = nameOf(count(json), STATUS);
  json.passByte(CLOSE);
  return { code, message: undefined };
}

/** A member that is not read, where it is there. */
function passString(json: JsonBytes, member: Word): void {
  if (json.passes(member)) json.passString();
}

/** An unsigned integer of 32 bits. */
function count(json: JsonBytes): number {
  const value = json.integer();
  if (value < 0 || value >= 2 ** 32) throw OTHERWISE;
  return value;
}
