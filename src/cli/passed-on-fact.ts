import { DECISION_EVENT, DIALECT, EVENT } from '../decision/names.ts';
import { DIALECTS } from '../dialect/registry.ts';
import { EventCall } from '../run/event-call.ts';
import { type RecordProblems, readOwnEvents } from '../run/read-events.ts';
import type { CallFact, SpanFact } from '../run/span-fact.ts';
import { attribute, type SpanView, stringAttribute } from '../span/view.ts';

const NO_CALLS: readonly CallFact[] = [];
const NAMES: ReadonlySet<string> = new Set(DIALECTS.map(({ name }) => name));

/**
 * The fact of a span with what another reader found on it before it passed it on (docs/serve.md): the dialect of a call,
 * and the whole record of a tool span that nothing proves to be one, of which the rest is no longer there.
 */
export function passedOnFact(span: SpanView, fact: SpanFact, problems: RecordProblems): SpanFact {
  const { calls = NO_CALLS } = fact;
  const [call] = calls;
  if (call?.origin === 'event') {
    const dialect = dialectOf(span);
    return dialect === undefined || calls.length > 1 ? fact : { ...fact, calls: [{ ...call, dialect }] };
  }
  const carried = recordOn(span, problems);
  if (carried === undefined) return fact;
  // Whoever takes frameworks' tool spans in has it as a call already.
  if (call !== undefined) return { ...fact, calls: [{ ...carried, duration: call.duration }] };
  const unproven = { ...carried, duration: fact.unproven?.duration };
  return { ...fact, tool: fact.tool ?? 'unattributed', unproven };
}

/** An intact record that stands on the span itself, and not on an event of it. */
function recordOn(span: SpanView, problems: RecordProblems): CallFact | undefined {
  const { attributes, startTimeUnixNano: timeUnixNano } = span;
  if (attribute(attributes, EVENT.record) === undefined) return undefined;
  const { decisions } = readOwnEvents([{ name: DECISION_EVENT, attributes, timeUnixNano }], problems);
  const [decision] = decisions;
  if (decision === undefined) return undefined;
  return { ...new EventCall(decision, timeUnixNano), origin: 'derived', dialect: dialectOf(span) };
}

function dialectOf({ attributes }: SpanView): string | undefined {
  const name = stringAttribute(attributes, DIALECT);
  return name !== undefined && NAMES.has(name) ? name : undefined;
}
