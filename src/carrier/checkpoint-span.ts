import { ROOT_CONTEXT, type SpanContext, trace } from '@opentelemetry/api';
import { CHECKPOINT_EVENT, ROOT_SPAN_ID } from '../decision/names.ts';
import type { SdkReadableSpan, SdkSpanContext, SdkWritableSpan } from '../span/sdk-span.ts';
import { VERSION } from '../version.ts';
import type { CheckpointEvidence, SpanEvidence } from './evidence.ts';
import { writeEvent } from './on-span.ts';

const SCOPE = 'assay-otel';

/** Whether a span is one of ours: it is no span of the host, and is not followed. */
export function isCarrierSpan({ instrumentationScope, name }: SdkReadableSpan): boolean {
  return name === CHECKPOINT_EVENT && instrumentationScope.name === SCOPE;
}

/**
 * Carries a checkpoint on a span of its own, below the span that should have carried it and is not exported;
 * `written` is told what stands on it. It goes through the global tracer provider: our sampler wrapper lets it
 * through, any other sampler may not, and then the checkpoint is missing, which shows.
 */
export function carryCheckpoint(
  root: SdkSpanContext,
  checkpoint: CheckpointEvidence,
  written: (context: object, evidence: SpanEvidence) => void,
): void {
  const attributes = { ...checkpoint.span, [ROOT_SPAN_ID]: root.spanId };
  const below = trace.setSpanContext(ROOT_CONTEXT, root as SpanContext);
  const span = trace.getTracer(SCOPE, VERSION).startSpan(CHECKPOINT_EVENT, { attributes }, below);
  if (span.isRecording() && 'events' in span) {
    writeEvent(span as unknown as SdkWritableSpan, CHECKPOINT_EVENT, checkpoint.event);
    written(span.spanContext(), { checkpoint: { event: checkpoint.event, span: attributes } });
  }
  span.end();
}
