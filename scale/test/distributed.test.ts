import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cli } from '../../test/cli/run-cli.ts';
import { corpus } from './corpus.ts';
import { type Engine, startEngine, statementsOf } from './engine.ts';
import { put, results } from './stored.ts';
import { type Documents, differences, fromStore, inMemory } from './ways.ts';

/** A cluster of two shards, both of which are this server: whatever is asked of the cluster is read twice. */
const SHARD = '<shard><replica><host>127.0.0.1</host><port>29000</port></replica></shard>';
const CONFIGURATION = `<clickhouse>
  <tcp_port>29000</tcp_port>
  <macros><cluster>fleet</cluster><shard>1</shard><replica>a</replica></macros>
  <remote_servers><fleet>${SHARD}${SHARD}</fleet></remote_servers>
</clickhouse>`;

/** `distributed.sql` without what the engine in a process has none of: queries for all servers, and replication. */
function applicable(name: string): string[] {
  const text = readFileSync(new URL(`../../sql/clickhouse/v1/${name}`, import.meta.url), 'utf8');
  return statementsOf(text).map((statement) =>
    statement
      .replaceAll(" ON CLUSTER '{cluster}'", '')
      .replace(/ENGINE = Replicated(\w+)\('[^']*', '\{replica\}'(?:, )?/, 'ENGINE = $1('),
  );
}

const documents = corpus(60);

describe('tables over a cluster of shards', () => {
  let engine: Engine;
  let expected: Documents;
  beforeAll(async () => {
    engine = await startEngine(CONFIGURATION);
    await engine.apply(fileURLToPath(new URL('../exporter-tables.sql', import.meta.url)));
    for (const file of ['distributed.sql', 'distributed-logs.sql'])
      for (const statement of applicable(file)) await engine.sql(statement);
    await put(engine, documents);
    expected = inMemory(documents);
  });
  afterAll(() => engine?.kill());

  it('are read over all shards', async () => {
    const [one] = await engine.rows<{ n: string }>('SELECT toString(count()) AS n FROM assay_evidence_local');
    const [all] = await engine.rows<{ n: string }>('SELECT toString(count()) AS n FROM assay_evidence');
    expect(Number(one?.n)).toBeGreaterThan(0);
    expect(Number(all?.n)).toBe(2 * Number(one?.n));
  });

  it.each([1, 3])('give the same bytes to %i workers', async (workers) => {
    expect(differences(await fromStore(engine.address, workers), expected)).toEqual([]);
  });

  it('give the same bytes within --since and --until', async () => {
    const window = ['--since', '2020-01-01T00:00:00Z', '--until', '2100-01-01T00:00:00Z'];
    expect(differences(await fromStore(engine.address, 2, window), expected)).toEqual([]);
    expect((await fromStore(engine.address, 1, ['--until', '2020-01-01T00:00:00Z'])).size).toBe(0);
  });

  it('take results, a run that is as it was once', async () => {
    const write = () => cli(['surface', '--from', engine.address, '--out', engine.address]);
    for (const { code, stderr } of [await write(), await write()]) expect([0, 1], stderr).toContain(code);
    expect(differences(await results(engine, '_local'), expected)).toEqual([]);
    expect(await engine.rows('SELECT DISTINCT Revision AS r FROM assay_health')).toEqual([{ r: 1 }]);
  });
});
