import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DirectorySink } from '../../src/sinks/directory-sink.ts';
import { cli, folderWith } from '../../test/cli/run-cli.ts';
import { startCollector } from '../../test/collector/running-collector.ts';
import { send } from '../../test/collector/send.ts';
import { until } from '../../test/collector/until.ts';
import { receiving } from '../../test/serve/receiving.ts';
import { chunks, corpus, united } from './corpus.ts';
import type { OtlpDocument } from './exporter-rows.ts';
import { differences, documentsOf, inMemory, linesOf } from './ways.ts';

const documents = corpus(60);

/** A receiver with a folder of its own, behind a thin Collector that takes OTLP/gRPC for it. */
async function shard() {
  const folder = join(folderWith(), 'runs');
  const sink = new DirectorySink(folder);
  const receiver = await receiving({
    // A shard may have nothing of a run but a span that stands between two calls of others.
    allRuns: true,
    write: async (run) => {
      await sink.write(run);
      return 'written';
    },
  });
  const collector = await startCollector('shard.yaml', { ASSAY_RECEIVER_URL: receiver.url });
  return { folder, receiver, collector };
}

type Shard = Awaited<ReturnType<typeof shard>>;

/** Spans and records that reached the file beside the receiver, and the receiver itself. */
async function arrived(shards: readonly Shard[]) {
  const counts = shards.map(({ collector }) => collector.written().match(/"spanId"/g)?.length ?? 0);
  const taken = await Promise.all(
    shards.map(async ({ receiver }) => {
      const text = await (await receiver.get('/metrics')).text();
      const items = text.matchAll(/^assay_otel_serve_items_total\{[^}]*outcome="accepted"[^}]*\} (\d+)$/gm);
      return sum([...items].map(([, count]) => Number(count)));
    }),
  );
  return { files: sum(counts), receivers: sum(taken) };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

async function sendThrough(
  balancer: { readonly url: string },
  some: readonly OtlpDocument[],
): Promise<number> {
  for (const few of chunks(some, 100)) {
    const { resourceSpans, resourceLogs } = united(few);
    await send(balancer.url, JSON.stringify({ resourceSpans }));
    await send(balancer.url, JSON.stringify({ resourceLogs }), 'logs');
  }
  // Each document is one span or one record.
  return some.length;
}

it('loadbalancer.yaml, and receivers that come and go in the middle of runs: merged, the bytes of one reader', async () => {
  const shards = [await shard(), await shard(), await shard()] as const;
  const behind = (one: Shard, other: Shard) =>
    startCollector('loadbalancer.yaml', {
      ASSAY_SHARD_1: one.collector.grpc,
      ASSAY_SHARD_2: other.collector.grpc,
    });
  const half = Math.ceil(documents.length / 2);
  const before = await behind(shards[0], shards[1]);
  let sent = await sendThrough(before, documents.slice(0, half));
  await until('the first half at the shards', async () => (await arrived(shards)).files >= sent);
  await before.stop();
  // The first is gone, a third is there: most of the runs that go on are at another now.
  const after = await behind(shards[1], shards[2]);
  sent += await sendThrough(after, documents.slice(half));
  await until('all of it at the receivers', async () => {
    const { files, receivers } = await arrived(shards);
    return files >= sent && receivers >= files;
  });
  await after.stop();
  for (const { collector, receiver } of shards) {
    await collector.stop();
    await receiver.stop();
  }
  const { stdout } = await cli(['merge', ...shards.map(({ folder }) => folder), '--documents']);
  expect(differences(documentsOf(linesOf(stdout)), inMemory(documents))).toEqual([]);
});
