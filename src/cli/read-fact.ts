import { DEFAULTS, type Settings } from '../config.ts';
import { observe } from '../pipeline.ts';
import { type FactOptions, factOfSpan, type ReadSpan } from '../run/fact-of-span.ts';
import { DecisionRecordSchema } from '../schema/decision-record.ts';
import { describeIssues } from '../schema/issues.ts';
import type { SpanView } from '../span/view.ts';

/**
 * Reads stored spans into facts. An event that is cut, changed or no valid record is refused and never read as a
 * different record; the span's own evidence then stands in for it.
 */
export function factReader(options: {
  readonly toolSpans: Settings['toolSpans'];
  readonly runKey?: string | undefined;
}): (span: SpanView) => ReadSpan {
  const settings: Settings = { ...DEFAULTS, toolSpans: options.toolSpans };
  const reading: FactOptions = {
    observe: (span) => observe(span, settings),
    problems(record) {
      const issues = DecisionRecordSchema.safeParse(record).error?.issues ?? [];
      return describeIssues(record, issues).map(({ message }) => message);
    },
    runKey: options.runKey,
  };
  return (span) => factOfSpan(span, reading);
}
