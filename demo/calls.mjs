// The calls of a run, put together from the documents that the command line wrote and the spans that were
// received. In the surface, what client and server recorded of one call may stand as two records.
import { decodeToolDecision } from 'assay-otel';

/** The spans of tool calls. */
export function callSpansOf(spans) {
  return spans.filter(({ attributes }) => attributes['mcp.method.name'] === 'tools/call');
}

/** Whether a span carries exactly one decision event whose digest holds. */
export function carriesDecision({ events }) {
  const decisions = events.filter(({ name }) => name === 'assay.tool_decision');
  if (decisions.length !== 1) return false;
  try {
    decodeToolDecision(decisions[0]);
    return true;
  } catch {
    return false;
  }
}

/**
 * One entry per call, in the surface's order: its outermost record, the records below it (made on a span whose
 * parent is one of the call's), and from where it was seen.
 */
export function callsOf({ surface, index, spans }) {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const records = surface.observed_tool_decisions.map((record, at) => ({
    record,
    spans: index.records[at].span_ids.map((id) => byId.get(id)),
  }));
  const isBelow = (inner, outer) => outer.spans.some(({ spanId }) => spanId === inner.spans[0].parentSpanId);
  return records
    .filter((one) => !records.some((other) => isBelow(one, other)))
    .map((outer) => {
      const below = records.filter((one) => isBelow(one, outer));
      const all = [outer, ...below].flatMap((one) => one.spans);
      return {
        record: outer.record,
        below: below.map(({ record }) => record),
        seenBy: [...new Set(all.map(({ attributes }) => attributes['assay.vantage']))],
      };
    });
}
