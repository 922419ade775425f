import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { factReader } from '../../src/cli/read-fact.ts';
import { logFactReader } from '../../src/cli/read-log-fact.ts';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import { RunState } from '../../src/run/run-state.ts';
import { readOtlpJson } from '../../src/span/otlp/read-otlp-json.ts';
import { cli, folderWith } from '../../test/cli/run-cli.ts';
import { receiving } from '../../test/serve/receiving.ts';
import { chunks, united } from './corpus.ts';
import type { OtlpDocument } from './exporter-rows.ts';

/** Surface, health and index of each run as bytes, by run id. */
export type Documents = ReadonlyMap<string, string>;

export interface Told {
  readonly surface: unknown;
  readonly health: { readonly run_id: string };
  readonly index: unknown;
}

export function documentsOf(runs: Iterable<Told>): Documents {
  const all = [...runs].map(({ surface, health, index }): [string, string] => [
    health.run_id,
    canonicalJson({ surface, health, index }),
  ]);
  expect(new Set(all.map(([run]) => run)).size).toBe(all.length);
  return new Map(all.sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function linesOf(stdout: string): Told[] {
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Told);
}

/** The reducer by itself. */
export function inMemory(documents: readonly OtlpDocument[]): Documents {
  const readFact = factReader({ toolSpans: 'mcp' });
  const readLogFact = logFactReader({});
  const state = new RunState();
  for (const document of documents) {
    const { spans, logEvents } = readOtlpJson(document);
    for (const span of spans) state.add(readFact(span).fact);
    for (const event of logEvents) state.add(readLogFact(event).fact);
  }
  return documentsOf(state.documents({ all: false }));
}

const lines = (documents: readonly OtlpDocument[]): string =>
  chunks(documents, 50)
    .map((some) => `${JSON.stringify(united(some))}\n`)
    .join('');

/** `assay-otel surface FILE...` */
export async function throughFiles(documents: readonly OtlpDocument[]): Promise<Documents> {
  const half = Math.ceil(documents.length / 2);
  const folder = folderWith({
    'a.jsonl': lines(documents.slice(0, half)),
    'b.jsonl': lines(documents.slice(half)),
  });
  const { stdout } = await cli(['surface', join(folder, 'b.jsonl'), join(folder, 'a.jsonl')]);
  return documentsOf(linesOf(stdout));
}

/** `assay-otel serve`, each document in a request, as what it wrote last of each run. */
export async function throughServe(documents: readonly OtlpDocument[]): Promise<Documents> {
  const receiver = await receiving();
  for (const some of chunks(documents, 50)) {
    const { resourceSpans, resourceLogs } = united(some);
    await receiver.post(JSON.stringify({ resourceSpans }));
    await receiver.post(JSON.stringify({ resourceLogs }), {}, '/v1/logs');
  }
  await receiver.stop();
  return documentsOf(new Map(receiver.written.map((run) => [run.runId, run])).values());
}

/** Shards that have no run to themselves, and `assay-otel merge`. */
export async function throughShards(documents: readonly OtlpDocument[], shards: number): Promise<Documents> {
  const folders: string[] = [];
  for (let shard = 0; shard < shards; shard += 1) {
    const mine = documents.filter((_, at) => at % shards === shard);
    const folder = folderWith();
    writeFileSync(join(folder, 'mine.jsonl'), lines(mine));
    await cli(['surface', '--all-runs', '--out', join(folder, 'runs'), join(folder, 'mine.jsonl')]);
    folders.push(join(folder, 'runs'));
  }
  const { stdout } = await cli(['merge', ...folders, '--documents']);
  return documentsOf(linesOf(stdout));
}

/** `assay-otel surface --from`, one process or several. */
export async function fromStore(
  address: string,
  workers: number,
  args: readonly string[] = [],
): Promise<Documents> {
  const shards = Array.from({ length: workers }, (_, at) => `${at + 1}/${workers}`);
  const told: Told[] = [];
  for (const shard of shards) {
    const { code, stdout, stderr } = await cli(['surface', '--from', address, '--shard', shard, ...args]);
    // 1: an event of ours that was cut on its way is refused, and the run is told of.
    expect([0, 1], stderr).toContain(code);
    told.push(...linesOf(stdout));
  }
  return documentsOf(told);
}

/** Which runs differ and where the first difference stands: for who reads the failure. */
export function differences(got: Documents, expected: Documents): string[] {
  const runs = [...new Set([...got.keys(), ...expected.keys()])].sort();
  return runs.flatMap((run) => {
    const [one, other] = [got.get(run), expected.get(run)];
    if (one === other) return [];
    if (one === undefined || other === undefined)
      return [`${run}: ${one === undefined ? 'missing' : 'not expected'}`];
    let at = 0;
    while (one[at] === other[at]) at += 1;
    const around = (text: string): string => text.slice(Math.max(0, at - 80), at + 120);
    return [`${run}: got …${around(one)}…, expected …${around(other)}…`];
  });
}
