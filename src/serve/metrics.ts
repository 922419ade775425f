/** What is counted, with what it says. Labels come from closed lists: never a run, a tool, a trace or an address. */
const COUNTERS = {
  assay_otel_serve_requests_total: 'Requests by path and status.',
  assay_otel_serve_refusals_total: 'Requests that were answered with an error, or not at all, by reason.',
  assay_otel_serve_items_total: 'Spans and log records by outcome; skipped are log records of others.',
  assay_otel_serve_refused_parts_total:
    'What of a batch could not be read, by code; the first 100 of a batch.',
  assay_otel_serve_refused_events_total: 'Events of ours that were cut or changed on their way.',
  assay_otel_serve_emissions_total: 'Writings of runs by why they were written, and whether they could be.',
  assay_otel_serve_runs_total: 'Writings of runs by the state of their coverage.',
  assay_otel_serve_gaps_total: 'Gaps of runs that were written, by code.',
  assay_otel_serve_failures_total:
    'Runs whose documents could not be made, and requests that failed unexpectedly.',
  assay_otel_serve_journal_broken_lines_total: 'Lines of the journal that were not whole when it was read.',
  assay_otel_serve_forwarded_spans_total: 'Spans for the forward target by outcome.',
  assay_otel_serve_forwarded_log_records_total: 'Our own log records for the forward target by outcome.',
} as const;

export type CounterName = keyof typeof COUNTERS;

export interface Gauge {
  readonly name: string;
  readonly help: string;
  readonly value: () => number;
}

/** Counters, and gauges that are asked when somebody looks, in the text format of Prometheus 0.0.4. */
export class Metrics {
  readonly #counters = new Map<CounterName, Map<string, number>>();
  readonly #gauges: Gauge[] = [];

  add(name: CounterName, labels: Readonly<Record<string, string>> = {}, by = 1): void {
    if (by === 0) return;
    const series = this.#counters.get(name) ?? new Map<string, number>();
    const key = seriesOf(labels);
    series.set(key, (series.get(key) ?? 0) + by);
    this.#counters.set(name, series);
  }

  gauge(gauge: Gauge): void {
    this.#gauges.push(gauge);
  }

  text(): string {
    const lines: string[] = [];
    for (const [name, help] of Object.entries(COUNTERS)) {
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} counter`);
      const series = this.#counters.get(name as CounterName) ?? new Map<string, number>();
      for (const [labels, value] of [...series].sort()) lines.push(`${name}${labels} ${value}`);
    }
    for (const { name, help, value } of this.#gauges) {
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${value()}`);
    }
    return `${lines.join('\n')}\n`;
  }
}

function seriesOf(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}
