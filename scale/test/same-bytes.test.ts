import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chunks, corpus, shuffled, united } from './corpus.ts';
import { type Engine, prepare, startEngine } from './engine.ts';
import { logRows, spanRows } from './exporter-rows.ts';
import {
  type Documents,
  differences,
  fromStore,
  inMemory,
  throughFiles,
  throughServe,
  throughShards,
} from './ways.ts';

const WORLDS = Number(process.env.ASSAY_SCALE_WORLDS ?? 300);
const documents = corpus(WORLDS);

describe(`the same spans of ${WORLDS} worlds with faults, whatever way they came`, () => {
  let expected: Documents;
  let engine: Engine;

  beforeAll(async () => {
    expected = inMemory(documents);
    engine = await startEngine();
    await prepare(engine);
    for (const some of chunks(documents, 500)) {
      await engine.insert('otel_traces', spanRows(united(some)));
      await engine.insert('otel_logs', logRows(united(some)));
    }
  });
  afterAll(() => engine?.kill());

  it('are many runs, complete ones and others', () => {
    const states = [...expected.values()].map((text) => /"state":"(\w+)"/.exec(text)?.[1]);
    expect(new Set(states)).toEqual(new Set(['complete', 'partial', 'unknown']));
    expect(expected.size).toBeGreaterThan(WORLDS / 2);
  });

  it('files', async () => {
    expect(differences(await throughFiles(documents), expected)).toEqual([]);
  });

  it('serve', async () => {
    expect(differences(await throughServe(documents), expected)).toEqual([]);
  });

  it('shards that have no run to themselves, merged', async () => {
    expect(differences(await throughShards(shuffled(documents, 7), 3), expected)).toEqual([]);
  });

  it.each([1, 2, 7])('ClickHouse, %i workers', async (workers) => {
    expect(differences(await fromStore(engine.address, workers), expected)).toEqual([]);
  });

  it('ClickHouse after a redelivery and a forced merge', async () => {
    for (const some of chunks(shuffled(documents, 3).slice(0, documents.length / 2), 500)) {
      await engine.insert('otel_traces', spanRows(united(some)));
    }
    const tables = ['assay_evidence', 'assay_link', 'assay_run_trace', 'assay_trace_run'];
    expect(differences(await fromStore(engine.address, 2), expected)).toEqual([]);
    for (const table of tables) await engine.sql(`OPTIMIZE TABLE ${table} FINAL`);
    expect(differences(await fromStore(engine.address, 2), expected)).toEqual([]);
  });
});
