import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { WriteResult } from '../../src/serve/outlet.ts';
import { callSpan, line } from '../cli/call-spans.ts';
import { otlpDocument, otlpSpan } from '../span/otlp/documents.ts';
import { BODY, expectWell, head, raw } from './raw-connection.ts';
import { GZIP, receiving, until } from './receiving.ts';

const KIB = 1024;
const MIB = KIB * KIB;

describe('a body that is too large', () => {
  const limits = { bodyBytes: 100 * KIB, inflatedBytes: 300 * KIB };
  const spaces = (bytes: number): string => `${' '.repeat(bytes)}{}`;

  it.each([
    ['by its length', spaces(101 * KIB), {}, 413],
    ['but just not', spaces(99 * KIB), {}, 200],
    ['once it is decompressed', gzipSync(spaces(301 * KIB)), GZIP, 413],
    ['but just not, once it is decompressed', gzipSync(spaces(299 * KIB)), GZIP, 200],
  ])('%s', async (_, body, headers, status) => {
    const one = await receiving({ limits });
    expect((await one.post(body, headers)).status).toBe(status);
    await expectWell(one);
  });

  it('without a length that is told', async () => {
    const one = await receiving({ limits });
    const stream = new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(64 * KIB).fill(0x20));
      },
    });
    const init = {
      method: 'POST',
      body: stream,
      headers: { 'content-type': 'application/json' },
      duplex: 'half',
    };
    expect((await fetch(`${one.url}/v1/traces`, init as RequestInit)).status).toBe(413);
    await expectWell(one);
  });

  it('is answered while it is still being sent', async () => {
    const one = await receiving({ limits });
    const { socket, answer } = raw(one.port);
    socket.write(head(500 * MIB));
    expect(await answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('is never held whole: a quarter of a gigabyte in a quarter of a megabyte', async () => {
    const one = await receiving();
    const bomb = gzipSync(Buffer.alloc(256 * MIB), { level: 1 });
    const before = process.memoryUsage().rss;
    const status = (await one.post(bomb, GZIP)).status;
    expect(status).toBe(413);
    // The limit is 64 MiB; with what the engine holds besides, far from all of it.
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * MIB);
    await expectWell(one);
  });
});

describe('a compressed body with more behind it', () => {
  const rest = line([callSpan({ spanId: 'e'.repeat(16) })]);
  it.each([
    ['text, deflate', deflateSync(BODY), 'deflate', rest],
    ['another stream, deflate', deflateSync(BODY), 'deflate', deflateSync(rest)],
    ['text, gzip', gzipSync(BODY), 'gzip', rest],
    [
      'zeros and another stream, gzip',
      gzipSync(BODY),
      'gzip',
      Buffer.concat([Buffer.alloc(1), gzipSync(rest)]),
    ],
  ])('is refused, at once and piece by piece: %s', async (_, first, encoding, more) => {
    const one = await receiving();
    const headers = { 'content-encoding': encoding };
    expect((await one.post(Buffer.concat([first, Buffer.from(more)]), headers)).status).toBe(400);
    const { socket, answer } = raw(one.port);
    const length = first.length + Buffer.from(more).length;
    socket.write(head(length, `Content-Encoding: ${encoding}`, 'Connection: close'));
    socket.write(first);
    await until(
      'the first piece to be held',
      async () => (await one.metric('assay_otel_serve_held_body_bytes')) > 0,
    );
    socket.write(more);
    expect(await answer).toMatch(/^HTTP\/1\.1 400 /);
    socket.destroy();
    await expectWell(one);
  });

  it('is taken where that is one of the same body', async () => {
    const one = await receiving();
    const half = Math.floor(BODY.length / 2);
    const body = Buffer.concat([gzipSync(BODY.slice(0, half)), gzipSync(BODY.slice(half))]);
    expect((await one.post(body, GZIP)).status).toBe(200);
    await expectWell(one);
  });
});

describe('under load', () => {
  it('says 503 with Retry-After where bodies together hold too much', async () => {
    const one = await receiving({ limits: { heldBytes: 100 * KIB } });
    const { socket } = raw(one.port);
    socket.write(`${head(90 * KIB)}${' '.repeat(80 * KIB)}`);
    await until(
      'the first to be held',
      async () => (await one.metric('assay_otel_serve_held_body_bytes')) >= 80 * KIB,
    );
    const response = await one.post(`${' '.repeat(30 * KIB)}{}`);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    socket.destroy();
    await until(
      'the first to be let go',
      async () => (await one.metric('assay_otel_serve_held_body_bytes')) === 0,
    );
    await expectWell(one);
  });

  it('says 429 with Retry-After where too many requests wait', async () => {
    const one = await receiving({ limits: { requests: 1 } });
    // Many spans are taken in turns, so that others are heard meanwhile.
    const many = JSON.stringify(
      otlpDocument(
        Array.from({ length: 30_000 }, (_, n) =>
          otlpSpan({ spanId: (n + 1).toString(16).padStart(16, '0') }),
        ),
      ),
    );
    let isDone = false;
    const first = one.post(many).finally(() => {
      isDone = true;
    });
    const statuses = new Set<number>();
    while (!isDone) {
      const response = await one.post(BODY);
      statuses.add(response.status);
      if (response.status === 429) expect(response.headers.get('retry-after')).toBe('1');
    }
    expect((await first).status).toBe(200);
    expect(statuses).toContain(429);
    expect([...statuses].filter((status) => status !== 429 && status !== 200)).toEqual([]);
    await expectWell(one);
  });

  it('takes a hundred thousand spans in one request', async () => {
    const one = await receiving();
    const spans = Array.from({ length: 100_000 }, (_, n) =>
      n % 100 === 0
        ? callSpan({ spanId: (n + 1).toString(16).padStart(16, '0') })
        : otlpSpan({ spanId: (n + 1).toString(16).padStart(16, '0') }),
    );
    const response = await one.post(gzipSync(JSON.stringify(otlpDocument(spans)), { level: 1 }), GZIP);
    expect([response.status, await response.text()]).toEqual([200, '{}']);
    expect(await one.metric('assay_otel_serve_items_total{signal="traces",outcome="accepted"}')).toBe(
      100_000,
    );
    await one.stop();
    expect(one.written[0]?.surface.observed_tool_decisions).toHaveLength(1_000);
  });

  it('takes nothing while the output is too far behind, and all of it afterwards', async () => {
    let open = (): void => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const taken = new Set<string>();
    const one = await receiving({
      idle: 1,
      grace: 1,
      write: async ({ runId }): Promise<WriteResult> => {
        await opened;
        taken.add(runId);
        return 'written';
      },
    });
    const trace = (n: number): string => n.toString(16).padStart(32, '0');
    const of = (from: number, count: number): string =>
      line(Array.from({ length: count }, (_, n) => callSpan({ traceId: trace(from + n) })));
    expect((await one.post(of(1, 1_200))).status).toBe(200);
    await until('the output to fall behind', async () => (await one.get('/readyz')).status === 503);
    const refused = await one.post(of(2_000, 1));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    open();
    await until('the output to catch up', async () => (await one.get('/readyz')).status === 200);
    expect((await one.post(of(2_000, 1))).status).toBe(200);
    await one.stop();
    expect(taken.size).toBe(1_201);
  });
});
