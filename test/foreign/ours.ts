import {
  BasicTracerProvider,
  type InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import type { DecisionRecord } from '../../src/decision/record.ts';
import { ToolDecisionSpanExporter, ToolDecisionSpanProcessor } from '../../src/index.ts';
import { decisionEvents, recordOf } from '../sdk/call-span.ts';

/** The records of what the exporter got, in the order of their calls' starts. */
export function recordsIn(exporter: InMemorySpanExporter): DecisionRecord[] {
  return exporter
    .getFinishedSpans()
    .filter((span) => decisionEvents(span as never).length > 0)
    .sort((a, b) => a.startTime[0] - b.startTime[0] || a.startTime[1] - b.startTime[1])
    .map((span) => recordOf(span as never));
}

export function ourProcessors(exporter: InMemorySpanExporter) {
  return [
    new ToolDecisionSpanProcessor(),
    new SimpleSpanProcessor(new ToolDecisionSpanExporter(exporter as never) as never),
  ] as const;
}

export function ourProvider(exporter: InMemorySpanExporter): BasicTracerProvider {
  return new BasicTracerProvider({ spanProcessors: ourProcessors(exporter) as never });
}

/** What must not differ, whoever instrumented the call. */
export function essence({ tool, classification, reason_code, action, decision }: DecisionRecord) {
  return {
    category: tool.category,
    classification,
    reason_code,
    target: action.target,
    effect: decision.effect,
  };
}

/** What may differ; each test says how and why. */
export function rest({ server, response, redaction, correlation }: DecisionRecord) {
  return {
    server: server.id,
    status: response.status,
    alias: redaction.credential_alias,
    correlation: correlation.basis,
  };
}
