import { SpanKind } from '@opentelemetry/api';
import { describe, expect, it } from 'vitest';
import {
  ConfigError,
  ToolDecisionSpanExporter,
  type ToolDecisionSpanExporterOptions,
  ToolDecisionSpanProcessor,
} from '../../src/index.ts';
import type { SdkReadableSpan } from '../../src/span/sdk-span.ts';
import { checkpointOf, decisionEvents, recordOf, startCall } from './call-span.ts';
import { batch, type Exporter, memoryExporter, provider, simple } from './line.ts';

type Result = { code: number; error?: Error };

/** A delegate whose answer the test chooses; the real SDK exporters answer in each of these ways. */
function delegate(
  answer: (done: (result: Result) => void) => void,
): Exporter & { seen: SdkReadableSpan[][] } {
  const seen: SdkReadableSpan[][] = [];
  return {
    seen,
    export(spans, done) {
      seen.push(spans);
      answer(done);
    },
    forceFlush: async () => {},
    shutdown: async () => {},
  };
}

function endedSpan(
  make: (tracer: ReturnType<ReturnType<typeof provider>['getTracer']>) => void,
): SdkReadableSpan {
  const exporter = memoryExporter();
  make(provider({ spanProcessors: [simple(exporter)] }).getTracer('example'));
  const [span] = exporter.getFinishedSpans();
  if (span === undefined) throw new Error('Expected one span');
  return span;
}

const exported = (spans: SdkReadableSpan[], inner: Exporter, options?: ToolDecisionSpanExporterOptions) =>
  new Promise<Result>((done) => new ToolDecisionSpanExporter(inner, options).export(spans, done));

const OK = (done: (result: Result) => void) => done({ code: 0 });

describe('ToolDecisionSpanExporter', () => {
  it('writes record and numbers on an overlay and never touches the ended span', async () => {
    const span = endedSpan((tracer) => startCall(tracer).end());
    const before = JSON.stringify([span.name, span.attributes, span.events, span.status, span.links]);
    const inner = delegate(OK);
    expect(await exported([span], inner)).toEqual({ code: 0 });
    expect(JSON.stringify([span.name, span.attributes, span.events, span.status, span.links])).toBe(before);
    const left = inner.seen[0]?.[0];
    expect(left && recordOf(left).classification).toBe('classified');
    expect(left?.attributes).toMatchObject({ 'assay.sequence': 1 });
    expect(left?.attributes).not.toHaveProperty('gen_ai.tool.call.arguments');
    expect(left?.spanContext()).toBe(span.spanContext());
  });

  it('numbers on arrival without a checkpoint, the same whenever the same span is exported again', async () => {
    const span = endedSpan((tracer) => startCall(tracer).end());
    const inner = delegate(OK);
    await exported([span], inner);
    await exported([span], inner);
    const [first, second] = inner.seen.map(([left]) => left);
    expect(first && decisionEvents(first)[0]?.attributes).toEqual(
      second && decisionEvents(second)[0]?.attributes,
    );
    expect(first && checkpointOf(first)).toBeUndefined();
  });

  it('passes on what the processor has written as the very same object', async () => {
    const inner = delegate(OK);
    const beside = memoryExporter();
    const sdk = provider({
      spanProcessors: [
        new ToolDecisionSpanProcessor(),
        simple(beside),
        simple(new ToolDecisionSpanExporter(inner)),
      ],
    });
    startCall(sdk.getTracer('example')).end();
    expect(inner.seen[0]?.[0]).toBe(beside.getFinishedSpans()[0]);
    expect(decisionEvents(inner.seen[0]?.[0] as SdkReadableSpan)).toHaveLength(1);
  });

  it('passes every other span unchanged by default', async () => {
    const span = endedSpan((tracer) =>
      tracer.startSpan('chat', { attributes: { 'gen_ai.prompt': 'hi' } }).end(),
    );
    const inner = delegate(OK);
    await exported([span], inner);
    expect(inner.seen[0]?.[0]).toBe(span);
  });

  it('forward "audit" sends only call spans and spans with a checkpoint, both scrubbed', async () => {
    const inner = delegate(OK);
    const guard = new ToolDecisionSpanExporter(inner, { forward: 'audit', scrub: 'off' });
    const sdk = provider({ spanProcessors: [new ToolDecisionSpanProcessor(), simple(guard)] });
    const tracer = sdk.getTracer('example');
    tracer.startSpan('GET /health').end();
    const agent = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.prompt': 'tell me' };
    tracer.startSpan('agent says: tell me', { attributes: agent }).end();
    startCall(tracer).end();
    const left = inner.seen.flat();
    expect(left.map(({ name }) => name)).toEqual(['assay.tool_observation', 'tools/call add_deploy_key']);
    expect(left[0] && checkpointOf(left[0])).toMatchObject({ final: true });
    expect(left[0]?.attributes).not.toHaveProperty('gen_ai.prompt');
  });

  it('leaves an audit batch without any evidence unsent and says success', async () => {
    const span = endedSpan((tracer) => tracer.startSpan('GET /health').end());
    const inner = delegate(() => expect.unreachable());
    expect(await exported([span], inner, { forward: 'audit' })).toEqual({ code: 0 });
  });

  it('masks secrets in resource, scope and trace state of what it lays over', async () => {
    const token = `ghp_${'b'.repeat(36)}`;
    const memory = memoryExporter();
    const sdk = provider({ spanProcessors: [simple(memory)] });
    startCall(sdk.getTracer(`scope ${token}`)).end();
    const [span] = memory.getFinishedSpans();
    const inner = delegate(OK);
    const withResource = Object.create(span as SdkReadableSpan, {
      resource: { value: { attributes: { 'service.name': 'agent', leaked: token } } },
    });
    await exported([withResource], inner);
    const left = inner.seen[0]?.[0];
    expect(left?.resource.attributes).toEqual({ 'service.name': 'agent', leaked: '[masked]' });
    expect(left?.instrumentationScope.name).toBe('[masked]');
  });

  it('masks secrets in the resource of a span of its own', async () => {
    const token = `ghp_${'c'.repeat(36)}`;
    const memory = memoryExporter();
    const own = provider({ spanProcessors: [simple(memory)] }).getTracer('assay-otel');
    own.startSpan('assay.run_end').end();
    const inner = delegate(OK);
    const withResource = Object.create(memory.getFinishedSpans()[0] as SdkReadableSpan, {
      resource: { value: { attributes: { leaked: token } } },
    });
    await exported([withResource], inner, { forward: 'audit' });
    expect(inner.seen[0]?.[0]?.resource.attributes).toEqual({ leaked: '[masked]' });
  });

  it.each([
    [
      'failure with an error',
      (done: (result: Result) => void) => done({ code: 1, error: new Error('full') }),
      'full',
    ],
    ['failure without an error', (done: (result: Result) => void) => done({ code: 1 }), 'gave no error'],
    [
      'a throw',
      () => {
        throw new Error('down');
      },
      'down',
    ],
    [
      'a throw of no error',
      () => {
        throw 'down';
      },
      'no Error',
    ],
  ])('%s of the delegate comes back as a failure with an Error', async (_what, answer, message) => {
    const span = endedSpan((tracer) => tracer.startSpan('x').end());
    const result = await exported([span], delegate(answer));
    expect(result).toMatchObject({ code: 1 });
    expect(result.error?.message).toContain(message);
  });

  it('answers once, whatever the delegate does', () => {
    const results: Result[] = [];
    const inner = delegate((done) => {
      done({ code: 0 });
      done({ code: 1 });
      throw new Error('late');
    });
    new ToolDecisionSpanExporter(inner).export([endedSpan((tracer) => startCall(tracer).end())], (result) =>
      results.push(result),
    );
    expect(results).toEqual([{ code: 0 }]);
  });

  it('is re-entrant: concurrent batches keep their own spans and answers', async () => {
    const inner = delegate((done) => void setImmediate(() => done({ code: 0 })));
    const guard = new ToolDecisionSpanExporter(inner);
    const batches = Array.from({ length: 40 }, (_, index) => [
      endedSpan((tracer) => startCall(tracer, { owner: 'o', repo: `r${index}` }).end()),
    ]);
    await Promise.all(batches.map((spans) => new Promise<void>((done) => guard.export(spans, () => done()))));
    const repos = inner.seen.map(([span]) => span && recordOf(span).action.target?.repo);
    expect(repos).toEqual(batches.map((_, index) => `r${index}`));
  });

  it('does not lose its work where the batch processor shuts down without ever flushing the exporter', async () => {
    const inner = delegate(OK);
    const sdk = provider({
      spanProcessors: [new ToolDecisionSpanProcessor(), batch(new ToolDecisionSpanExporter(inner))],
    });
    startCall(sdk.getTracer('example')).end();
    await sdk.shutdown();
    expect(inner.seen.flat().flatMap(decisionEvents)).toHaveLength(1);
  });

  it('takes a span whose fields throw out of the batch and sends the rest', async () => {
    const inner = delegate(OK);
    const good = endedSpan((tracer) => startCall(tracer).end());
    const bad = new Proxy(good, {
      get(target, key, receiver) {
        if (key === 'attributes') throw new Error('hostile');
        return Reflect.get(target, key, receiver);
      },
    });
    expect(await exported([bad, good], inner)).toEqual({ code: 0 });
    expect(inner.seen[0]).toHaveLength(1);
  });

  it.each([undefined, null, {}, { export: 1 }])('refuses a delegate that is no exporter', (wrong) => {
    expect(() => new ToolDecisionSpanExporter(wrong as never)).toThrow(ConfigError);
  });

  it('server vantage without a name of its own takes the service name', async () => {
    const memory = memoryExporter();
    const sdk = provider({ spanProcessors: [simple(memory)] });
    sdk
      .getTracer('example')
      .startSpan('tools/call search', {
        kind: SpanKind.SERVER,
        attributes: { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'search' },
      })
      .end();
    const inner = delegate(OK);
    await exported(memory.getFinishedSpans(), inner);
    const left = inner.seen[0]?.[0];
    expect(left && recordOf(left).server.id).toBe(left?.resource.attributes['service.name'] ?? 'unknown');
  });
});
