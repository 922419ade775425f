import type { Span } from '@opentelemetry/api';
import type { Decision, HandOver } from '../span/observed-call.ts';
import { registry } from './registry.ts';

/**
 * Hands over what must not be an attribute: the arguments of a `tools/call`, a policy layer's decision, the
 * server's name. It proves the call, whatever instrumentation made the span. Later calls for one span add to
 * earlier ones. Nothing handed over is stored: arguments are read once, as the span ends, to project the
 * target. Never throws; a span without a context is ignored. Call it before the span ends.
 *
 * @example observeToolCall(span, { toolName: 'add_deploy_key', arguments: request.params.arguments })
 */
export function observeToolCall(span: Span, handOver: HandOver): void {
  try {
    const { handOvers } = registry();
    const context = span.spanContext();
    handOvers.set(context, { ...handOvers.get(context), ...handOver });
  } catch {
    // A span that is not one, or a hand-over whose getters throw: the host's call goes on.
  }
}

/** Hands over a policy layer's decision on the call of `span`: the short form of {@link observeToolCall}. */
export function recordDecision(span: Span, decision: Decision): void {
  observeToolCall(span, { decision });
}
