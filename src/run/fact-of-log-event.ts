import type { LogEventView } from '../span/view.ts';
import { aboutResource } from './about-resource.ts';
import { EventCall } from './event-call.ts';
import type { FactOptions, ReadSpan } from './fact-of-span.ts';
import { readOwnEvents } from './read-events.ts';

/**
 * Reads an event of a span that came as a log record. Of the span it is evidence only where that came too: a record
 * alone says neither what the span was below nor how long it took.
 */
export function factOfLogEvent(
  { traceId, spanId, event, resource }: LogEventView,
  { problems, runKey, about = aboutResource }: Omit<FactOptions, 'observe'> = {},
): ReadSpan {
  const { decisions, checkpoints, seals, broken, refused } = readOwnEvents([event], problems);
  const { service, instance, runId, keyRunId } = about(resource, runKey);
  const isNamed = runId !== undefined || keyRunId !== undefined;
  const [decision] = decisions;
  const fact: ReadSpan['fact'] = {
    trace: traceId,
    span: spanId,
    carrier: 'log',
    service,
    instance,
    runs: isNamed ? { resource: runId, keyResource: keyRunId } : undefined,
    calls: decision && [new EventCall(decision, event.timeUnixNano)],
    checkpoints: checkpoints.length > 0 ? checkpoints : undefined,
    broken: broken.length > 0 ? broken : undefined,
    seals: seals.length > 0 ? seals : undefined,
  };
  return { fact, refused };
}
