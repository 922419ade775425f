import type {
  HrTime,
  SdkEvent,
  SdkSpanContext,
  SdkStatus,
  SdkWritableSpan,
} from '../../src/span/sdk-span.ts';

export interface FakeSpanParts {
  readonly traceId: string;
  readonly spanId: string;
  readonly parent: SdkSpanContext | undefined;
  readonly name: string;
  readonly kind: number;
  readonly scope: string;
  readonly resource: Record<string, unknown>;
  readonly attributes: Record<string, unknown>;
  readonly startMillis: number;
}

/** As much of an SDK span as the recorder touches, without an SDK: thousands of worlds are made of them. */
export class FakeSpan implements SdkWritableSpan {
  name: string;
  readonly kind: number;
  readonly parentSpanContext: SdkSpanContext | undefined;
  readonly startTime: HrTime;
  endTime: HrTime = [0, 0];
  status: SdkStatus = { code: 0 };
  attributes: Record<string, unknown>;
  readonly links: never[] = [];
  events: SdkEvent[] = [];
  ended = false;
  readonly resource: { readonly attributes: Record<string, unknown> };
  readonly instrumentationScope: { readonly name: string };
  readonly droppedAttributesCount = 0;
  readonly droppedEventsCount = 0;
  readonly context: SdkSpanContext;

  constructor(parts: FakeSpanParts) {
    this.context = { traceId: parts.traceId, spanId: parts.spanId, traceFlags: 1 };
    this.name = parts.name;
    this.kind = parts.kind;
    this.parentSpanContext = parts.parent;
    this.startTime = hrTime(parts.startMillis);
    this.attributes = { ...parts.attributes };
    this.resource = { attributes: parts.resource };
    this.instrumentationScope = { name: parts.scope };
  }

  spanContext(): SdkSpanContext {
    return this.context;
  }

  addEvent(name: string, attributes: Record<string, unknown>, time: HrTime): this {
    this.events.push({ name, attributes: { ...attributes }, time, droppedAttributesCount: 0 });
    return this;
  }

  updateName(name: string): this {
    this.name = name;
    return this;
  }

  endAt(millis: number): void {
    this.endTime = hrTime(millis);
  }

  /** The span as it was exported, so that a fault on one copy leaves the other. */
  copy(): FakeSpan {
    const twin: FakeSpan = Object.create(FakeSpan.prototype);
    Object.assign(twin, this, {
      attributes: { ...this.attributes },
      events: this.events.map((event) => ({ ...event, attributes: { ...event.attributes } })),
    });
    return twin;
  }
}

function hrTime(millis: number): HrTime {
  return [Math.floor(millis / 1000), (millis % 1000) * 1_000_000];
}
