import type { Attributes, MeterProvider, UpDownCounter } from '@opentelemetry/api';
import type { EmittedRun } from '../aggregator/emitted-run.ts';
import { OWN_SCOPE } from '../decision/names.ts';
import { VERSION } from '../version.ts';
import { COUNTS, CountedCategories, type Counts, countsOf, differences, type Metric } from './counts.ts';
import type { Sink } from './sink.ts';

/** Runs whose last counts are remembered, about 1 kB each; longer than any exporter amends by default. */
const MAX_RUNS = 10_000;

export interface MetricsSinkOptions {
  readonly meterProvider: MeterProvider;
}

/**
 * Counts through the metrics API: calls by category, effect and classification (`assay.tool_call.count`), gaps by code
 * (`assay.coverage.gap.count`), runs by state of coverage (`assay.run.count`). Each is the sum over all runs of what
 * was last known of them: an amendment adds its difference to what the superseded emission counted, which can be less
 * than nothing. So they are UpDownCounters; ask for a difference over time (`delta`), not for a rate, which takes a
 * correction for a restart.
 *
 * A fragment adds its calls and gaps, and no run. The counts of the last 10,000 runs are remembered; an amendment of
 * one that is forgotten adds nothing, since nobody knows what it corrects. No attribute holds a word of the host: what
 * this version does not know is `_OTHER`. The first 500 categories, those of classifier files too, have series of their
 * own.
 *
 * @example new ToolDecisionSpanExporter(delegate, { sinks: [metricsSink({ meterProvider })] })
 */
export function metricsSink({ meterProvider }: MetricsSinkOptions): Sink {
  if (typeof meterProvider?.getMeter !== 'function') {
    throw new TypeError('Expected `meterProvider` to be a meter provider, got none; there is no default');
  }
  const meter = meterProvider.getMeter(OWN_SCOPE, VERSION);
  const instruments = new Map<Metric, UpDownCounter<Attributes>>();
  for (const { name, unit, description } of COUNTS) {
    instruments.set(name, meter.createUpDownCounter(name, { unit, description }));
  }
  const categories = new CountedCategories();
  const last = new Map<string, { readonly revision: number; readonly counts: Counts }>();
  return {
    write(run: EmittedRun): void {
      const { revision, supersedes } = run.emission;
      const counts = countsOf(run, categories);
      const known = last.get(run.runId);
      last.delete(run.runId);
      last.set(run.runId, { revision, counts });
      const [oldest] = last.keys();
      if (last.size > MAX_RUNS && oldest !== undefined) last.delete(oldest);
      // Or it is the same emission, once more.
      const isOfKnown = known?.revision === supersedes || known?.revision === revision;
      if (supersedes !== null && !isOfKnown) return;
      for (const { metric, attributes, value } of differences(
        isOfKnown ? known?.counts : undefined,
        counts,
      )) {
        instruments.get(metric)?.add(value, attributes);
      }
    },
  };
}
