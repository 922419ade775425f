import type { Span } from '@opentelemetry/api';
import { DEFAULT_ARGUMENT_LIMITS } from '../dialect/arguments.ts';
import { readJsonValue } from '../dialect/json-value.ts';
import type { Decision, HandOver } from '../span/observed-call.ts';
import { registry } from './registry.ts';

/**
 * Hands over what must not be an attribute: the arguments of a `tools/call`, a policy layer's decision, the
 * server's name. It proves the call, whatever instrumentation made the span. Later calls for one span add to
 * earlier ones. Arguments are copied as they stand, within bounds, read as the span ends to project the target,
 * and forgotten. Never throws; a span that does not record is ignored. Call it before the span ends.
 *
 * @example observeToolCall(span, { toolName: 'add_deploy_key', arguments: request.params.arguments })
 */
export function observeToolCall(span: Span, handOver: HandOver): void {
  try {
    // Without an SDK, or unsampled, a span can share its parent's context: that one is no tool call.
    if (!span.isRecording()) return;
    const { emitter, handOvers } = registry();
    const context = span.spanContext();
    const { arguments: given } = handOver;
    const said = given === undefined ? handOver : { ...handOver, arguments: snapshot(given) };
    handOvers.set(context, { ...handOvers.get(context), ...said });
    emitter.recognised(context);
  } catch {
    // A span that is not one, or a hand-over whose getters throw: the host's call goes on.
  }
}

/**
 * The arguments as they are now: whoever handles the call may change them before its span ends. What is beyond
 * the default bounds is not copied, and is read, or not, within the processor's own as the span ends.
 */
function snapshot(given: unknown): unknown {
  if (typeof given !== 'object' || given === null) return given;
  const read = readJsonValue(given, DEFAULT_ARGUMENT_LIMITS);
  return read.state === 'value' ? read.value : given;
}

/** Hands over a policy layer's decision on the call of `span`: the short form of {@link observeToolCall}. */
export function recordDecision(span: Span, decision: Decision): void {
  observeToolCall(span, { decision });
}
