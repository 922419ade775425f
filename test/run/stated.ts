import { factReader } from '../../src/cli/read-fact.ts';
import { RunState } from '../../src/run/run-state.ts';
import { readOtlpJson } from '../../src/span/otlp/read-otlp-json.ts';

/** The documents of every run in some OTLP/JSON documents, read as the command does. */
export function documentsIn(
  documents: readonly unknown[],
  options: { readonly toolSpans?: 'mcp' | 'all'; readonly runKey?: string } = {},
) {
  const read = factReader({ toolSpans: options.toolSpans ?? 'mcp', runKey: options.runKey });
  const state = new RunState();
  for (const span of documents.flatMap((document) => readOtlpJson(document).spans))
    state.add(read(span).fact);
  return [...state.documents({ all: true })];
}
