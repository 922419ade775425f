/**
 * Texts that instrumentations write where arguments would stand: they are not captured, not malformed.
 * Microsoft Agent Framework, Google ADK (two), Semantic Kernel, ContextForge, Claude Code, Sentry.
 */
const SENTINELS: ReadonlySet<string> = new Set([
  'None',
  'N/A',
  '<not serializable>',
  'Failed to serialize arguments to Json',
  '***',
  '<REDACTED>',
  '[Filtered]',
]);

/** How Logfire's scrubbing begins the note that it puts in the place of a value. */
export const SCRUBBED = '[Scrubbed due to ';

/** ToolHive's `owner=acme, token=[REDACTED]`: cut, redacted and in no stable order, so it is no source. */
const KEY_VALUE_LIST = /^[A-Za-z_$][\w.$-]{0,127}=/;

/** Whether a text says that there are no arguments to read. `text` has no surrounding white space. */
export function isSentinel(text: string): boolean {
  return SENTINELS.has(text) || text.startsWith(SCRUBBED) || KEY_VALUE_LIST.test(text);
}
