import { expect, it } from 'vitest';
import { CANARY } from './agents.ts';
import { loggedRun } from './logged-run.ts';
import { startCollector } from './running-collector.ts';
import { linesOf, linesOfBodies, parsed } from './runs-read.ts';
import { send } from './send.ts';
import { until } from './until.ts';

it('records that come as log records reach the file with their spans, and no other log record does', async () => {
  const gateway = await startCollector('gateway.yaml');
  const agent = await startCollector('agent.yaml', { ASSAY_GATEWAY_URL: gateway.url });
  const { spans, logs } = await loggedRun(CANARY);
  await send(agent.url, logs, 'logs');
  await send(agent.url, spans);
  await until('spans and log records at the gateway', () =>
    ['"resourceLogs"', '"resourceSpans"'].every((kind) => gateway.written().includes(kind)),
  );
  await agent.stop();
  await gateway.stop();

  const expected = await linesOfBodies([spans, logs]);
  expect(await linesOf(gateway.files())).toEqual(expected);
  const [run] = parsed(expected);
  expect(run?.surface.observed_tool_decisions).toHaveLength(2);
  expect(run?.health.coverage.gaps).toEqual([]);
  expect(logs).toContain(CANARY);
  expect(gateway.written() + gateway.log() + agent.log()).not.toContain(CANARY);
});
