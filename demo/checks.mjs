// What must hold after a run, from the received OTLP and the written documents alone.
import { decodeToolDecision } from 'assay-otel';

/** All spans of OTLP/JSON lines. */
export function spansOf(lines) {
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => JSON.parse(line).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans);
}

/** The spans of tool calls, and those of them that do not carry exactly one intact decision event. */
export function callSpans(spans) {
  const calls = spans.filter(({ attributes }) => plain(attributes)['mcp.method.name'] === 'tools/call');
  return { calls, broken: calls.filter((span) => !carriesDecision(span)) };
}

function carriesDecision({ events = [] }) {
  const decisions = events.filter(({ name }) => name === 'assay.tool_decision');
  if (decisions.length !== 1) return false;
  try {
    decodeToolDecision({ name: decisions[0].name, attributes: plain(decisions[0].attributes) });
    return true;
  } catch {
    return false;
  }
}

function plain(attributes = []) {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
