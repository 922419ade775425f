import { appendFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RunState } from '../../src/run/run-state.ts';
import { journalLine } from '../../src/serve/journal/journal-line.ts';
import type { WriteResult } from '../../src/serve/outlet.ts';
import { callSpan, line } from '../cli/call-spans.ts';
import { folderWith } from '../cli/run-cli.ts';
import { otlpSpan, TRACE } from '../span/otlp/documents.ts';
import { documentsOf, receiving, uninterrupted, until } from './receiving.ts';

const ROOT = 'a'.repeat(16);
const call = (n: number): string =>
  line([callSpan({ spanId: `c${n}`.padStart(16, '0'), parentSpanId: ROOT })]);
const root = line([otlpSpan({ spanId: ROOT })]);

const emissions = (one: Awaited<ReturnType<typeof receiving>>) =>
  one.written.map(({ emission: { revision, supersedes, closed_by, fragment } }) => ({
    revision,
    supersedes,
    closed_by,
    fragment,
  }));

describe('a receiver that is stopped and started again on the same data', () => {
  it('goes on where it was: what it has written it does not write again, what comes is the next revision', async () => {
    const data = folderWith();
    const first = await receiving({ data });
    await first.post(call(1));
    await first.stop();
    expect(emissions(first)).toEqual([
      { revision: 1, supersedes: null, closed_by: 'shutdown', fragment: false },
    ]);
    const idle = await receiving({ data });
    await idle.stop();
    expect(idle.written).toEqual([]);
    const second = await receiving({ data });
    expect((await second.get(`/runs/${TRACE}`)).status).toBe(200);
    await second.post(root);
    await second.post(call(2));
    await second.stop();
    expect(emissions(second)).toEqual([
      { revision: 2, supersedes: 1, closed_by: 'root_ended', fragment: false },
    ]);
    expect(second.written.map(documentsOf)).toEqual(await uninterrupted(call(1), root, call(2)));
  });

  it('knows that what comes after a run was forgotten is a fragment', async () => {
    const data = folderWith();
    const first = await receiving({ data, idle: 1 });
    await first.post(call(1));
    await until('the run to be forgotten', async () => (await first.get(`/runs/${TRACE}`)).status === 404);
    await first.stop();
    expect(emissions(first)).toEqual([{ revision: 1, supersedes: null, closed_by: 'idle', fragment: false }]);
    const second = await receiving({ data });
    expect((await second.get(`/runs/${TRACE}`)).status).toBe(404);
    await second.post(call(2));
    await second.stop();
    expect(emissions(second)).toEqual([
      { revision: 2, supersedes: null, closed_by: 'shutdown', fragment: true },
    ]);
    const [fragment] = second.written;
    expect(fragment?.health.coverage.gaps.map(({ code }) => code)).toContain('evicted');
    const united = new RunState();
    for (const { state } of [...first.written, ...second.written]) united.merge(state);
    expect([...united.documents({ all: false })].map(documentsOf)).toEqual(
      await uninterrupted(call(1), call(2)),
    );
  });

  it('knows so also where one receiver wrote the run and the next one forgot it', async () => {
    const data = folderWith();
    const first = await receiving({ data });
    await first.post(call(1));
    await first.stop();
    const second = await receiving({ data, idle: 1 });
    await until('the run to be forgotten', async () => (await second.get(`/runs/${TRACE}`)).status === 404);
    await second.stop();
    expect(second.written).toEqual([]);
    const third = await receiving({ data });
    await third.post(call(2));
    await third.stop();
    expect(emissions(third)).toMatchObject([{ revision: 2, fragment: true }]);
    const united = new RunState();
    for (const { state } of [...first.written, ...third.written]) united.merge(state);
    expect([...united.documents({ all: false })].map(documentsOf)).toEqual(
      await uninterrupted(call(1), call(2)),
    );
  });

  it('writes what the output refused', async () => {
    const data = folderWith();
    const first = await receiving({ data, idle: 1, write: async (): Promise<WriteResult> => 'refused' });
    await first.post(call(1));
    await until('the run to be forgotten', async () => (await first.get(`/runs/${TRACE}`)).status === 404);
    await first.stop();
    const second = await receiving({ data });
    await second.stop();
    expect(second.written.map(documentsOf)).toEqual(await uninterrupted(call(1)));
  });

  it('is not ready while another uses the data, and says so', async () => {
    const data = folderWith({
      lock: JSON.stringify({ pid: process.ppid, host: (await import('node:os')).hostname() }),
    });
    await expect(receiving({ data })).rejects.toThrow('to be used by this process alone');
  });
});

describe('a receiver whose data another has taken', () => {
  it('acknowledges nothing more, says so, and leaves the lock of the other', async () => {
    const data = folderWith();
    const one = await receiving({ data });
    const lock = join(data, 'lock');
    const other = readFileSync(lock, 'utf8').replace(/"token":"[^"]*"/, '"token":"another"');
    writeFileSync(lock, other);
    for (let attempt = 0; attempt < 2; attempt += 1) expect((await one.post(call(1))).status).toBe(503);
    expect((await one.get('/readyz')).status).toBe(503);
    expect(one.said.filter((said) => said.includes('another process has'))).toHaveLength(1);
    await one.stop();
    expect(readFileSync(lock, 'utf8')).toBe(other);
  });
});

describe('an output that does not take what it is given', () => {
  it('is tried again until it does, in order, and nothing is lost', async () => {
    let attempts = 0;
    const taken: string[] = [];
    const one = await receiving({
      write: async ({ runId }): Promise<WriteResult> => {
        attempts += 1;
        if (attempts < 4) return 'failed';
        taken.push(runId);
        return 'written';
      },
    });
    const ids = [1, 2, 3].map((n) => n.toString(16).padStart(32, '0'));
    for (const traceId of ids) await one.post(line([callSpan({ traceId })]));
    expect(await one.stop()).toBe(true);
    expect(taken).toEqual(ids);
  });

  it('does not hold the stop for ever, and what it was to get is in the journal', async () => {
    const data = folderWith();
    const write = async (): Promise<WriteResult> => 'failed';
    const one = await receiving({ data, write, limits: { drainTime: 200 } });
    await one.post(call(1));
    expect(await one.stop()).toBe(false);
    const second = await receiving({ data });
    await second.stop();
    expect(second.written).toHaveLength(1);
  });
});

describe('a batch that is sent again and again', () => {
  it('takes no more space, and is there after a restart', async () => {
    const data = folderWith();
    const one = await receiving({
      data,
      write: async (): Promise<WriteResult> => 'failed',
      limits: { drainTime: 1 },
    });
    await one.post(call(1));
    const bytes = await one.metric('assay_otel_serve_journal_bytes');
    expect(bytes).toBeGreaterThan(0);
    for (let attempt = 0; attempt < 5; attempt += 1) expect((await one.post(call(1))).status).toBe(200);
    expect(await one.metric('assay_otel_serve_journal_bytes')).toBe(bytes);
    await one.stop();
    const second = await receiving({ data });
    expect((await second.post(call(1))).status).toBe(200);
    expect(await second.metric('assay_otel_serve_journal_bytes')).toBe(bytes);
    await second.stop();
    expect(second.written.map(documentsOf)).toEqual(await uninterrupted(call(1)));
  });
});

describe('a receiver that has too little memory for what it held', () => {
  it('gives away what it cannot bring back, and loses none of it', async () => {
    const data = folderWith();
    const first = await receiving({
      data,
      write: async (): Promise<WriteResult> => 'failed',
      limits: { drainTime: 1 },
    });
    const ids = Array.from({ length: 200 }, (_, n) => (n + 1).toString(16).padStart(32, '0'));
    for (const spanId of ['b'.repeat(16), 'c'.repeat(16)]) {
      await first.post(line(ids.map((traceId) => callSpan({ traceId, spanId, parentSpanId: ROOT }))));
    }
    await first.stop();
    const state = new RunState();
    // Each start evicts most runs, some of them while it still reads the journal.
    for (let start = 0; start < 3; start += 1) {
      const next = await receiving({ data, heapLimit: 2_500_000 });
      await next.stop();
      for (const run of next.written) state.merge(run.state);
      if (start === 0) expect(next.written.map(({ emission }) => emission.closed_by)).toContain('evicted');
    }
    const documents = [...state.documents({ all: false })];
    expect(documents.map(({ surface }) => surface.observed_tool_decisions.length)).toEqual(ids.map(() => 2));
    expect(documents.flatMap(({ health }) => health.coverage.gaps.map(({ code }) => code))).not.toContain(
      'evicted',
    );
  });

  it('loses none of it either where it is killed after that, and had forgotten others before', async () => {
    const data = folderWith();
    const first = await receiving({
      data,
      write: async (): Promise<WriteResult> => 'failed',
      limits: { drainTime: 1 },
    });
    const ids = Array.from({ length: 200 }, (_, n) => (n + 1).toString(16).padStart(32, '0'));
    for (const spanId of ['b'.repeat(16), 'c'.repeat(16)]) {
      await first.post(line(ids.map((traceId) => callSpan({ traceId, spanId, parentSpanId: ROOT }))));
    }
    await first.stop();
    const forgot = { run: TRACE, trace: TRACE, part: 'x-1', revision: 1, numbers: [], at: 1 };
    appendFileSync(join(data, 'forgotten.log'), journalLine({ n: 1_000_000, forgot }));
    const evicting = await receiving({ data, heapLimit: 2_500_000 });
    // What was evicted is forgotten once it is written.
    await until(
      'all that was evicted to be forgotten',
      () => readFileSync(join(data, 'forgotten.log'), 'utf8').split('\n').length > 100,
    );
    // What a kill would leave.
    const left = folderWith();
    cpSync(data, left, { recursive: true });
    rmSync(join(left, 'lock'));
    const state = new RunState();
    for (const run of evicting.written) state.merge(run.state);
    expect(evicting.written.length).toBeGreaterThan(0);
    await evicting.stop();
    const last = await receiving({ data: left });
    await last.stop();
    for (const run of last.written) state.merge(run.state);
    const documents = [...state.documents({ all: false })];
    expect(documents.map(({ surface }) => surface.observed_tool_decisions.length)).toEqual(ids.map(() => 2));
  });
});
