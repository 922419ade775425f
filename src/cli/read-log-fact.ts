import { factOfLogEvent } from '../run/fact-of-log-event.ts';
import type { ReadSpan } from '../run/fact-of-span.ts';
import type { LogEventView } from '../span/view.ts';
import { recordProblems } from './record-problems.ts';

/** Reads events that came as log records into facts, by the rules of `factReader`. */
export function logFactReader(options: {
  readonly runKey?: string | undefined;
}): (event: LogEventView) => ReadSpan {
  return (event) => factOfLogEvent(event, { problems: recordProblems, runKey: options.runKey });
}
