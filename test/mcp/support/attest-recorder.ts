import type { SpanContext } from '@opentelemetry/api';

/** Stands for `src/emitter/attest.ts`: what the instrumentation reported, in order. */
export const counted: { traceId: string | undefined; spanContext: SpanContext | undefined }[] = [];
export const attested: Record<string, string>[] = [];

export function countCall(traceId: string | undefined, spanContext: SpanContext | undefined): void {
  counted.push({ traceId, spanContext });
}

export function attestInstrumentation(attestation: Record<string, string>): void {
  attested.push(attestation);
}
