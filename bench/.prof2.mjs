import { SpanKind } from '@opentelemetry/api';
import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';
import { ToolDecisionSpanProcessor } from 'assay-otel';

const nothing = {
  onStart() {},
  onEnding() {},
  onEnd() {},
  forceFlush: async () => {},
  shutdown: async () => {},
};
const TEXT = JSON.stringify({
  owner: 'org',
  repo: 'prod-repo',
  title: 'ci-key',
  public_key: 'x'.repeat(380),
  read_only: false,
  notes: Array.from({ length: 12 }, (_, index) => ({ index, text: 'a note of some length' })),
});
const CALL = {
  kind: SpanKind.CLIENT,
  attributes: {
    'mcp.method.name': 'tools/call',
    'gen_ai.tool.name': 'add_deploy_key',
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.call.arguments': TEXT,
  },
};
const t = new BasicTracerProvider({ spanProcessors: [new ToolDecisionSpanProcessor(), nothing] }).getTracer(
  'bench.client',
);
const s = performance.now();
for (let i = 0; i < 100000; i++) t.startSpan('tools/call add_deploy_key', CALL).end();
console.log((performance.now() - s) / 100, 'us per call');
