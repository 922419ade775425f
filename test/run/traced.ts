import { ROOT_CONTEXT, type Span, SpanKind, trace } from '@opentelemetry/api';
import { DEFAULTS } from '../../src/config.ts';
import { ToolDecisionSpanProcessor, type ToolDecisionSpanProcessorOptions } from '../../src/index.ts';
import { observe } from '../../src/pipeline.ts';
import { documentsOf } from '../../src/run/documents.ts';
import { factOfSpan } from '../../src/run/fact-of-span.ts';
import type { SpanFact } from '../../src/run/span-fact.ts';
import { fromSdkSpan } from '../../src/span/from-sdk.ts';
import { memoryExporter, provider, simple } from '../sdk/line.ts';

/** What makes a run complete: the operator vouches for instrumentation and sampler, and the run is its trace. */
const VOUCHED: ToolDecisionSpanProcessorOptions = {
  attest: { instrumentation: 'configured', sampler: 'declared' },
  runIsTrace: true,
};

export interface Traced {
  readonly traceId: string;
  readonly facts: readonly SpanFact[];
}

/** Runs `steps` below a root in one process with the real processor; gives the facts of what was exported. */
export function traced(
  steps: (start: Start) => void,
  options: ToolDecisionSpanProcessorOptions = VOUCHED,
): Traced {
  const exporter = memoryExporter();
  const sdk = provider({ spanProcessors: [new ToolDecisionSpanProcessor(options), simple(exporter)] });
  const tracer = sdk.getTracer('example.mcp');
  const root = tracer.startSpan('invoke_agent', { attributes: { 'gen_ai.operation.name': 'invoke_agent' } });
  steps((name, attributes = {}, parent = root) =>
    tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, trace.setSpan(ROOT_CONTEXT, parent)),
  );
  root.end();
  const facts = exporter
    .getFinishedSpans()
    .map((span) => factOfSpan(fromSdkSpan(span), { observe: (view) => observe(view, DEFAULTS) }).fact);
  return { traceId: root.spanContext().traceId, facts };
}

export type Start = (name: string, attributes?: Record<string, string>, parent?: Span) => Span;

export function call(start: Start, tool: string, args: object = {}, parent?: Span): Span {
  const attributes = {
    'mcp.method.name': 'tools/call',
    'gen_ai.tool.name': tool,
    'gen_ai.tool.call.arguments': JSON.stringify(args),
  };
  return start(`tools/call ${tool}`, attributes, parent);
}

export function documents({ traceId, facts }: Traced) {
  return documentsOf(traceId, facts, false);
}
