import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Feeding, feeding } from './collector-into.ts';
import { corpus, shuffled } from './corpus.ts';
import { dialectDocuments, hasKeyTwice } from './dialect-documents.ts';
import { type Engine, prepare, startEngine } from './engine.ts';
import { logRows, spanRows } from './exporter-rows.ts';
import { type Documents, differences, fromStore, inMemory } from './ways.ts';

const WORLDS = Number(process.env.ASSAY_SCALE_WORLDS ?? 120);
// What instrumentations really write too: types that a map of text loses.
const documents = [...corpus(WORLDS), ...dialectDocuments()];

describe('through clickhouse.yaml, a real Collector and its ClickHouse exporter', () => {
  let expected: Documents;
  let engine: Engine;
  let collector: Feeding;

  beforeAll(async () => {
    expected = inMemory(documents);
    engine = await startEngine();
    collector = await feeding(engine);
    await collector.send(documents);
  });
  afterAll(async () => {
    await collector?.stop();
    await engine?.kill();
  });

  it('gives the bytes that the reducer gives', async () => {
    expect(differences(await fromStore(engine.address, 1), expected)).toEqual([]);
  });

  it('and gives them again with half of it redelivered and all parts merged in between', async () => {
    await collector.send(shuffled(documents, 3).slice(0, documents.length / 2));
    expect(differences(await fromStore(engine.address, 2), expected)).toEqual([]);
    for (const table of ['assay_evidence', 'assay_link', 'assay_run_trace', 'assay_trace_run'])
      await engine.sql(`OPTIMIZE TABLE ${table} FINAL`);
    expect(differences(await fromStore(engine.address, 2), expected)).toEqual([]);
  });
});

it('the rows of the other tests are what the Collector makes', async () => {
  // But for what came twice under one key, which has no order in a map.
  const once = dialectDocuments().filter((one) => !hasKeyTwice(one));
  const some = [...documents.slice(0, 300), ...once];
  const [made, written] = [await startEngine(), await startEngine()];
  const collector = await feeding(made);
  const evidence = `SELECT * EXCEPT (Slot, ArrivedAt, RowHash, ResourceAttributes, SpanAttributes, \`Events.Attributes\`),
    arraySort(x -> x.1, CAST(ResourceAttributes AS Array(Tuple(String, String)))) AS Resource,
    arraySort(x -> x.1, CAST(SpanAttributes AS Array(Tuple(String, String)))) AS Span,
    arrayMap(e -> arraySort(x -> x.1, CAST(e AS Array(Tuple(String, String)))), \`Events.Attributes\`) AS Events
    FROM assay_evidence ORDER BY RunKey, TraceId, SpanId, Carrier, toString(Events), Duration, toString(Span)`;
  try {
    await collector.send(some);
    await prepare(written);
    await written.insert('otel_traces', some.flatMap(spanRows));
    await written.insert('otel_logs', some.flatMap(logRows));
    const [theirs, ours] = [await made.rows(evidence), await written.rows(evidence)];
    expect(ours.length).toBeGreaterThan(100);
    expect(ours.map((row) => JSON.stringify(row))).toEqual(theirs.map((row) => JSON.stringify(row)));
  } finally {
    await collector.stop();
    await made.kill();
    await written.kill();
  }
});
