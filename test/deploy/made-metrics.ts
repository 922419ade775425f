import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { metricsSink } from '../../src/sinks/index.ts';
import { receiving, until } from '../serve/receiving.ts';
import { emitted, factsOf } from '../sinks/emitting.ts';
import { otlpAttribute, otlpDocument, otlpSpan } from '../span/otlp/documents.ts';
import { yamlOf } from './files.ts';

/** Metrics as Prometheus has them, each with the labels that its source gives it. */
export type Metrics = ReadonlyMap<string, ReadonlySet<string>>;

/** What the process and the scrape add. */
export const OF_TARGET = ['job', 'instance'];

/** Of all three sources. */
export async function madeMetrics(): Promise<Metrics> {
  return new Map([...(await sinkMetrics()), ...(await serveMetrics()), ...collectorMetrics()]);
}

/**
 * Of `metricsSink`, through a real meter provider. As Prometheus and the Collector translate OTLP ("Prometheus and
 * OpenMetrics Compatibility" of the OpenTelemetry specification): dots become underscores, a unit in braces is left
 * out, and a sum that can go down is a gauge, without `_total`.
 */
async function sinkMetrics(): Promise<Metrics> {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 2 ** 30 });
  const meterProvider = new MeterProvider({ readers: [reader] });
  const sink = metricsSink({ meterProvider });
  sink.write(emitted(factsOf(['search', 'add_deploy_key']).slice(1)));
  await reader.forceFlush();
  const metrics = exporter
    .getMetrics()
    .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
  await meterProvider.shutdown();
  return new Map(
    metrics.map(({ descriptor, dataPoints, ...metric }) => {
      if (!('isMonotonic' in metric) || metric.isMonotonic || !/^\{\w+\}$/.test(descriptor.unit)) {
        throw new Error(`Expected ${descriptor.name} to be a sum that can go down, of a unit in braces`);
      }
      const keys = dataPoints.flatMap(({ attributes }) => Object.keys(attributes));
      return [underscored(descriptor.name), new Set(keys.map(underscored))] as const;
    }),
  );
}

/** A call whose emitter has not said its last word: a gap of its run. */
const CALL = otlpSpan({
  name: 'tools/call',
  attributes: [
    otlpAttribute('mcp.method.name', { stringValue: 'tools/call' }),
    otlpAttribute('gen_ai.tool.name', { stringValue: 'search' }),
    otlpAttribute('assay.emitter.id', { stringValue: '9f1c03d2ab77e051' }),
    otlpAttribute('assay.epoch', { stringValue: '1-77ab90c1d2e3f405' }),
    otlpAttribute('assay.sequence', { intValue: '1' }),
  ],
});

/** Of a receiver that has taken a run with a gap and written it. */
async function serveMetrics(): Promise<Metrics> {
  const receiver = await receiving({ idle: 1, grace: 1 });
  await receiver.post(JSON.stringify(otlpDocument([CALL])));
  let text = '';
  await until('the run among the metrics', async () => {
    text = await (await receiver.get('/metrics')).text();
    return text.includes('assay_otel_serve_gaps_total{');
  });
  await receiver.stop();
  const metrics = new Map<string, Set<string>>();
  for (const [, name = ''] of text.matchAll(/^# TYPE (\w+) /gm)) metrics.set(name, new Set());
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)\{(.*)\} /gm)) {
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) metrics.get(name)?.add(label);
  }
  return metrics;
}

interface Counted {
  readonly attributes?: readonly { readonly key: string }[];
}
interface Configuration {
  readonly connectors: {
    readonly count: Readonly<Record<string, Readonly<Record<string, Counted>>>>;
    readonly signal_to_metrics: {
      readonly spans: readonly (Counted & { readonly name: string; readonly unit: string })[];
    };
  };
}

/** Of `collector-config/metrics.yaml`; `test/collector/metrics.test.ts` holds these names to a real Collector. */
function collectorMetrics(): Metrics {
  const { connectors } = yamlOf<Configuration>('collector-config/metrics.yaml');
  const metrics = new Map<string, Set<string>>();
  for (const [name, counted] of Object.values(connectors.count).flatMap(Object.entries<Counted>)) {
    metrics.set(`${underscored(name)}_total`, labelsOf(counted));
  }
  for (const measured of connectors.signal_to_metrics.spans) {
    if (measured.unit !== 'ms') throw new Error(`Expected ${measured.name} to be in ms`);
    const name = `${underscored(measured.name)}_milliseconds`;
    for (const part of ['count', 'sum']) metrics.set(`${name}_${part}`, labelsOf(measured));
    metrics.set(`${name}_bucket`, new Set([...labelsOf(measured), 'le']));
  }
  return metrics;
}

function labelsOf({ attributes = [] }: Counted): Set<string> {
  return new Set(attributes.map(({ key }) => underscored(key)));
}

function underscored(name: string): string {
  return name.replaceAll('.', '_');
}
