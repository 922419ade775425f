import { DEFAULTS } from '../../src/config.ts';
import { observeForRun } from '../../src/pipeline.ts';
import type { RunDocuments } from '../../src/run/documents.ts';
import { factOfSpan } from '../../src/run/fact-of-span.ts';
import { RunState } from '../../src/run/run-state.ts';
import type { SpanView } from '../../src/span/view.ts';

/** The one run that these spans are, read as files are; frameworks' tool spans are taken in, unless said otherwise. */
export function readRun(spans: readonly SpanView[], toolSpans: 'mcp' | 'all' = 'all'): RunDocuments {
  const state = new RunState();
  const settings = { ...DEFAULTS, toolSpans };
  for (const span of spans)
    state.add(factOfSpan(span, { observe: (one) => observeForRun(one, settings) }).fact);
  const [run, ...more] = [...state.documents({ all: true })];
  if (run === undefined || more.length > 0) throw new Error(`one run is expected, found ${more.length + 1}`);
  return run;
}

/** The spans of each record, outermost first. */
export function requestsIn({ index }: RunDocuments): string[][] {
  return index.records.map(({ span_ids }) => [...span_ids]);
}

/** What the health document counts under `limits`. */
export function limitsIn({ health }: RunDocuments): Record<string, number> {
  return Object.fromEntries(health.limits.map(({ code, count }) => [code, count]));
}
