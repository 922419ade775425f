import { type Context, ROOT_CONTEXT, type SpanContext, trace } from '@opentelemetry/api';
import type { EventAttributes } from '../decision/codec.ts';
import {
  CHECKPOINT_EVENT,
  INPUT,
  OWN_SCOPE,
  ROOT_SPAN_ID,
  RUN_END_EVENT,
  SUMMARY_SPAN,
} from '../decision/names.ts';
import { type RunSeal, runSealAttributes } from '../decision/run-seal.ts';
import type { SdkReadableSpan, SdkSpanContext, SdkWritableSpan } from '../span/sdk-span.ts';
import { VERSION } from '../version.ts';
import type { CheckpointEvidence } from './evidence.ts';
import { writeEvent } from './on-span.ts';

/** Whether a span is one of ours: it is no span of the host, is not followed, and always leaves. */
export function isOwnSpan({ instrumentationScope, name }: SdkReadableSpan): boolean {
  return isOwnName(name) && instrumentationScope.name === OWN_SCOPE;
}

/** The names by which a sampler, which sees no scope, knows our spans. */
export function isOwnName(name: string): boolean {
  return name === CHECKPOINT_EVENT || name === RUN_END_EVENT || name === SUMMARY_SPAN;
}

/** Whether it tells what became of a run: that is no evidence of the run itself. */
export function isSummarySpan(span: SdkReadableSpan): boolean {
  return span.name === SUMMARY_SPAN && isOwnSpan(span);
}

/** Carries a checkpoint on a span of its own, below the span that should have carried it and is not exported. */
export function carryCheckpoint(root: SdkSpanContext, { event, span }: CheckpointEvidence): void {
  const below = trace.setSpanContext(ROOT_CONTEXT, root as SpanContext);
  carry(CHECKPOINT_EVENT, event, { ...span, [ROOT_SPAN_ID]: root.spanId }, below);
}

/** States on a span of its own, in a trace of its own, which parts a run had in this process. */
export function carryRunSeal(seal: RunSeal): void {
  carry(RUN_END_EVENT, runSealAttributes(seal), { [INPUT.runId]: seal.run_id }, ROOT_CONTEXT);
}

/**
 * Goes through the global tracer provider. Our sampler wrapper lets it through; any other sampler may not, and then
 * what it carried is missing, which shows.
 */
function carry(name: string, event: EventAttributes, attributes: EventAttributes, parent: Context): void {
  const span = trace.getTracer(OWN_SCOPE, VERSION).startSpan(name, { attributes }, parent);
  if (span.isRecording() && 'events' in span) writeEvent(span as unknown as SdkWritableSpan, name, event);
  span.end();
}
