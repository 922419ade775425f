/**
 * What this project needs of a span, whoever produced it: the SDK in process or an OTLP document.
 * Both SDK lines and the OTLP reader build this one shape; nothing later knows where a span came from.
 */

/** Attributes as read. Always look keys up with {@link attribute}: a key may be `__proto__` or `constructor`. */
export type Attributes = Readonly<Record<string, unknown>>;

/** `span.kind` by its OpenTelemetry name. The role in a call is the dialect's *vantage*, never this. */
export type SpanKind = 'unspecified' | 'internal' | 'server' | 'client' | 'producer' | 'consumer';

/** One span event. */
export interface EventView {
  readonly name: string;
  readonly attributes: Attributes;
  /** Unix time in nanoseconds, decimal; `"0"` where unknown. */
  readonly timeUnixNano: string;
}

/** One span link; its attributes are content and are never read. */
export interface LinkView {
  readonly traceId: string;
  readonly spanId: string;
  readonly attributes: Attributes;
}

/** One span. Ids are lower-case hex; times are Unix nanoseconds as decimal strings. */
export interface SpanView {
  readonly traceId: string;
  readonly spanId: string;
  /** Absent for a span without parent. */
  readonly parentSpanId?: string | undefined;
  /** Whether the parent is in another process; `undefined` where the producer does not say. */
  readonly parentIsRemote?: boolean | undefined;
  /** W3C trace flags: of the parent context where it is known (in process), else of the span itself. */
  readonly traceFlags: number;
  readonly name: string;
  readonly kind: SpanKind;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: Attributes;
  /** Keys that appeared twice on the wire; the first value is the one in `attributes`. */
  readonly duplicateKeys: readonly string[];
  readonly droppedAttributesCount: number;
  readonly droppedEventsCount: number;
  readonly events: readonly EventView[];
  readonly links: readonly LinkView[];
  /** `unknown`: a code that no version known here has; it may say that the span failed. */
  readonly status: {
    readonly code: 'unset' | 'ok' | 'error' | 'unknown';
    readonly message?: string | undefined;
  };
  readonly scope: { readonly name: string; readonly version: string };
  readonly resource: Attributes;
}

/** One of our events as a log record carries it, about the span that it names. Ids are lower-case hex. */
export interface LogEventView {
  readonly traceId: string;
  readonly spanId: string;
  /** Its time is when it was observed where it says none itself. */
  readonly event: EventView;
  readonly scope: SpanView['scope'];
  readonly resource: Attributes;
}

/** The own property `key` of `attributes`; never an inherited one. */
export function attribute(attributes: Attributes, key: string): unknown {
  return Object.hasOwn(attributes, key) ? attributes[key] : undefined;
}

/** The own property `key` where it is a non-empty string. */
export function stringAttribute(attributes: Attributes, key: string): string | undefined {
  const value = attributes[key];
  // Read first: nearly no span has the key, and a read costs a fraction of `hasOwn`.
  return typeof value === 'string' && value !== '' && Object.hasOwn(attributes, key) ? value : undefined;
}
