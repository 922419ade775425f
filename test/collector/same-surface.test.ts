import { beforeAll, describe, expect, it } from 'vitest';
import { wantedForFacts } from '../../src/run/wanted-for-facts.ts';
import { OtlpBytes } from '../../src/span/otlp/json-bytes/read-otlp-bytes.ts';
import { CANARY, runAgents } from './agents.ts';
import { startCollector } from './running-collector.ts';
import { linesOf, linesOfBodies, parsed } from './runs-read.ts';
import { evidenceIn } from './span-ids.ts';
import { until } from './until.ts';

/** agent.yaml in front of gateway.yaml, and what the gateway wrote and passed on when all evidence had arrived. */
async function throughCollectors() {
  // Any Collector that takes OTLP/gRPC and writes a file may stand for a tracing backend.
  const backend = await startCollector('shard.yaml');
  const gateway = await startCollector('gateway.yaml', { ASSAY_BACKEND_ADDRESS: backend.grpc });
  const agent = await startCollector('agent.yaml', { ASSAY_GATEWAY_URL: gateway.url });
  const direct = await runAgents(agent.url);
  const evidence = evidenceIn(direct);
  const collectors = [agent, gateway, backend];
  await until('all evidence at the gateway and behind it', () =>
    [gateway.written(), backend.written()].every((text) => evidence.every((id) => text.includes(id))),
  );
  for (const collector of collectors) await collector.stop();
  const logs = collectors.map((collector) => collector.log()).join('');
  return { direct, expected: await linesOfBodies(direct), gateway, backend, logs };
}

describe('agent.yaml → gateway.yaml → file → surface', () => {
  let way: Awaited<ReturnType<typeof throughCollectors>>;
  beforeAll(async () => {
    way = await throughCollectors();
  });

  it('gives the bytes that the direct export gives', async () => {
    expect(await linesOf(way.gateway.files())).toEqual(way.expected);
  });

  it('and so does what the gateway passed on to a backend', async () => {
    expect(await linesOf(way.backend.files())).toEqual(way.expected);
  });

  it('of lines that are read from their bytes, as the exporter of the SDK writes them too', () => {
    const reader = new OtlpBytes(wantedForFacts(undefined));
    const lines = [...way.gateway.written().trim().split('\n'), ...way.backend.written().trim().split('\n')];
    const ofTraces = [...lines, ...way.direct].filter((line) => line.includes('"resourceSpans"'));
    expect(ofTraces).toHaveLength(3);
    const notRead = ofTraces.filter((line) => reader.read(Buffer.from(line.trim())) === undefined);
    expect(notRead).toEqual([]);
  });

  it('of runs that are complete, and of every kind that the agents made', () => {
    const runs = parsed(way.expected);
    expect(runs.map(({ health }) => health.coverage.state)).toEqual(runs.map(() => 'complete'));
    const calls = runs.map(({ surface }) => surface.observed_tool_decisions.length);
    // The client's handshake is a run without a call.
    expect(calls.sort()).toEqual([0, 0, 1, 1, 3, 4]);
  });

  it('keeps spans that are no evidence from the file, not from the backend', () => {
    expect(way.backend.written()).toContain('"name":"step"');
    expect(way.gateway.written()).not.toContain('"name":"step"');
  });

  it('lets nothing through of what stood in prompts and notes, which is there in the direct export', () => {
    expect(way.direct.join('')).toContain(CANARY);
    expect(way.gateway.written() + way.backend.written() + way.logs).not.toContain(CANARY);
  });
});
