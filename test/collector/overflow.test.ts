import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { runAgents } from './agents.ts';
import { startCollector } from './running-collector.ts';
import { linesOfBodies, parsed, reasonsOf } from './runs-read.ts';
import { until } from './until.ts';

/** What the Collector says that it gave up. */
function droppedItems(log: string): number {
  return [...log.matchAll(/"dropped_items": (\d+)/g)].reduce((sum, [, items]) => sum + Number(items), 0);
}

/** What its audit branch passed on: the file has all of it. */
function spansIn(written: string): number {
  const spans = written.split('"spanId":').length - 1;
  return spans > 0 ? spans : Number.POSITIVE_INFINITY;
}

it('what a Collector has to drop is missed by whoever reads behind it', async () => {
  const received: string[] = [];
  let isOpen = false;
  const slow = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      if (isOpen) received.push(Buffer.concat(pieces).toString('utf8'));
      response.writeHead(isOpen ? 200 : 503, { 'content-type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(slow, 'listening');
  const { port } = slow.address() as AddressInfo;
  try {
    const collector = await startCollector(
      'gateway.yaml',
      { ASSAY_RECEIVER_URL: `http://127.0.0.1:${port}` },
      {
        args: [
          '--config=yaml:exporters::otlp_http/assay::encoding: json',
          '--config=yaml:exporters::otlp_http/assay::compression: none',
          '--config=yaml:exporters::otlp_http/assay::retry_on_failure::max_elapsed_time: 500ms',
          '--config=yaml:exporters::otlp_http/assay::retry_on_failure::initial_interval: 50ms',
          '--config=yaml:exporters::otlp_http/assay::retry_on_failure::max_interval: 100ms',
        ],
      },
    );
    const lost = await runAgents(collector.url);
    await until(
      'all of it to be dropped',
      () => droppedItems(collector.log()) >= spansIn(collector.written()),
    );
    isOpen = true;
    const kept = await runAgents(collector.url);
    await collector.stop();
    const idsOf = async (bodies: readonly string[]) =>
      parsed(await linesOfBodies(bodies)).map(({ run_id }) => run_id);
    const seen = await idsOf(received);
    expect(seen).toEqual(await idsOf(kept));
    const dropped = (await idsOf(lost)).filter((id) => !seen.includes(id));
    expect(dropped.length).toBeGreaterThan(3);
    // Nothing is left of them: only whoever expects them knows.
    for (const id of dropped) expect(await reasonsOf(['-'], id, received)).toContain('expected_run_not_seen');
    expect(await reasonsOf(['-'], seen[0] ?? '', received)).not.toContain('expected_run_not_seen');
  } finally {
    slow.close();
  }
});
