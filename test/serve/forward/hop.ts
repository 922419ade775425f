import { factReader } from '../../../src/cli/read-fact.ts';
import type { SpanFact } from '../../../src/run/span-fact.ts';
import { scrubbedBatch } from '../../../src/serve/forward/scrubbed-batch.ts';
import { readOtlpJson } from '../../../src/span/otlp/read-otlp-json.ts';
import type { SpanView } from '../../../src/span/view.ts';

type ToolSpans = Parameters<typeof factReader>[0]['toolSpans'];

/** What receivers take spans for, one after the other. */
export interface Hop {
  readonly here: readonly SpanFact[];
  readonly there: readonly SpanFact[];
  /** The spans as the next receiver gets them. */
  readonly spans: readonly SpanView[];
  readonly body: string;
}

/** Spans as one receiver reads and forwards them and the next one reads them; spans of one resource and scope keep their order. */
export function hop(spans: readonly SpanView[], toolSpans: ToolSpans = 'mcp', next = toolSpans): Hop {
  const read = factReader({ toolSpans });
  const readNext = factReader({ toolSpans: next });
  const pairs = spans.map((span) => ({ span, fact: read(span).fact }));
  const { body, refused } = scrubbedBatch(pairs, undefined);
  const leaving = readOtlpJson(JSON.parse(body));
  if (refused + leaving.refused.length > 0) throw new Error('Expected every span to be forwarded and read');
  const there = leaving.spans.map((span) => readNext(span).fact);
  return { here: inOrder(pairs.map(({ fact }) => fact)), there: inOrder(there), spans: leaving.spans, body };
}

/** A batch is put in the order of its resources; copies of one span stay in theirs. */
function inOrder(facts: readonly SpanFact[]): readonly SpanFact[] {
  const keyOf = ({ trace, span }: SpanFact): string => `${trace} ${span}`;
  return facts.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0));
}
