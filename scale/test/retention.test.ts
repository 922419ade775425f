import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cli } from '../../test/cli/run-cli.ts';
import { corpus } from './corpus.ts';
import { type Engine, prepare, startEngine } from './engine.ts';
import { emptied, put } from './stored.ts';
import { type Documents, differences, documentsOf, fromStore, inMemory, linesOf } from './ways.ts';

const TABLES = ['assay_evidence', 'assay_link', 'assay_run_trace', 'assay_trace_run'];
const documents = corpus(60);
const DECLARED = ['--declared', 'fixtures/declared/declared_prod_allowlist.json'];

let engine: Engine;
let expected: Documents;
beforeAll(async () => {
  engine = await startEngine();
  await prepare(engine);
  expected = inMemory(documents);
});
afterAll(() => engine?.kill());
beforeEach(() => emptied(engine));

/** As if so many days had gone by since all of it arrived. */
async function pass(days: number): Promise<void> {
  for (const table of TABLES) {
    await engine.sql(`CREATE TABLE moved_${table} ENGINE = Memory AS SELECT * FROM ${table}`);
    await engine.sql(`TRUNCATE TABLE ${table}`);
  }
  const moved = (table: string, columns: string, where = '') =>
    engine.sql(`INSERT INTO ${table} SELECT * REPLACE (${columns}) FROM moved_${table}${where}`);
  await moved('assay_evidence', `ArrivedAt - INTERVAL ${days} DAY AS ArrivedAt`);
  const index = `ArrivedOn - ${days} AS ArrivedOn, LastArrival - INTERVAL ${days} DAY AS LastArrival`;
  await moved('assay_link', index);
  // What evidence has in it is there again.
  await moved('assay_run_trace', index, ' WHERE EvidenceRows = 0');
  for (const table of TABLES) await engine.sql(`DROP TABLE moved_${table}`);
}

async function merged(): Promise<void> {
  for (const table of TABLES) await engine.sql(`OPTIMIZE TABLE ${table} FINAL`);
}

const stateOf = (text = ''): string | undefined => /"state":"(\w+)"/.exec(text)?.[1];

describe('what is kept no longer', () => {
  it('is evidence first: on its last day a run is what it was', async () => {
    await put(engine, documents);
    await pass(89);
    await merged();
    expect(differences(await fromStore(engine.address, 1), expected)).toEqual([]);
  });

  it('leaves nothing of a run when all of its evidence is gone, and says nothing', async () => {
    await put(engine, documents);
    await pass(91);
    await merged();
    await engine.sql(`INSERT INTO otel_traces (TraceId, SpanId, SpanName, SpanAttributes)
      SELECT '${'e'.repeat(32)}', '${'e'.repeat(16)}', 'tools/call x', map('mcp.method.name', 'tools/call', 'gen_ai.tool.name', 'x')`);
    const { stdout, stderr } = await cli(['surface', '--from', engine.address]);
    expect(linesOf(stdout).map(({ health }) => health.run_id)).toEqual(['e'.repeat(32)]);
    expect(stderr).not.toContain('kept no longer');
  });

  it('is in partitions of many days until then, and a run in several of them is whole', async () => {
    const part = documents.length / 3;
    await put(engine, documents.slice(0, part));
    await pass(59);
    await put(engine, documents.slice(part, 2 * part));
    await pass(1);
    await put(engine, documents.slice(2 * part));
    expect(differences(await fromStore(engine.address, 7), expected)).toEqual([]);
    await merged();
    expect(differences(await fromStore(engine.address, 7), expected)).toEqual([]);
  });

  it('in part makes no run better: it is refused by name, and others are what they were', async () => {
    await put(engine, documents.slice(0, documents.length / 2));
    await pass(91);
    await put(engine, documents.slice(documents.length / 2));
    await merged();
    const { code, stdout, stderr } = await cli(['surface', '--from', engine.address]);
    expect(code).toBe(1);
    const refused = [...stderr.matchAll(/ run (\S+): Expected all evidence/g)].map(([, run]) => run);
    expect(refused.length).toBeGreaterThan(0);
    const left = documentsOf(linesOf(stdout));
    const better = [...left].filter(
      ([run, text]) => stateOf(text) === 'complete' && stateOf(expected.get(run)) !== 'complete',
    );
    expect(better.map(([run]) => run)).toEqual([]);
    const gate = await cli(['gate', ...DECLARED, '--from', engine.address, '--format', 'json']);
    expect(gate.code).not.toBe(0);
  });
});
