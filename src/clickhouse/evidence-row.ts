import { parentIsRemoteOf, traceFlagsOf } from '../span/otlp/span-codes.ts';
import type { EventView, LogEventView, SpanKind, SpanView } from '../span/view.ts';
import { CARRIED, carriedAttributes } from './carried-attributes.ts';

const map = (column: string): readonly string[] => {
  const carried = `${column}['${CARRIED.attributes}']`;
  // Where types were carried and no key came twice, that is all of it.
  const isWhole = `${carried} != '' AND length(arrayDistinct(mapKeys(${column}))) = length(${column})`;
  return [carried, `if(${isWhole}, [], mapKeys(${column}))`, `if(${isWhole}, [], mapValues(${column}))`];
};
const [eventCarried = '', eventKeys = '', eventValues = ''] = map('e');
const nanos = (column: string): string => `toString(toUnixTimestamp64Nano(${column}))`;

/** What is selected of an evidence row, in the order in which {@link evidenceOfRow} takes it. */
export const EVIDENCE_ROW: readonly string[] = [
  'Carrier',
  'TraceId',
  'SpanId',
  'ParentSpanId',
  nanos('Timestamp'),
  'toString(Duration)',
  'SpanName',
  'SpanKind',
  'StatusCode',
  'StatusMessage',
  'ScopeName',
  'ScopeVersion',
  ...map('ResourceAttributes'),
  ...map('SpanAttributes'),
  `SpanAttributes['${CARRIED.flags}']`,
  `SpanAttributes['${CARRIED.dropped}']`,
  '`Events.Name`',
  `arrayMap(t -> ${nanos('t')}, \`Events.Timestamp\`)`,
  `arrayMap(e -> ${eventCarried}, \`Events.Attributes\`)`,
  `arrayMap(e -> ${eventKeys}, \`Events.Attributes\`)`,
  `arrayMap(e -> ${eventValues}, \`Events.Attributes\`)`,
  '`Links.TraceId`',
  '`Links.SpanId`',
];

type Texts = readonly string[];
type EvidenceRow = readonly [
  carrier: string,
  trace: string,
  span: string,
  parent: string,
  start: string,
  duration: string,
  name: string,
  kind: string,
  status: string,
  message: string,
  scope: string,
  scopeVersion: string,
  resource: string,
  resourceKeys: Texts,
  resourceValues: Texts,
  attributes: string,
  attributeKeys: Texts,
  attributeValues: Texts,
  flags: string,
  dropped: string,
  eventNames: Texts,
  eventTimes: Texts,
  events: Texts,
  eventKeys: readonly Texts[],
  eventValues: readonly Texts[],
  linkTraces: Texts,
  linkSpans: Texts,
];

/** A span, or an event of one that came as a log record. */
export type StoredEvidence =
  | { readonly is: 'log'; readonly event: LogEventView }
  | { readonly is: 'span'; readonly span: SpanView };

const KINDS: Readonly<Record<string, SpanKind>> = {
  Internal: 'internal',
  Server: 'server',
  Client: 'client',
  Producer: 'producer',
  Consumer: 'consumer',
};
const STATUS: Readonly<Record<string, SpanView['status']['code']>> = {
  Unset: 'unset',
  Ok: 'ok',
  Error: 'error',
};

/** A row as the view of a span that a reader of OTLP would have made of it. */
export function evidenceOfRow(row: readonly unknown[]): StoredEvidence {
  const [carrier, traceId, spanId, parent, start, duration, name, kind, status, message, ...rest] =
    row as EvidenceRow;
  const [scopeName, version, resource, resourceKeys, resourceValues, carried, keys, values, ...last] = rest;
  const [flagsText, dropped, names, times, events, eventKeys, eventValues, linkTraces, linkSpans] = last;
  const about = {
    traceId,
    spanId,
    scope: { name: scopeName, version },
    resource: carriedAttributes({ carried: resource, keys: resourceKeys, values: resourceValues }).attributes,
  };
  const views = names.map(
    (eventName, at): EventView => ({
      name: eventName,
      timeUnixNano: times[at] ?? '0',
      attributes: carriedAttributes({
        carried: events[at] ?? '',
        keys: eventKeys[at] ?? [],
        values: eventValues[at] ?? [],
      }).attributes,
    }),
  );
  const [event] = views;
  if (carrier === 'log' && event !== undefined) return { is: 'log', event: { ...about, event } };
  const flags = whole(flagsText);
  return {
    is: 'span',
    span: {
      ...about,
      ...carriedAttributes({ carried, keys, values }),
      parentSpanId: parent === '' ? undefined : parent,
      parentIsRemote: parentIsRemoteOf(flags),
      traceFlags: traceFlagsOf(flags),
      name,
      kind: KINDS[kind] ?? 'unspecified',
      startTimeUnixNano: start,
      endTimeUnixNano: String(BigInt.asUintN(64, BigInt(start) + BigInt(duration))),
      // Which of the two it was is nowhere asked.
      droppedAttributesCount: whole(dropped),
      droppedEventsCount: 0,
      events: views,
      links: linkTraces.map((trace, at) => ({ traceId: trace, spanId: linkSpans[at] ?? '', attributes: {} })),
      status: { code: STATUS[status] ?? 'unknown', message: message === '' ? undefined : message },
    },
  };
}

function whole(text: string): number {
  return /^\d{1,10}$/.test(text) ? Number(text) : 0;
}
