import type { HrTime, SdkReadableSpan, SdkSpanContext } from './sdk-span.ts';
import type { Attributes, EventView, LinkView, SpanKind, SpanView } from './view.ts';

/** `SpanKind` of the OpenTelemetry API, which has no value for "unspecified". */
const KINDS: readonly SpanKind[] = ['internal', 'server', 'client', 'producer', 'consumer'];
const STATUS = ['unset', 'ok', 'error'] as const;
const NONE: readonly never[] = [];
const NO_ATTRIBUTES: Attributes = {};

/** The span view of an SDK span (2.x and 3.x); reads through to the span and copies nothing. */
export function fromSdkSpan(span: SdkReadableSpan): SpanView {
  return new SdkSpanView(span);
}

class SdkSpanView implements SpanView {
  readonly #span: SdkReadableSpan;
  readonly #context: SdkSpanContext;
  readonly duplicateKeys: readonly string[] = NONE;

  constructor(span: SdkReadableSpan) {
    this.#span = span;
    this.#context = span.spanContext();
  }
  get traceId(): string {
    return this.#context.traceId;
  }
  get spanId(): string {
    return this.#context.spanId;
  }
  get parentSpanId(): string | undefined {
    return this.#span.parentSpanContext?.spanId || undefined;
  }
  get parentIsRemote(): boolean | undefined {
    const parent = this.#span.parentSpanContext;
    return parent?.spanId ? parent.isRemote === true : undefined;
  }
  /** Of the parent where there is one: those are the flags that the request carried. */
  get traceFlags(): number {
    return this.#span.parentSpanContext?.traceFlags ?? this.#context.traceFlags;
  }
  get name(): string {
    return this.#span.name;
  }
  get kind(): SpanKind {
    return KINDS[this.#span.kind] ?? 'unspecified';
  }
  get startTimeUnixNano(): string {
    return unixNano(this.#span.startTime);
  }
  get endTimeUnixNano(): string {
    return unixNano(this.#span.endTime);
  }
  get attributes(): Attributes {
    return this.#span.attributes;
  }
  get droppedAttributesCount(): number {
    return this.#span.droppedAttributesCount;
  }
  get droppedEventsCount(): number {
    return this.#span.droppedEventsCount;
  }
  get events(): readonly EventView[] {
    return this.#span.events.map((event) => ({
      name: event.name,
      attributes: event.attributes ?? NO_ATTRIBUTES,
      timeUnixNano: unixNano(event.time),
    }));
  }
  get links(): readonly LinkView[] {
    return this.#span.links.map((link) => ({
      traceId: link.context.traceId,
      spanId: link.context.spanId,
      attributes: link.attributes ?? NO_ATTRIBUTES,
    }));
  }
  get status(): SpanView['status'] {
    const { code, message } = this.#span.status;
    return { code: STATUS[code] ?? 'unknown', message };
  }
  get scope(): SpanView['scope'] {
    const { name, version } = this.#span.instrumentationScope;
    return { name, version: version ?? '' };
  }
  get resource(): Attributes {
    return this.#span.resource.attributes;
  }
}

/** `[seconds, nanoseconds]` as decimal Unix nanoseconds; an application may have set a time that is no integer. */
export function unixNano([seconds, nanoseconds]: HrTime): string {
  if (Number.isInteger(seconds) && seconds > 0 && Number.isInteger(nanoseconds) && nanoseconds < 1e9) {
    return `${seconds}${String(nanoseconds).padStart(9, '0')}`;
  }
  const total = Math.trunc(seconds * 1e9 + nanoseconds);
  return Number.isFinite(total) && total > 0 ? BigInt(total).toString() : '0';
}
