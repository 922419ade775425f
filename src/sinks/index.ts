export type { EmittedRun } from '../aggregator/emitted-run.ts';
export { DirectorySink, directorySink } from './directory-sink.ts';
export { type MetricsSinkOptions, metricsSink } from './metrics-sink.ts';
export { ndjsonSink, type TextStream } from './ndjson-sink.ts';
export type { Sink } from './sink.ts';
export { SinkError, type SinkErrorCode } from './sink-error.ts';
export { type SpanSinkOptions, spanSink } from './span-sink.ts';
