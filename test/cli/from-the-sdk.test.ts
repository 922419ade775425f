import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { context, type Span, SpanKind, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { describe, expect, it } from 'vitest';
import { observeToolCall, ToolDecisionSpanProcessor } from '../../src/index.ts';
import { CheckpointSchema } from '../../src/schema/checkpoint.ts';
import { readOtlpJson } from '../../src/span/otlp/read-otlp-json.ts';
import { stringAttribute } from '../../src/span/view.ts';
import { type Exporter, provider, simple } from '../sdk/line.ts';
import { cli } from './run-cli.ts';

/** Runs a traced program and returns the request bodies that its OTLP/HTTP JSON exporter sends. */
async function exported(
  program: (startSpan: (name: string, parent?: Span) => Span) => void,
): Promise<string[]> {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    bodies.push((await buffer(request)).toString());
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`;
  const sdk = provider({
    spanProcessors: [
      new ToolDecisionSpanProcessor(),
      simple(new OTLPTraceExporter({ url }) as unknown as Exporter),
    ],
  });
  const tracer = sdk.getTracer('example', '1.0.0');
  program((name, parent) => {
    const around = parent === undefined ? context.active() : trace.setSpan(context.active(), parent);
    return tracer.startSpan(name, { kind: SpanKind.CLIENT }, around);
  });
  await sdk.forceFlush();
  await sdk.shutdown();
  await new Promise((resolve) => server.close(resolve));
  return bodies;
}

describe('from the SDK to a surface', () => {
  it('reads back what the processor wrote and the JS exporter sent', async () => {
    const bodies = await exported((startSpan) => {
      const root = startSpan('agent');
      for (const [toolName, args] of [
        ['add_deploy_key', { owner: 'org', repo: 'prod-repo', title: 'ci-key' }],
        ['slack.invite', { channel_id: 'C0123', user: 'alice@example.com' }],
        ['search', { query: 'x' }],
      ] as const) {
        const call = startSpan(`tools/call ${toolName}`, root);
        observeToolCall(call, { toolName, arguments: args, serverId: 'server' });
        call.end();
      }
      root.end();
    });
    const spans = bodies.flatMap((body) => readOtlpJson(JSON.parse(body)).spans);
    const written = spans.flatMap(({ events }) =>
      events.flatMap(({ attributes }) => stringAttribute(attributes, 'assay.record') ?? []),
    );
    expect(written).toHaveLength(3);

    const { code, stdout, stderr } = await cli(['surface', '-'], { stdin: [bodies.join('\n')] });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { run_id, surface, index } = JSON.parse(stdout);
    expect(run_id).toBe(spans[0]?.traceId);
    expect(surface.observed_tool_decisions).toHaveLength(3);
    expect(surface.observed_tool_decisions).toEqual(
      expect.arrayContaining(written.map((text) => JSON.parse(text))),
    );
    const [emitter] = spans
      .map(({ attributes }) => stringAttribute(attributes, 'assay.emitter.id'))
      .filter(Boolean);
    const service = stringAttribute(spans[0]?.resource ?? {}, 'service.name');
    for (const entry of index.records) expect(entry).toMatchObject({ emitter, service, vantage: 'client' });
    expect((await cli(['validate', '-'], { stdin: [stdout] })).stderr).toBe('');
  });

  it('accepts the checkpoint that the emitter writes', async () => {
    const bodies = await exported((startSpan) => {
      const root = startSpan('agent');
      const call = startSpan('tools/call search', root);
      observeToolCall(call, { toolName: 'search', arguments: {} });
      call.end();
      root.end();
    });
    const checkpoints = bodies
      .flatMap((body) => readOtlpJson(JSON.parse(body)).spans)
      .flatMap(({ events }) =>
        events.flatMap(({ attributes }) => stringAttribute(attributes, 'assay.checkpoint') ?? []),
      );
    expect(checkpoints).not.toEqual([]);
    for (const text of checkpoints)
      expect(CheckpointSchema.safeParse(JSON.parse(text)).error).toBeUndefined();
  });

  it('reads what only the JS exporter writes', async () => {
    const [body = ''] = await exported((startSpan) => {
      const span = startSpan('odd');
      span.setAttributes({ nan: Number.NaN, huge: 1e21, list: ['a', 'b'], flag: false, lone: '\ud800' });
      span.end();
    });
    const { spans, refused } = readOtlpJson(JSON.parse(body));
    expect(refused).toEqual([]);
    expect(spans[0]?.attributes).toMatchObject({
      nan: Number.NaN,
      huge: 1000000000000000000000n,
      list: ['a', 'b'],
      flag: false,
    });
    expect(spans[0]).toMatchObject({
      kind: 'client',
      parentSpanId: undefined,
      scope: { name: 'example', version: '1.0.0' },
    });
  });
});
