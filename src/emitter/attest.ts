import type { SpanContext } from '@opentelemetry/api';
import type { Attestation } from '../decision/checkpoint.ts';
import { registry } from './registry.ts';

/** An installed instrumentation says that it watches from now on. Never throws. */
export function attestInstrumentation(attestation: Omit<Attestation, 'since'>): void {
  registry().emitter.attestations.add(attestation);
}

/**
 * Counts a `tools/call` that an installed instrumentation began, whether or not its span is recorded.
 * `spanContext` is of the call's own span, where there is one; `traceId` the trace it began in otherwise.
 */
export function countCall(
  traceId: string | undefined,
  spanContext: SpanContext | undefined,
  side: 'client' | 'server',
): void {
  registry().emitter.callBegan(spanContext?.traceId ?? traceId, side === 'client');
}
