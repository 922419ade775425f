import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer';
import { factReader } from '../../../src/cli/read-fact.ts';
import type { RunDocuments } from '../../../src/run/documents.ts';
import { RunState } from '../../../src/run/run-state.ts';
import type { SpanFact } from '../../../src/run/span-fact.ts';
import { readOtlpJson } from '../../../src/span/otlp/read-otlp-json.ts';
import type { SdkReadableSpan } from '../../../src/span/sdk-span.ts';
import type { SpanView } from '../../../src/span/view.ts';
import { hop } from '../../serve/forward/hop.ts';

/** What exported spans are to whoever reads them as OTLP/JSON, and as a receiver passes them on. */
export interface Exported {
  readonly runs: readonly RunDocuments[];
  readonly forwarded: readonly RunDocuments[];
  /** Kind and scope of the spans of each record, outermost first, all runs together. */
  readonly records: readonly (readonly string[])[];
}

export function exported(spans: readonly SdkReadableSpan[]): Exported {
  const bytes = JsonTraceSerializer.serializeRequest(spans as never) ?? new Uint8Array();
  const views = readOtlpJson(JSON.parse(Buffer.from(bytes).toString('utf8'))).spans;
  const read = factReader({ toolSpans: 'mcp' });
  const runs = runsOf(views.map((view) => read(view).fact));
  return { runs, forwarded: runsOf(hop(views).there), records: recordsOf(runs, views) };
}

function runsOf(facts: readonly SpanFact[]): RunDocuments[] {
  const state = new RunState();
  for (const fact of facts) state.add(fact);
  return [...state.documents({ all: true })];
}

function recordsOf(runs: readonly RunDocuments[], views: readonly SpanView[]): string[][] {
  const words = new Map(views.map(({ spanId, kind, scope }) => [spanId, `${kind} ${scope.name}`]));
  return runs.flatMap(({ index }) =>
    index.records.map(({ span_ids }) => span_ids.map((id) => words.get(id) ?? id)),
  );
}
