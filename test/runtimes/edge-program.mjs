// Bundled, and run where there is neither `process` nor `AsyncLocalStorage`: a span made by hand, once with its parent
// named and once with the parent that is active, which without a context manager is none.
import { context, SpanKind, trace } from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { observeToolCall, ToolDecisionSpanExporter, ToolDecisionSpanProcessor } from 'assay-otel';

globalThis.run = async (secret, isParentNamed) => {
  const memory = new InMemorySpanExporter();
  const runs = [];
  const exporter = new ToolDecisionSpanExporter(memory, { sinks: [(run) => void runs.push(run)] });
  const provider = new BasicTracerProvider({
    spanProcessors: [new ToolDecisionSpanProcessor(), new SimpleSpanProcessor(exporter)],
  });
  const tracer = provider.getTracer('edge');
  tracer.startActiveSpan('task', (task) => {
    const attributes = {
      'mcp.method.name': 'tools/call',
      'gen_ai.tool.name': 'add_deploy_key',
      'gen_ai.tool.call.arguments': JSON.stringify({ token: secret }),
    };
    const parent = isParentNamed ? trace.setSpan(context.active(), task) : context.active();
    const span = tracer.startSpan('tools/call add_deploy_key', { kind: SpanKind.CLIENT, attributes }, parent);
    observeToolCall(span, { serverId: 'github', arguments: { owner: 'acme', repo: 'site', token: secret } });
    span.end();
    task.end();
  });
  await provider.forceFlush();
  await exporter.flushRun();
  const spans = memory
    .getFinishedSpans()
    .map(({ name, attributes, events }) => ({ name, attributes, events }));
  const globals = [typeof process, typeof AsyncLocalStorage];
  return JSON.stringify({ globals, spans, runs });
};
