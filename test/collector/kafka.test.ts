import { expect, it } from 'vitest';
import { runAgents } from './agents.ts';
import { startCollector } from './running-collector.ts';
import { startKafka } from './running-kafka.ts';
import { linesOf, linesOfBodies } from './runs-read.ts';
import { evidenceIn } from './span-ids.ts';
import { until } from './until.ts';

it('kafka-producer.yaml → Kafka → kafka-consumer.yaml gives the bytes that the direct export gives', async () => {
  const kafka = await startKafka();
  // Stands for a reader: it takes OTLP/HTTP and writes a file.
  const reader = await startCollector('shard.yaml');
  const consumer = { ASSAY_KAFKA_BROKER: kafka.broker, ASSAY_RECEIVER_URL: reader.url };
  const producer = await startCollector('kafka-producer.yaml', { ASSAY_KAFKA_BROKER: kafka.broker });

  const first = await startCollector('kafka-consumer.yaml', consumer);
  const direct = await runAgents(producer.url);
  await until('something at the reader', () => reader.written() !== '');
  await first.stop();
  const more = await runAgents(producer.url);
  const second = await startCollector('kafka-consumer.yaml', consumer);
  const bodies = [...direct, ...more];
  const evidence = evidenceIn(bodies);
  await until('all evidence at the reader', () => evidence.every((id) => reader.written().includes(id)));
  for (const child of [producer, second, reader]) await child.stop();
  await kafka.kill();
  expect(await linesOf(reader.files())).toEqual(await linesOfBodies(bodies));
});
