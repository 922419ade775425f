import { OWN_SCOPE } from '../../decision/names.ts';
import type { SpanFact } from '../../run/span-fact.ts';
import type { Attributes, LogEventView } from '../../span/view.ts';
import type { Outgoing, ReadLogPair } from './batch-read.ts';
import { keptResource } from './kept-resource.ts';
import { keyValues } from './otlp-values.ts';
import { ownEvents } from './own-events.ts';
import { rewrittenCall } from './rewritten-call.ts';

const INFO = 9;

/**
 * Our events as log records, one request: the event written anew from what was read and checked, when and of which span
 * it was, and nothing else of the log record that brought it. Fails closed: what cannot be written anew is left out.
 */
export function rewrittenLogs(pairs: readonly ReadLogPair[], runKey: string | undefined): Outgoing {
  const resources = new Map<Attributes, ReturnType<typeof resourceLogsOf>>();
  let items = 0;
  let refused = 0;
  for (const { event: view, fact } of pairs) {
    try {
      const records = recordsOf(view, fact);
      const known = resources.get(view.resource) ?? resourceLogsOf(view.resource, runKey);
      resources.set(view.resource, known);
      known.scopeLogs[0].logRecords.push(...records);
      items += records.length;
    } catch {
      refused += 1;
    }
  }
  return { body: JSON.stringify({ resourceLogs: [...resources.values()] }), items, refused };
}

function recordsOf({ traceId, spanId, event }: LogEventView, fact: SpanFact): unknown[] {
  const calls = (fact.calls ?? []).map((call) => rewrittenCall(call, fact, [event], []));
  const { timeUnixNano } = event;
  return ownEvents(calls, fact).map(([eventName, attributes]) => ({
    ...{ timeUnixNano, severityNumber: INFO, eventName, traceId, spanId },
    attributes: keyValues(attributes),
  }));
}

function resourceLogsOf(resource: Attributes, runKey: string | undefined) {
  const scopeLogs: [{ scope: { name: string }; logRecords: unknown[] }] = [
    { scope: { name: OWN_SCOPE }, logRecords: [] },
  ];
  return { resource: keptResource(resource, runKey), scopeLogs };
}
