/**
 * The parts of the SDK's spans that we touch, as structural types: both SDK lines (2.x and 3.x) fit them,
 * so no SDK type is imported and either line can be installed. Method syntax keeps them assignable.
 */

/** `[seconds, nanoseconds]`. */
export type HrTime = [number, number];

export interface SdkSpanContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
  readonly isRemote?: boolean | undefined;
  readonly traceState?: { serialize(): string } | undefined;
}

export interface SdkEvent {
  name: string;
  time: HrTime;
  attributes?: Record<string, unknown> | undefined;
  droppedAttributesCount?: number | undefined;
}

export interface SdkLink {
  context: SdkSpanContext;
  attributes?: Record<string, unknown> | undefined;
  droppedAttributesCount?: number | undefined;
}

export interface SdkStatus {
  code: number;
  message?: string | undefined;
}

export interface SdkResource {
  readonly attributes: Record<string, unknown>;
  readonly asyncAttributesPending?: boolean | undefined;
}

export interface SdkScope {
  readonly name: string;
  readonly version?: string | undefined;
}

/** A finished span as exporters get it. */
export interface SdkReadableSpan {
  readonly name: string;
  readonly kind: number;
  spanContext(): SdkSpanContext;
  readonly parentSpanContext?: SdkSpanContext | undefined;
  readonly startTime: HrTime;
  readonly endTime: HrTime;
  readonly status: SdkStatus;
  readonly attributes: Record<string, unknown>;
  readonly links: SdkLink[];
  readonly events: SdkEvent[];
  readonly ended: boolean;
  readonly resource: SdkResource;
  readonly instrumentationScope: SdkScope;
  readonly droppedAttributesCount: number;
  readonly droppedEventsCount: number;
}

/** A span that can still be written to: what `onStart` and `onEnding` get. */
export interface SdkWritableSpan extends SdkReadableSpan {
  addEvent(
    name: string,
    attributes: Record<string, string | number | boolean | string[]>,
    time: HrTime,
  ): unknown;
  updateName(name: string): unknown;
}
