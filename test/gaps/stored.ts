import { canonicalJson } from '../../src/decision/canonical-json.ts';
import { digestOf } from '../../src/decision/codec.ts';

/** An attribute of OTLP/JSON, as far as it is changed here. */
export interface StoredAttribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string };
}
export interface StoredEvent {
  readonly name: string;
  readonly attributes: readonly StoredAttribute[];
}
export interface StoredSpan {
  readonly spanId: string;
  readonly traceId: string;
  readonly name: string;
  readonly attributes: readonly StoredAttribute[];
  readonly events: readonly StoredEvent[];
}
export interface Body {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly StoredSpan[] }[];
  }[];
}

export type SpanChange = (span: StoredSpan) => readonly StoredSpan[];

/** The bodies as something between sender and reader left them: each span is dropped, changed or multiplied. */
export function passedOn(bodies: readonly string[], change: SpanChange): string[] {
  return bodies.map((text) => {
    const body = JSON.parse(text) as Body;
    const resourceSpans = body.resourceSpans.map((resource) => ({
      ...resource,
      scopeSpans: resource.scopeSpans.map((scope) => ({ ...scope, spans: scope.spans.flatMap(change) })),
    }));
    return JSON.stringify({ ...body, resourceSpans });
  });
}

/** Changes the spans of one name and leaves the rest. */
export function onSpan(name: string, change: (span: StoredSpan) => readonly StoredSpan[]): SpanChange {
  return (span) => (span.name === name ? change(span) : [span]);
}

/** The span with each event changed, or without it. */
export function withEvents(
  span: StoredSpan,
  change: (event: StoredEvent) => StoredEvent | undefined,
): StoredSpan {
  return { ...span, events: span.events.flatMap((event) => change(event) ?? []) };
}

/** Every string of an event cut to `length`, as `truncate_all` of the Collector's transform processor does. */
export function truncated(event: StoredEvent, length: number): StoredEvent {
  const attributes = event.attributes.map(({ key, value }) =>
    value.stringValue === undefined
      ? { key, value }
      : { key, value: { stringValue: value.stringValue.slice(0, length) } },
  );
  return { ...event, attributes };
}

/**
 * The event with the JSON of attribute `key` changed, and the digest that stands beside it made anew: it holds by
 * itself, so that only what refers to it from elsewhere can show the change.
 */
export function redigested(
  event: StoredEvent,
  key: string,
  change: (value: Record<string, unknown>) => Record<string, unknown>,
): StoredEvent {
  const stored = event.attributes.find((attribute) => attribute.key === key)?.value.stringValue;
  if (stored === undefined) return event;
  const text = canonicalJson(change(JSON.parse(stored)));
  const written: Record<string, string> = { [key]: text, [`${key}.digest`]: digestOf(text) };
  const attributes = event.attributes.map((attribute) => {
    const stringValue = written[attribute.key];
    return stringValue === undefined ? attribute : { key: attribute.key, value: { stringValue } };
  });
  return { ...event, attributes };
}

/** A record as something that hides names leaves it. */
export function masked(record: Record<string, unknown>): Record<string, unknown> {
  return { ...record, tool: { ...(record.tool as object), name: 'masked' } };
}
