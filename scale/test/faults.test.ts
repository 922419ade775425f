import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cli, folderWith } from '../../test/cli/run-cli.ts';
import { corpus } from './corpus.ts';
import { type Engine, prepare, startEngine } from './engine.ts';
import { emptied, put, results } from './stored.ts';
import { type Documents, differences, documentsOf, inMemory, linesOf } from './ways.ts';

const documents = corpus(60);

let engine: Engine;
let expected: Documents;
beforeAll(async () => {
  engine = await startEngine();
  await prepare(engine);
  expected = inMemory(documents);
});
afterAll(() => engine?.kill());
beforeEach(() => emptied(engine));

describe('a store that is not as it should be', () => {
  const proxies: Server[] = [];
  afterEach(() => {
    for (const proxy of proxies.splice(0)) {
      proxy.closeAllConnections();
      proxy.close();
    }
  });

  /** Stands before the engine and is gone in the middle of the answer to the request of this number. */
  async function stoppingAt(stop: number, onRequest = (_: number): unknown => undefined): Promise<string> {
    let seen = 0;
    const proxy = createServer(async (request, response) => {
      seen += 1;
      await onRequest(seen);
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      const body = Buffer.concat(pieces);
      const answer = await fetch(`${engine.url}${request.url}`, { method: 'POST', body });
      const text = Buffer.from(await answer.arrayBuffer());
      response.statusCode = answer.status;
      response.setHeader('content-length', text.length);
      if (seen < stop) response.end(text);
      else if (text.length === 0) request.socket.destroy();
      else response.write(text.subarray(0, text.length / 2), () => proxy.closeAllConnections());
    });
    proxies.push(proxy);
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const { port } = proxy.address() as { port: number };
    return `clickhouse://127.0.0.1:${port}/otel`;
  }

  /** More traces than are read at once. */
  async function morePut(): Promise<void> {
    await engine.sql(`INSERT INTO otel_traces (TraceId, SpanId, SpanName, SpanAttributes)
      SELECT lower(hex(MD5(toString(number)))), leftPad(hex(number), 16, '0'), 'tools/call x',
        map('mcp.method.name', 'tools/call', 'gen_ai.tool.name', 'x') FROM numbers(1500)`);
  }

  it('stops in the middle: an error that says so, and what was written is whole', async () => {
    await put(engine, documents);
    const stops = [];
    let requests = 0;
    const counting = await stoppingAt(Number.POSITIVE_INFINITY, (count) => {
      requests = count;
    });
    await cli(['surface', '--from', counting]);
    expect(requests).toBeGreaterThan(6);
    for (let stop = 1; stop <= requests; stop += 1) {
      const folder = join(folderWith(), 'runs');
      const { code, stderr } = await cli(['surface', '--from', await stoppingAt(stop), '--out', folder]);
      stops.push(code);
      expect(stderr).toContain('Expected the store to answer, but the connection says');
      const files = readdirSync(folderOr(folder));
      const whole = files.filter((name) => name.endsWith('.surface.json')).length;
      for (const part of ['health', 'index', 'state', 'emission'])
        expect(files.filter((name) => name.endsWith(`.${part}.json`)).length).toBe(whole);
    }
    expect(new Set(stops)).toEqual(new Set([2]));
  });

  it('stops while results are written: the next time they are written', async () => {
    await put(engine, documents);
    for (const stop of [2, 3, 4, 5]) {
      for (const table of ['assay_surface', 'assay_health']) await engine.sql(`TRUNCATE TABLE ${table}`);
      const out = await stoppingAt(stop);
      expect((await cli(['surface', '--from', engine.address, '--out', out])).code).toBe(2);
    }
    await cli(['surface', '--from', engine.address, '--out', engine.address]);
    expect(differences(await results(engine), expected)).toEqual([]);
  });

  it('stops while the gate reads: nothing is judged', async () => {
    await put(engine, documents);
    const args = [
      'gate',
      '--declared',
      'fixtures/declared/declared_prod_allowlist.json',
      '--from',
      await stoppingAt(6),
    ];
    expect(await cli(args)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('nothing was judged'),
    });
  });

  it('lacks a column, a table, or has another version of the schema', async () => {
    await put(engine, documents.slice(0, 20));
    const read = () => cli(['surface', '--from', engine.address]);
    await engine.sql('RENAME TABLE assay_link TO elsewhere');
    expect(await read()).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('table `assay_link`'),
    });
    await engine.sql('RENAME TABLE elsewhere TO assay_link');
    await engine.sql('ALTER TABLE assay_evidence RENAME COLUMN StatusMessage TO Elsewhere');
    expect(await read()).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('column `StatusMessage` of `assay_evidence`'),
    });
    await engine.sql('ALTER TABLE assay_evidence RENAME COLUMN Elsewhere TO StatusMessage');
    await engine.sql('INSERT INTO assay_schema (Version) VALUES (2)');
    expect(await read()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('got 2; take a newer assay-otel'),
    });
    await engine.sql('TRUNCATE TABLE assay_schema');
    expect(await read()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('got 0; apply sql/clickhouse/v1'),
    });
    await engine.sql('INSERT INTO assay_schema (Version) VALUES (1)');
    expect([0, 1]).toContain((await read()).code);
  });

  it('stops while lines are printed: each that was is whole', async () => {
    await put(engine, documents);
    await morePut();
    let requests = 0;
    const counting = await stoppingAt(Number.POSITIVE_INFINITY, (seen) => {
      requests = seen;
    });
    const all = documentsOf(linesOf((await cli(['surface', '--from', counting])).stdout));
    const { code, stdout, stderr } = await cli(['surface', '--from', await stoppingAt(requests - 1)]);
    expect(code).toBe(2);
    const some = documentsOf(linesOf(stdout));
    expect(stderr).toContain(`${some.size} runs were written before, each whole`);
    expect(some.size).toBeGreaterThan(100);
    expect(some.size).toBeLessThan(all.size);
    for (const [run, text] of some) expect(text).toBe(all.get(run));
  });

  it('loses a column while it is read: an error that says so, and what was written is whole', async () => {
    await put(engine, documents);
    await morePut();
    const rename = (from: string, to: string) =>
      engine.sql(`ALTER TABLE assay_link RENAME COLUMN ${from} TO ${to}`);
    const folder = join(folderWith(), 'runs');
    const address = await stoppingAt(Number.POSITIVE_INFINITY, (seen) =>
      seen === 12 ? rename('Spans', 'Elsewhere') : undefined,
    );
    const { code, stderr } = await cli(['surface', '--from', address, '--out', folder]);
    await rename('Elsewhere', 'Spans');
    expect(code).toBe(2);
    expect(stderr).toContain('Expected the store to answer, it says UNKNOWN_IDENTIFIER (47)');
    const files = readdirSync(folderOr(folder));
    for (const name of files.filter((file) => file.endsWith('.json')))
      expect(JSON.parse(readFileSync(join(folder, name), 'utf8'))).toBeTypeOf('object');
    expect(files.length % 5).toBe(0);
    expect(files.length).toBeGreaterThan(100);
  });

  it('lacks a column of the results: nothing is written', async () => {
    await put(engine, documents.slice(0, 20));
    await engine.sql('ALTER TABLE assay_health RENAME COLUMN DocumentsDigest TO Elsewhere');
    const written = await cli(['surface', '--from', engine.address, '--out', engine.address]);
    await engine.sql('ALTER TABLE assay_health RENAME COLUMN Elsewhere TO DocumentsDigest');
    expect(written).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('column `DocumentsDigest` of `assay_health`'),
    });
    expect((await results(engine)).size).toBe(0);
  });

  it('has a column of another type: nothing is made of it', async () => {
    await put(engine, documents.slice(0, 20));
    await engine.sql('ALTER TABLE assay_evidence RENAME COLUMN SpanAttributes TO Elsewhere');
    await engine.sql("ALTER TABLE assay_evidence ADD COLUMN SpanAttributes String DEFAULT 'x'");
    const read = await cli(['surface', '--from', engine.address]);
    await engine.sql('ALTER TABLE assay_evidence DROP COLUMN SpanAttributes');
    await engine.sql('ALTER TABLE assay_evidence RENAME COLUMN Elsewhere TO SpanAttributes');
    expect(read).toMatchObject({ code: 2, stdout: '' });
  });

  it('holds a run that no worker can: it is refused by name, and the others are read', async () => {
    await put(engine, documents);
    const span = (trace: string, attributes: string, count: number) =>
      engine.sql(`INSERT INTO otel_traces (TraceId, SpanId, SpanAttributes)
        SELECT '${trace}', leftPad(hex(number), 16, '0'), ${attributes} FROM numbers(${count})`);
    await span('e'.repeat(32), "map('mcp.method.name', 'tools/list')", 100_001);
    await span('f'.repeat(32), "map('mcp.method.name', 'tools/list')", 1);
    await span('f'.repeat(32), 'map()', 100_001);
    const { code, stderr, stdout } = await cli(['surface', '--from', engine.address]);
    expect(code).toBe(1);
    for (const id of ['e', 'f']) expect(stderr).toContain(`run ${id.repeat(32)}: Expected at most`);
    expect(differences(documentsOf(linesOf(stdout)), expected)).toEqual([]);
  });

  it('is not there', async () => {
    const run = await cli(['surface', '--from', 'clickhouse://127.0.0.1:1/otel']);
    expect(run).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('ECONNREFUSED') });
  });
});

function folderOr(folder: string): string {
  try {
    readdirSync(folder);
    return folder;
  } catch {
    return folderWith();
  }
}
