import { context, diag, SpanKind, trace } from '@opentelemetry/api';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { EmittedRun } from '../src/aggregator/emitted-run.ts';
import { ToolDecisionSpanExporter } from '../src/index.ts';
import { memoryExporter, provider, simple } from './sdk/line.ts';
import { until } from './serve/receiving.ts';

/** Runs that are closed before the host has its turn. */
const PORTION = 100;

afterEach(() => {
  trace.disable();
  context.disable();
  diag.disable();
});

/** So many traces of a call each in this process, over at once, and what the sink is given of them. */
function following(runs: number, sink: (run: EmittedRun) => void | Promise<void>) {
  const exporter = new ToolDecisionSpanExporter(memoryExporter(), { sinks: [sink], grace: 1 });
  const sdk = provider({ spanProcessors: [simple(exporter)] });
  const tracer = sdk.getTracer('example.mcp');
  const attributes = { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'search' };
  const ids = Array.from({ length: runs }, () => {
    const span = tracer.startSpan('tools/call search', { kind: SpanKind.CLIENT, attributes, root: true });
    span.end();
    return span.spanContext().traceId;
  });
  return { sdk, ids };
}

/** Counts turns of the event loop until it is told to end. */
function turning() {
  const turns = { count: 0, end: () => clearImmediate(next) };
  const count = (): void => {
    turns.count += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  return turns;
}

describe('many runs that end at once in one process', () => {
  it('are given away a portion at a time, in order: the host has its turn between', async () => {
    const turns = turning();
    const given: string[] = [];
    const perTurn = new Map<number, number>();
    const { sdk, ids } = following(550, ({ runId }) => {
      given.push(runId);
      perTurn.set(turns.count, (perTurn.get(turns.count) ?? 0) + 1);
    });
    await until('all to be given away', () => given.length >= ids.length);
    turns.end();
    expect(new Set(given)).toEqual(new Set(ids));
    expect(Math.max(...perTurn.values())).toBeLessThanOrEqual(PORTION);
    await sdk.shutdown();
    expect(given).toHaveLength(ids.length);
  });

  it('so also by a flush of the provider', async () => {
    const turns = turning();
    const perTurn = new Map<number, number>();
    const { sdk, ids } = following(550, () => {
      perTurn.set(turns.count, (perTurn.get(turns.count) ?? 0) + 1);
    });
    await sdk.forceFlush();
    turns.end();
    const given = [...perTurn.values()];
    expect(given.reduce((sum, count) => sum + count, 0)).toBe(ids.length);
    // A sweep of its own can fall into the same turn.
    expect(Math.max(...given)).toBeLessThanOrEqual(2 * PORTION);
    await sdk.shutdown();
  });

  it('all reach a sink that takes one after the other, and is far slower than they close', async () => {
    const warned: string[] = [];
    const warn = (message: string): void => void warned.push(message);
    diag.setLogger({ error: warn, warn, info: () => {}, debug: () => {}, verbose: () => {} });
    const given: string[] = [];
    const { sdk, ids } = following(1_500, async ({ runId }) => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      given.push(runId);
    });
    await until('all to be given away', () => given.length >= ids.length);
    expect(new Set(given)).toEqual(new Set(ids));
    expect(warned).toEqual([]);
    await sdk.shutdown();
  });

  it('reach a sink that works beside one that hangs', async () => {
    const given: string[] = [];
    const exporter = new ToolDecisionSpanExporter(memoryExporter(), {
      sinks: [() => new Promise<void>(() => {}), ({ runId }) => void given.push(runId)],
      grace: 1,
    });
    const sdk = provider({ spanProcessors: [simple(exporter)] });
    const tracer = sdk.getTracer('example.mcp');
    const attributes = { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'search' };
    for (let n = 0; n < 1_500; n += 1)
      tracer.startSpan('tools/call search', { kind: SpanKind.CLIENT, attributes, root: true }).end();
    await until('all to be given away', () => given.length === 1_500);
  });
});

it('closes with what comes where no timer ever does', async () => {
  const given: string[] = [];
  const exporter = new ToolDecisionSpanExporter(memoryExporter(), {
    sinks: [({ runId }) => void given.push(runId)],
    grace: 1,
  });
  const sdk = provider({ spanProcessors: [simple(exporter)] });
  // The reader is loaded by then.
  await sdk.forceFlush();
  const begin = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(begin);
  vi.stubGlobal('setTimeout', () => 1);
  try {
    const tracer = sdk.getTracer('example.mcp');
    const attributes = { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'search' };
    const make = (): string => {
      const span = tracer.startSpan('tools/call search', { kind: SpanKind.CLIENT, attributes, root: true });
      span.end();
      return span.spanContext().traceId;
    };
    const first = make();
    clock.mockReturnValue(begin + 1_000);
    const second = make();
    expect(given).toEqual([]);
    clock.mockReturnValue(begin + 10_000);
    make();
    expect(given).toEqual([first, second]);
  } finally {
    vi.unstubAllGlobals();
    clock.mockRestore();
  }
  await sdk.shutdown();
});
