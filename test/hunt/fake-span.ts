import type {
  HrTime,
  SdkEvent,
  SdkReadableSpan,
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
  readonly resource: SdkReadableSpan['resource'];
  readonly attributes: Record<string, unknown>;
  readonly startMillis: number;
  /** What the sampler decided: 1 records, 2 samples as well; 0 makes a span that nobody sees. */
  readonly decision: number;
}

/** As much of an SDK span as is touched here, without an SDK: thousands of worlds are made of them. */
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
  readonly resource: SdkReadableSpan['resource'];
  readonly instrumentationScope: { readonly name: string };
  readonly droppedAttributesCount = 0;
  readonly droppedEventsCount = 0;
  readonly context: SdkSpanContext;
  readonly decision: number;
  onEnd: (() => void) | undefined;

  constructor(parts: FakeSpanParts) {
    const { traceId, spanId, decision } = parts;
    this.context = { traceId, spanId, traceFlags: decision === 2 ? 1 : 0 };
    this.decision = decision;
    this.name = parts.name;
    this.kind = parts.kind;
    this.parentSpanContext = parts.parent;
    this.startTime = hrTime(parts.startMillis);
    this.attributes = { ...parts.attributes };
    this.resource = parts.resource;
    this.instrumentationScope = { name: parts.scope };
  }

  /** The span as it was exported, so that a fault on one copy leaves the other. */
  static copy(span: SdkReadableSpan): FakeSpan {
    const parent = span.parentSpanContext;
    const twin = new FakeSpan({
      ...span.spanContext(),
      parent,
      name: span.name,
      kind: span.kind,
      scope: span.instrumentationScope.name,
      resource: span.resource,
      attributes: span.attributes,
      startMillis: 0,
      decision: 2,
    });
    const events = span.events.map((event) => ({ ...event, attributes: { ...event.attributes } }));
    const { startTime, endTime, status } = span;
    return Object.assign(twin, { startTime, endTime, status, events, ended: true });
  }

  spanContext(): SdkSpanContext {
    return this.context;
  }

  isRecording(): boolean {
    return this.decision > 0 && !this.ended;
  }

  addEvent(name: string, attributes: Record<string, unknown>, time: HrTime): this {
    this.events.push({ name, attributes: { ...attributes }, time, droppedAttributesCount: 0 });
    return this;
  }

  updateName(name: string): this {
    this.name = name;
    return this;
  }

  end(): void {
    this.endTime = hrTime(Date.now());
    this.onEnd?.();
  }
}

function hrTime(millis: number): HrTime {
  return [Math.floor(millis / 1000), (millis % 1000) * 1_000_000];
}
