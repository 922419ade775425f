import * as api from '@opentelemetry/api';
import { LoggerProvider } from '@opentelemetry/sdk-logs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { EmittedRun } from '../../src/aggregator/emitted-run.ts';
import {
  decodeToolDecision,
  type ToolDecisionOptions,
  ToolDecisionSpanExporter,
  ToolDecisionSpanProcessor,
} from '../../src/index.ts';
import { decisionEvents, startCall } from './call-span.ts';
import { memoryExporter, type Processor, provider, simple } from './line.ts';

const { diag, ROOT_CONTEXT, trace } = api;

/** From 1.10 on the API has it; before that it is a package of its own. */
const { logs } = ('logs' in api ? api : await import(['@opentelemetry', 'api-logs'].join('/'))) as {
  readonly logs: { disable(): void; setGlobalLoggerProvider(provider: unknown): unknown };
};

interface EmittedLog {
  readonly eventName?: string;
  readonly attributes: Record<string, unknown>;
  readonly spanContext?: { readonly traceId: string; readonly spanId: string };
}

afterEach(() => {
  logs.disable();
  trace.disable();
  diag.disable();
});

/** A real logger provider, made global, and what reached it. */
function logging(): EmittedLog[] {
  const records: EmittedLog[] = [];
  const processor = {
    onEmit: (record: unknown) => void records.push(record as EmittedLog),
    forceFlush: async () => {},
    shutdown: async () => {},
  };
  logs.setGlobalLoggerProvider(new LoggerProvider({ processors: [processor] }));
  return records;
}

/** One call below a root, through processor and guard with the same options. */
async function oneCall(options: ToolDecisionOptions, isGuardAlone = false) {
  const exported = memoryExporter();
  const emitted: EmittedRun[] = [];
  const attest = { instrumentation: 'configured', sampler: 'declared' } as const;
  const guard = new ToolDecisionSpanExporter(exported, {
    ...options,
    sinks: [(run) => void emitted.push(run)],
  });
  const spanProcessors: Processor[] = isGuardAlone
    ? [simple(guard)]
    : [new ToolDecisionSpanProcessor({ ...options, attest }), simple(guard)];
  const sdk = provider({ spanProcessors });
  const tracer = sdk.getTracer('example.mcp');
  const root = tracer.startSpan('agent', { attributes: { 'gen_ai.operation.name': 'invoke_agent' } });
  const within = trace.setSpan(ROOT_CONTEXT, root);
  startCall({
    startSpan: (name: string, spanOptions: object) => tracer.startSpan(name, spanOptions, within),
  } as never).end();
  root.end();
  await sdk.forceFlush();
  await guard.flushRun();
  const [call = expect.fail('no span'), ...others] = exported.getFinishedSpans();
  await sdk.shutdown();
  return { call, root: others[0] ?? expect.fail('no root'), run: emitted.at(-1) ?? expect.fail('no run') };
}

const named = (records: readonly EmittedLog[], name: string) =>
  records.filter(({ eventName }) => eventName === name);

describe('what carries a record', () => {
  it('is a log record in place of the event, with the same attributes and the context of the span', async () => {
    const { call: usual } = await oneCall({});
    const records = logging();
    const { call, root } = await oneCall({ carrier: 'log' });
    const [record = expect.fail('no log record'), ...more] = named(records, 'assay.tool_decision');
    expect(more).toEqual([]);
    const { traceId, spanId } = call.spanContext();
    expect(record.spanContext).toMatchObject({ traceId, spanId });
    expect(decisionEvents(call)).toEqual([]);
    expect(call.attributes['assay.carrier']).toBe('log');
    const { record: text, digest } = decodeToolDecision({
      name: 'assay.tool_decision',
      attributes: record.attributes,
    });
    expect(call.attributes['assay.record.digest']).toBe(digest);
    const [event] = decisionEvents(usual);
    expect(Object.keys(record.attributes).sort()).toEqual(Object.keys(event?.attributes ?? {}).sort());
    expect(text).toBe(event?.attributes?.['assay.record']);
    // The checkpoint goes both ways: readers of spans alone still learn that a record is missing.
    const [checkpoint] = named(records, 'assay.tool_observation');
    expect(root.events.map(({ name, attributes }) => [name, attributes])).toEqual([
      ['assay.tool_observation', checkpoint?.attributes],
    ]);
  });

  it('can be both', async () => {
    const records = logging();
    const { call } = await oneCall({ carrier: 'both' });
    const [record] = named(records, 'assay.tool_decision');
    expect(decisionEvents(call).map(({ attributes }) => attributes)).toEqual([record?.attributes]);
    expect(call.attributes).not.toHaveProperty('assay.carrier');
  });

  it('is the event where nothing takes log records, and that is said once', async () => {
    const warn = vi.fn();
    diag.setLogger({ verbose() {}, debug() {}, info() {}, error() {}, warn });
    const { call } = await oneCall({ carrier: 'log' });
    expect(decisionEvents(call)).toHaveLength(1);
    expect(call.attributes).not.toHaveProperty('assay.carrier');
    expect(warn.mock.calls.map(([text]) => text)).toEqual([expect.stringContaining('log records')]);
  });

  it('is the event where the logger throws: the call is none the worse', async () => {
    logs.setGlobalLoggerProvider({
      getLogger() {
        throw new Error('planted');
      },
    });
    const { call } = await oneCall({ carrier: 'log' });
    expect(decisionEvents(call)).toHaveLength(1);
  });

  it.each(['span-event', 'log', 'both'] as const)(
    'makes no difference to the run in the process: %s',
    async (carrier) => {
      logging();
      const { run } = await oneCall({ carrier });
      expect(run.health.coverage).toMatchObject({ state: 'complete', gaps: [] });
      expect(run.surface.observed_tool_decisions).toHaveLength(1);
      expect(run.health.redaction_active).toBe(true);
    },
  );

  it('is one log record too where only the guard is there', async () => {
    const records = logging();
    const { call } = await oneCall({ carrier: 'log' }, true);
    expect(named(records, 'assay.tool_decision')).toHaveLength(1);
    expect(decisionEvents(call)).toEqual([]);
    expect(call.attributes['assay.carrier']).toBe('log');
  });

  it('is the event of a span that is not exported: its log record would say what its trace does not', async () => {
    const records = logging();
    const processor = new ToolDecisionSpanProcessor({ carrier: 'log' });
    const record = { shouldSample: () => ({ decision: 1 }), toString: () => 'recording' };
    const sdk = provider({ spanProcessors: [processor], sampler: record });
    startCall(sdk.getTracer('example.mcp')).end();
    await sdk.shutdown();
    expect(records).toEqual([]);
  });
});
