import { type Attributes, attribute } from '../span/view.ts';
import { DEFAULT_ARGUMENT_LIMITS } from './argument-limits.ts';
import type { RawArguments } from './dialect.ts';
import { readJsonText } from './json-text.ts';

const PREFIX = 'mcp.request.argument.';
/** What Sentry's data scrubbing leaves behind. */
const FILTERED = '[Filtered]';

/** `json`: every value is JSON text. `bare`: strings stand as they are. */
type SentryEncoding = 'json' | 'bare';

/**
 * The arguments that Sentry flattened into `mcp.request.argument.<key>`. A filtered value counts as missing;
 * a value that was cut makes all of them truncated.
 */
export function sentryArguments(attributes: Attributes, encoding: SentryEncoding): RawArguments {
  const fields: Record<string, unknown> = Object.create(null);
  let present = false;
  for (const key of Object.keys(attributes)) {
    if (!key.startsWith(PREFIX)) continue;
    present = true;
    let value = attribute(attributes, key);
    if (encoding === 'json' && typeof value === 'string' && value !== FILTERED) {
      const reading = readJsonText(value, DEFAULT_ARGUMENT_LIMITS);
      if (reading.state !== 'value') {
        return { form: reading.state === 'truncated' ? 'truncated' : 'unsupported' };
      }
      value = reading.value;
    }
    if (value !== FILTERED) fields[key.slice(PREFIX.length)] = value;
  }
  return present ? { form: 'fields', fields } : { form: 'none' };
}
