import {
  type Context,
  ROOT_CONTEXT,
  TraceFlags,
  type Tracer,
  type TracerProvider,
  trace,
} from '@opentelemetry/api';
import type { EmittedRun } from '../aggregator/emitted-run.ts';
import { writeEvent } from '../carrier/on-span.ts';
import { canonicalJson } from '../decision/canonical-json.ts';
import { type Checkpoint, checkpointAttributes } from '../decision/checkpoint.ts';
import type { EventAttributes } from '../decision/codec.ts';
import { CHECKPOINT_EVENT, OWN_SCOPE, SUMMARY, SUMMARY_SPAN } from '../decision/names.ts';
import type { SdkWritableSpan } from '../span/sdk-span.ts';
import { VERSION } from '../version.ts';
import type { Sink } from './sink.ts';
import { type Place, placeOf, summaryAttributes } from './summary.ts';

export interface SpanSinkOptions {
  /** Where the spans are made. Default: the global tracer provider, as it is when an emission comes. */
  readonly tracerProvider?: TracerProvider | undefined;
}

/**
 * Puts one span `assay.tool_decision_surface` per emission into the run's own trace, below its root: the six signals,
 * the state and the gaps of its coverage, the digest of its surface. An ordinary span of the moment it is written;
 * that of the highest `assay.emission.revision` counts. It also carries a copy of every checkpoint of the run that
 * stands on a span which is not exported; a checkpoint of another trace of the run goes on a span of that name, without
 * the signals, in that trace.
 *
 * The provider is the caller's and is not flushed. Spans that a provider is given while it shuts down are lost: end the
 * runs before (`flushRun`), or give this sink a provider that is shut down after the exporter.
 *
 * @example new ToolDecisionSpanExporter(delegate, { sinks: [spanSink()] })
 */
export function spanSink({ tracerProvider }: SpanSinkOptions = {}): Sink {
  return {
    write(run: EmittedRun): void {
      const tracer = (tracerProvider ?? trace.getTracerProvider()).getTracer(OWN_SCOPE, VERSION);
      const place = placeOf(run);
      const others = new Map<string, EmittedRun['unexported'][number][]>();
      const own: Checkpoint[] = [];
      for (const entry of run.unexported) {
        if (entry.traceId === place?.traceId) own.push(entry.checkpoint);
        else others.set(entry.traceId, [...(others.get(entry.traceId) ?? []), entry]);
      }
      writeSpan(tracer, place, summaryAttributes(run, place), own);
      for (const [traceId, [first, ...rest]] of others) {
        if (first === undefined) continue;
        const attributes = {
          [SUMMARY.run]: run.runId,
          [SUMMARY.rootSpanId]: first.spanId,
          [SUMMARY.revision]: run.emission.revision,
        };
        const checkpoints = [first, ...rest].map(({ checkpoint }) => checkpoint);
        writeSpan(tracer, { traceId, spanId: first.spanId, isRoot: true }, attributes, checkpoints);
      }
    },
  };
}

function writeSpan(
  tracer: Tracer,
  place: Place | undefined,
  attributes: EventAttributes,
  checkpoints: readonly Checkpoint[],
): void {
  const span = tracer.startSpan(SUMMARY_SPAN, { attributes }, below(place));
  if (span.isRecording() && 'events' in span) {
    for (const checkpoint of checkpoints) {
      writeEvent(span as unknown as SdkWritableSpan, CHECKPOINT_EVENT, copyOf(checkpoint));
    }
  }
  span.end();
}

/** From the root context: whoever writes may be within an export, where nothing is recorded. */
function below(place: Place | undefined): Context {
  if (place === undefined) return ROOT_CONTEXT;
  const { traceId, spanId } = place;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED });
}

/** The very bytes that its emitter wrote: those are canonical, whatever order its members are in here. */
function copyOf(checkpoint: Checkpoint): EventAttributes {
  return checkpointAttributes(JSON.parse(canonicalJson(checkpoint)) as Checkpoint);
}
