import { expect, it } from 'vitest';
import { runAgents } from './agents.ts';
import { freeAddresses } from './free-address.ts';
import { spanFullOf } from './raw-spans.ts';
import { startCollector } from './running-collector.ts';
import { linesOf, linesOfBodies } from './runs-read.ts';
import { send } from './send.ts';
import { evidenceIn } from './span-ids.ts';
import { until } from './until.ts';

it('agent.yaml keeps what a gateway that is down has not taken, even where it is killed itself', async () => {
  const [http = ''] = await freeAddresses(1);
  const env = { ASSAY_GATEWAY_URL: `http://${http}` };
  const first = await startCollector('agent.yaml', env);
  const direct = await runAgents(first.url);
  await first.kill();

  const gateway = await startCollector('gateway.yaml', { ASSAY_HTTP_ADDRESS: http });
  const again = await startCollector('agent.yaml', env, { folder: first.folder });
  const evidence = evidenceIn(direct);
  await until('all evidence at the gateway', () => evidence.every((id) => gateway.written().includes(id)));
  await again.stop();
  await gateway.stop();
  expect(await linesOf(gateway.files())).toEqual(await linesOfBodies(direct));
});

it('gateway.yaml goes on in the same file after a restart', async () => {
  const first = await startCollector('gateway.yaml');
  await send(first.url, spanFullOf('x', 'x'));
  await first.stop();
  const before = first.written();
  const again = await startCollector('gateway.yaml', {}, { folder: first.folder });
  await send(again.url, spanFullOf('x', 'x'));
  await again.stop();
  expect(before).not.toBe('');
  expect(again.written()).toBe(before + before);
});
