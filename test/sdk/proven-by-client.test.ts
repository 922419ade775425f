import { ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import { describe, expect, it } from 'vitest';
import { ToolDecisionSpanProcessor } from '../../src/index.ts';
import { checkpointOf, decisionEvents, recordOf } from './call-span.ts';
import { memoryExporter, provider, simple } from './line.ts';

/** A framework's tool span with the client's call that it makes, as they leave. */
function framed(clientTool: string) {
  const exporter = memoryExporter();
  const sdk = provider({ spanProcessors: [new ToolDecisionSpanProcessor(), simple(exporter)] });
  const tracer = sdk.getTracer('example.agent');
  const framework = tracer.startSpan('execute_tool add_deploy_key', {
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'add_deploy_key',
      'gen_ai.tool.call.arguments': '{"owner":"acme","repo":"payments","title":"ci"}',
    },
  });
  const client = tracer.startSpan(
    `tools/call ${clientTool}`,
    {
      kind: SpanKind.CLIENT,
      attributes: { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': clientTool },
    },
    trace.setSpan(ROOT_CONTEXT, framework),
  );
  client.end();
  framework.end();
  const found = exporter.getFinishedSpans().find(({ name }) => name === 'execute_tool add_deploy_key');
  if (found === undefined) throw new Error('the framework’s span was not exported');
  return found;
}

describe('a framework’s tool span that nothing on it proves to be MCP', () => {
  it('is a call where a client’s call of that tool ended below it: it is scrubbed, and stands for no second call', () => {
    const span = framed('add_deploy_key');
    expect(recordOf(span).action.target).toMatchObject({ owner: 'acme', repo: 'payments' });
    expect(span.attributes).not.toHaveProperty('gen_ai.tool.call.arguments');
    expect(checkpointOf(span)).toMatchObject({ numbered: 2, withdrawn: [[2, 2]] });
  });

  it('is none where the client called another tool', () => {
    const span = framed('search_code');
    expect(decisionEvents(span)).toEqual([]);
    expect(span.attributes).toHaveProperty('gen_ai.tool.call.arguments');
  });
});
