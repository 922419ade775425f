import { ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { afterEach, expect, it } from 'vitest';
import type { EmittedRun } from '../../src/aggregator/emitted-run.ts';
import { observeToolCalls, ToolDecisionSpanExporter, ToolDecisionSpanProcessor } from '../../src/index.ts';
import { alwaysOff, batch, memoryExporter, provider } from '../sdk/line.ts';

afterEach(() => trace.disable());

/** Not mended yet: the reader scrubs what it reads, and with it what nobody recognised. */
it('a reader in the process tells of a span that no dialect recognises, also where it bears the checkpoint', async () => {
  const emitted: EmittedRun[] = [];
  const exporter = new ToolDecisionSpanExporter(memoryExporter(), {
    sinks: [(run) => void emitted.push(run)],
  });
  const processor = new ToolDecisionSpanProcessor({ attest: { instrumentation: 'configured' } });
  const sampler = observeToolCalls(alwaysOff(), { mode: 'record' });
  const sdk = provider({ sampler, spanProcessors: [processor, batch(exporter)] });
  trace.setGlobalTracerProvider(sdk as never);
  const tracer = sdk.getTracer('example.app');
  const root = tracer.startSpan('agent', { attributes: { 'gen_ai.operation.name': 'invoke_agent' } });
  const within = trace.setSpan(ROOT_CONTEXT, root);
  tracer.startSpan('tools/list', { attributes: { 'mcp.method.name': 'tools/list' } }, within).end();
  const alien = tracer.startSpan('invoke', { attributes: { 'mcp.invocation': 'search' } }, within);
  root.end();
  alien.end();
  await sdk.shutdown();
  const codes = emitted.at(-1)?.health.coverage.gaps.map(({ code }) => code);
  expect(codes).toContain('unrecognised_mcp_span');
});
