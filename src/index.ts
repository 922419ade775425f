export type { EmittedRun } from './aggregator/emitted-run.ts';
export { ConfigError } from './config.ts';
export { DecisionEventError, type DecodedDecision, decodeToolDecision } from './decision/codec.ts';
export type { Action, DecisionRecord, RecordDecision, Surface, Target } from './decision/record.ts';
export { observeToolCall, recordDecision } from './emitter/hand-over.ts';
export { type ExportResult, type SpanExporterLike, ToolDecisionSpanExporter } from './exporter.ts';
export type {
  ObserveOptions,
  PolicyCall,
  ToolDecisionOptions,
  ToolDecisionSpanExporterOptions,
  ToolDecisionSpanProcessorOptions,
} from './options.ts';
export { ToolDecisionSpanProcessor } from './processor.ts';
export { targetHash } from './redact/target-hash.ts';
export type { ClosedBy, Emission } from './run/emission.ts';
export type { Gap, GapCode, Health } from './run/health.ts';
export type { IndexDocument, IndexEntry } from './run/index-document.ts';
export type { StateDocument } from './run/state-document.ts';
export { observeToolCalls } from './sampler.ts';
export type { Sink } from './sinks/sink.ts';
export type { Decision, HandOver, Vantage } from './span/observed-call.ts';
export {
  type ExportingProcessor,
  type PipelineExporter,
  type ToolDecisionPipeline,
  type ToolDecisionPipelineOptions,
  toolDecisionPipeline,
} from './tool-decision-pipeline.ts';
