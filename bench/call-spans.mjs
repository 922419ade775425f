/** Tool calls for the benches: their spans, and the least that any implementation must do for each. */
import { hash } from 'node:crypto';
import { ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';
import { ToolDecisionSpanProcessor } from 'assay-otel';

/** A span processor that does nothing. */
export const nothing = { onStart() {}, onEnd() {}, forceFlush: async () => {}, shutdown: async () => {} };

export const keep = (into) => ({ ...nothing, onEnd: (span) => into.push(span) });

export const tracerOf = (...spanProcessors) =>
  new BasicTracerProvider({ spanProcessors }).getTracer('bench.client');

/** Name and options of a call's span with these arguments, as JSON text. */
export const callOf = (text) => ({
  kind: SpanKind.CLIENT,
  attributes: {
    'mcp.method.name': 'tools/call',
    'gen_ai.tool.name': 'add_deploy_key',
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.call.arguments': text,
  },
});

/** Calls below an agent's root, which carries the checkpoint; fifty a trace. */
export const callSpans = (tracer, call) => (count) => {
  for (let done = 0; done < count; ) {
    const root = tracer.startSpan('invoke_agent');
    const within = trace.setSpan(ROOT_CONTEXT, root);
    for (const until = Math.min(count, done + 50); done < until; done += 1) {
      tracer.startSpan('tools/call add_deploy_key', call, within).end();
    }
    root.end();
  }
};

/**
 * What any implementation must at least do: parse, one scan for duplicate keys, four hashes, write a record whose
 * keys are in order already, add the event, delete the arguments.
 */
export function floorProcessor(call) {
  const sample = [];
  callSpans(tracerOf(new ToolDecisionSpanProcessor(), keep(sample)), call)(1);
  const event = sample[0].events[0].attributes;
  const made = JSON.parse(event['assay.record']);
  return {
    ...nothing,
    onEnding(span) {
      const text = span.attributes['gen_ai.tool.call.arguments'];
      if (text === undefined) return;
      let quotes = 0;
      for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) === 34) quotes += 1;
      const parsed = JSON.parse(text);
      const record = JSON.stringify(made);
      for (const value of [parsed.owner, parsed.repo, parsed.title, record]) hash('sha256', value + quotes);
      span.addEvent('assay.tool_decision', { ...event, 'assay.record': record }, span.endTime);
      delete span.attributes['gen_ai.tool.call.arguments'];
    },
  };
}
