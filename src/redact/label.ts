import { sanitise } from './sanitise.ts';
import { hasSecretShape } from './secret-shapes.ts';
import { sha256Hex } from './sha256.ts';
import { exceedsUtf8, STORED_BYTES, utf8Prefix } from './utf8.ts';

/** What stands where a label held a secret. */
const MASK = '[masked]';

/** `…` (three bytes) and 16 hex digits. */
const MARK_BYTES = 3 + 16;

/** A label as it is stored, and whether that differs from what came in. */
export interface Label {
  readonly value: string;
  readonly changed: boolean;
}

/**
 * A label (`tool.name`, `server.id`, `rule_id`, `source`, `status`, `credential_alias`) made safe to store:
 * masked whole where it holds a secret's shape, else sanitised, then cut to 256 UTF-8 bytes. What was cut ends
 * in `…` and 16 hex digits of the SHA-256 of the whole sanitised label, so that two stay apart. Idempotent.
 */
export function label(raw: string): Label {
  const safe = sanitise(raw);
  if (hasSecretShape(raw, safe)) return { value: MASK, changed: true };
  const value = exceedsUtf8(safe, STORED_BYTES) ? marked(safe, safe) : safe;
  return { value, changed: value !== raw };
}

/**
 * An id from outside made safe to store and to group by: as a label, but two that differ stay apart. What was
 * masked or sanitised also ends in 16 hex digits of the SHA-256 of the id as it came. Idempotent.
 */
export function idLabel(raw: string): string {
  const safe = sanitise(raw);
  if (hasSecretShape(raw, safe)) return `${MASK}-${sha256Hex(raw).slice(0, 16)}`;
  return safe !== raw || exceedsUtf8(safe, STORED_BYTES) ? marked(safe, raw) : raw;
}

/** `text`, cut where it is too long, and a mark over all of `whole`. */
function marked(text: string, whole: string): string {
  const kept = text.slice(0, utf8Prefix(text, STORED_BYTES - MARK_BYTES));
  return `${kept}…${sha256Hex(whole).slice(0, 16)}`;
}
