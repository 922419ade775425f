import { withoutValues } from './json-object.ts';
import { SCRUBBED } from './sentinel.ts';

/** Whether Logfire's scrubbing, on by default, put its note in the place of a value. */
export function isScrubbed(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith(SCRUBBED);
}

/** Arguments less those that were scrubbed, which count as missing: the note is no value of theirs. */
export function withoutScrubbed(decoded: unknown): unknown {
  return withoutValues(decoded, isScrubbed);
}
