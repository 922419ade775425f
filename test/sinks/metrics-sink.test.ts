import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EmittedRun } from '../../src/aggregator/emitted-run.ts';
import { metricsSink } from '../../src/sinks/index.ts';
import { aggregating } from '../aggregator/aggregating.ts';
import { amending, emissionsOf, emitted, factsOf } from './emitting.ts';

/** What a real meter provider exports after these emissions: value by metric and attributes; zero is nothing. */
async function totals(runs: readonly EmittedRun[]): Promise<Record<string, number>> {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 2 ** 30 });
  const meterProvider = new MeterProvider({ readers: [reader] });
  const sink = metricsSink({ meterProvider });
  for (const run of runs) sink.write(run);
  await reader.forceFlush();
  const metrics = exporter
    .getMetrics()
    .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
  await meterProvider.shutdown();
  const points = metrics.flatMap(({ descriptor, dataPoints }) =>
    dataPoints.map(({ attributes, value }) => {
      const series = Object.entries(attributes).map(([key, word]) => `${key}=${word}`);
      return [[`${descriptor.name} ${descriptor.unit}`, ...series].join(' '), Number(value)] as const;
    }),
  );
  return Object.fromEntries(points.filter(([, value]) => value !== 0));
}

const UNKNOWN =
  'assay.tool_call.count {call} assay.decision.effect=allow assay.classification=observed_unknown_tool';
const RUNS = 'assay.run.count {run} assay.coverage.state=';

describe('metrics of runs', () => {
  it('count calls, gaps and runs', async () => {
    const lossy = factsOf(['search', 'fetch', 'store']).slice(1);
    expect(await totals([emitted(factsOf(['search', 'add_deploy_key'])), emitted(lossy)])).toEqual({
      [UNKNOWN]: 3,
      'assay.tool_call.count {call} assay.tool.category=github_deploy_key assay.decision.effect=allow assay.classification=classified': 1,
      'assay.coverage.gap.count {gap} assay.coverage.gap.code=seal_mismatch': 1,
      'assay.coverage.gap.count {gap} assay.coverage.gap.code=sequence_gap': 1,
      [`${RUNS}complete`]: 1,
      [`${RUNS}partial`]: 1,
    });
  });

  it('stand, after any amendments, as if only the last emission had come', async () => {
    const facts = factsOf(['search', 'add_deploy_key', 'fetch']);
    const cuts = fc.array(fc.subarray([...facts], { minLength: 1 }), { minLength: 1, maxLength: 4 });
    const holds = fc.asyncProperty(cuts, async (parts) => {
      const add = amending();
      const runs = [...parts, facts].map(add);
      expect(await totals(runs)).toEqual(await totals([emitted(facts)]));
    });
    await fc.assert(holds, { numRuns: 50, seed: 20_261_130 });
  });

  it('count the calls of a fragment, and its run once', async () => {
    const facts = factsOf(['search', 'fetch', 'store']);
    const parts = emissionsOf(facts, { maxFacts: 2 });
    expect(parts.map(({ emission }) => emission.fragment)).toEqual([false, true]);
    const sums = await totals(parts);
    expect(sums[UNKNOWN]).toBe(3);
    const runs = Object.entries(sums).filter(([name]) => name.startsWith(RUNS));
    expect(runs).toEqual([[expect.any(String), 1]]);
  });

  it('take back a run whose traces turned out to be of another', async () => {
    const facts = factsOf(['search']);
    const { aggregator, emitted: all } = aggregating();
    aggregator.add(facts[0] ?? expect.fail('no fact'), 0);
    aggregator.flush('shutdown', 1);
    for (const fact of facts.slice(1)) aggregator.add({ ...fact, runs: { resource: 'job' } }, 2);
    aggregator.flush('shutdown', 3);
    expect(all.map(({ runId }) => runId).sort()).toEqual([facts[0]?.trace, facts[0]?.trace, 'job'].sort());
    const sums = await totals(all);
    expect(sums[UNKNOWN]).toBe(1);
    expect(Object.entries(sums).filter(([name]) => name.startsWith(RUNS))).toHaveLength(1);
  });

  it('count nothing where what is amended is not known', async () => {
    const run = emitted(factsOf(['search']));
    const later = { ...run, emission: { ...run.emission, revision: 7, supersedes: 6 } };
    expect(await totals([later])).toEqual({});
    const next = emitted(factsOf(['search', 'fetch']));
    const amended = { ...next, runId: run.runId, emission: { ...next.emission, revision: 8, supersedes: 7 } };
    expect(await totals([later, amended])).toEqual({ [UNKNOWN]: 1 });
  });

  it('hold no word of the host', async () => {
    const run = emitted(factsOf(['search']));
    const [record] = run.surface.observed_tool_decisions;
    const foreign = {
      ...record,
      tool: { name: 'x', category: 'canary' },
      classification: 'canary',
      decision: { ...record?.decision, effect: 'canary' },
    };
    const surface = { ...run.surface, observed_tool_decisions: [foreign as never] };
    const sums = await totals([{ ...run, surface }]);
    expect(JSON.stringify(sums)).not.toContain('canary');
    expect(Object.keys(sums)).toContain(
      'assay.tool_call.count {call} assay.tool.category=_OTHER assay.decision.effect=_OTHER assay.classification=_OTHER',
    );
  });

  it('remember a bounded number of runs: an amendment of one that is forgotten adds nothing', async () => {
    const run = emitted(factsOf(['search']));
    const many = Array.from({ length: 10_000 }, (_, at) => ({ ...run, runId: `run-${at}` }));
    const amended = { ...run, emission: { ...run.emission, revision: 2, supersedes: 1 } };
    expect((await totals([run, ...many, amended]))[UNKNOWN]).toBe(10_001);
  });

  it.each([undefined, {}, { meterProvider: undefined }])('want a meter provider (%#)', (options) => {
    expect(() => metricsSink(options as never)).toThrow(/meterProvider/);
  });
});
