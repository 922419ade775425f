// OpenInference's spans of LangChain, as Phoenix or Arize get them: with prompts, arguments and answers. They have a
// provider of their own, which README.md explains; what it exports stays in memory, since the examples stay offline.
import { LangChainInstrumentation } from '@arizeai/openinference-instrumentation-langchain';
import * as callbackManager from '@langchain/core/callbacks/manager';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';

/** Starts it; gives the spans of tools that it has exported since. */
export function startOpenInference() {
  const exporter = new InMemorySpanExporter();
  const tracerProvider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  new LangChainInstrumentation({ tracerProvider }).manuallyInstrument(callbackManager);
  return {
    toolSpans: () =>
      exporter.getFinishedSpans().filter((span) => span.attributes['openinference.span.kind'] === 'TOOL'),
  };
}
