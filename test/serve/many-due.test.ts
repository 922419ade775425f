import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { WriteResult } from '../../src/serve/outlet.ts';
import { callSpan, line } from '../cli/call-spans.ts';
import { folderWith } from '../cli/run-cli.ts';
import { GZIP, receiving, until } from './receiving.ts';

const RUNS = 3_000;
/** Runs that are closed before others have their turn. */
const PORTION = 100;

const ids = Array.from({ length: RUNS }, (_, n) => (n + 1).toString(16).padStart(32, '0'));
const BODY = gzipSync(line(ids.map((traceId) => callSpan({ traceId, parentSpanId: 'a'.repeat(16) }))));

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

describe('many runs that are due at one moment', () => {
  it('are closed a portion at a time, in order, and others have their turn between', async () => {
    const turns = turning();
    const written = new Map<number, number>();
    const order: string[] = [];
    const one = await receiving({
      idle: 1,
      grace: 1,
      write: async ({ runId }): Promise<WriteResult> => {
        order.push(runId);
        written.set(turns.count, (written.get(turns.count) ?? 0) + 1);
        return 'written';
      },
    });
    expect((await one.post(BODY, GZIP)).status).toBe(200);
    await until('all runs to be written', () => order.length >= RUNS);
    turns.end();
    await one.stop();
    expect(order).toEqual(ids);
    // Written at once, so that what was closed in one turn of the loop was written in it.
    expect(Math.max(...written.values())).toBeLessThanOrEqual(PORTION);
    expect(written.size).toBeGreaterThanOrEqual(RUNS / PORTION);
  });

  it('go on when an output that was full has room, and batches are taken meanwhile', async () => {
    const waiting: (() => void)[] = [];
    const taken: string[] = [];
    const one = await receiving({
      idle: 1,
      grace: 1,
      write: async ({ runId }): Promise<WriteResult> => {
        await new Promise<void>((resolve) => waiting.push(resolve));
        taken.push(runId);
        return 'written';
      },
    });
    const take = async (count: number): Promise<void> => {
      const upTo = taken.length + count;
      while (taken.length < upTo) {
        waiting.shift()?.();
        await new Promise(setImmediate);
      }
    };
    await one.post(BODY, GZIP);
    const ready = async (): Promise<number> => (await one.get('/readyz')).status;
    await until('the output to be full', async () => (await ready()) === 503);
    // Closing stops there: what would only wait stays open.
    expect(await one.metric('assay_otel_serve_waiting_emissions')).toBe(1_000);
    expect(await one.metric('assay_otel_serve_open_runs')).toBe(RUNS - 1_000);
    await take(1);
    expect(await ready()).toBe(200);
    expect((await one.post(line([callSpan({ traceId: 'f'.repeat(32) })]))).status).toBe(200);
    await take(RUNS);
    await one.stop();
    expect(taken).toEqual([...ids, 'f'.repeat(32)]);
  });

  it('are all given away by a stop, in the midst of them', async () => {
    const data = folderWith();
    const one = await receiving({ data, idle: 1, grace: 1 });
    expect((await one.post(BODY, GZIP)).status).toBe(200);
    await until('the first to be closed', () => one.written.length > 0);
    expect(await one.stop()).toBe(true);
    expect(one.written.map(({ runId }) => runId)).toEqual(ids);
    const next = await receiving({ data });
    await next.stop();
    expect(next.written).toEqual([]);
  });
});
