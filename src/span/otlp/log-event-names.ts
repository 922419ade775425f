/**
 * The events that we write, as a log record may carry them too. `decision/names.ts` says what they are; a test holds
 * the two equal, since this stage comes before that one.
 */
const OWN_EVENTS: ReadonlySet<string> = new Set([
  'assay.tool_decision',
  'assay.tool_observation',
  'assay.run_end',
]);

/** The attribute in which a log record bore its event's name before OTLP had a field for it. */
export const EVENT_NAME_ATTRIBUTE = 'event.name';

/** Whether an event of this name is one of ours. */
export function isOwnEvent(name: string): boolean {
  return OWN_EVENTS.has(name);
}
