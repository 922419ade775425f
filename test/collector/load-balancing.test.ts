import { expect, it } from 'vitest';
import { cli, folderWith } from '../cli/run-cli.ts';
import { startCollector } from './running-collector.ts';
import { linesOf, parsed } from './runs-read.ts';
import { send } from './send.ts';
import { until } from './until.ts';

const TRACES_OF_A_RUN = 4;

/** A call in a trace of its own; `run` is named on the resource, or is none. */
function call(trace: number, run: string | undefined): string {
  const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } });
  const span = {
    traceId: trace.toString(16).padStart(32, 'a'),
    spanId: trace.toString(16).padStart(16, 'b'),
    name: 'tools/call search',
    kind: 3,
    startTimeUnixNano: '1796000000000000000',
    endTimeUnixNano: '1796000001000000000',
    attributes: [attribute('mcp.method.name', 'tools/call'), attribute('gen_ai.tool.name', 'search')],
  };
  const resource = { attributes: run === undefined ? [] : [attribute('assay.run.id', run)] };
  return JSON.stringify({
    resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'example' }, spans: [span] }] }],
  });
}

it('loadbalancer.yaml → shard.yaml: all traces of a run are at one shard, other traces are at one each', async () => {
  const shards = [await startCollector('shard.yaml'), await startCollector('shard.yaml')] as const;
  const balancer = await startCollector('loadbalancer.yaml', {
    ASSAY_SHARD_1: shards[0].grpc,
    ASSAY_SHARD_2: shards[1].grpc,
  });
  const runs = Array.from({ length: 12 }, (_, run) => `run-${run}`);
  const bodies = [...runs, undefined, undefined, undefined].flatMap((run, at) =>
    Array.from({ length: TRACES_OF_A_RUN }, (_, trace) => call(at * TRACES_OF_A_RUN + trace + 1, run)),
  );
  for (const body of bodies) await send(balancer.url, body);
  const count = () => shards.map((shard) => shard.written().match(/"spanId"/g)?.length ?? 0);
  await until('every span at a shard', () => count().reduce((sum, spans) => sum + spans) >= bodies.length);
  for (const collector of [balancer, ...shards]) await collector.stop();

  const held = await Promise.all(shards.map(async (shard) => parsed(await linesOf(shard.files()))));
  // Both have something, and nothing is in both.
  for (const lines of held) expect(lines).not.toEqual([]);
  const ids = held.flat().map(({ run_id }) => run_id);
  expect(new Set(ids).size).toBe(ids.length);
  const calls = Object.fromEntries(
    held.flat().map(({ run_id, surface }) => [run_id, surface.observed_tool_decisions.length]),
  );
  for (const run of runs) expect(calls[run]).toBe(TRACES_OF_A_RUN);
  expect(ids).toHaveLength(runs.length + 3 * TRACES_OF_A_RUN);

  // Were a run in both, its parts would be one again.
  const parts = shards.map((shard) => ({ folder: folderWith(), files: shard.files() }));
  for (const { folder, files } of parts) await cli(['surface', '--all-runs', '--out', folder, ...files]);
  const { stdout } = await cli(['merge', ...parts.map(({ folder }) => folder), '--documents']);
  const merged = stdout.trimEnd().split('\n');
  const readAtOnce = await linesOf(parts.flatMap(({ files }) => files));
  expect(merged.map(withoutWriter).sort()).toEqual(readAtOnce.map(withoutWriter).sort());
});

/** A line without the name of the command that wrote it. */
function withoutWriter(line: string): string {
  return line.replace(/"emitted_by":"[^"]*"/, '');
}
