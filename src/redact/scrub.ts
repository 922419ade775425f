import { label } from './label.ts';
import {
  ALLOWED_EVENTS,
  ALLOWED_KEYS,
  CONTENT_KEYS,
  CONTENT_PREFIXES,
  CONTENT_SUFFIXES,
  IDENTITY_KEYS,
  OTHER_EVENT,
} from './scrub-lists.ts';
import { hasSecretShape } from './secret-shapes.ts';

/**
 * `strict`: an allow-list decides and everything else goes. `content`: only known content keys go. `off`:
 * nothing goes. Only `strict` keeps the promise that no content leaves.
 */
export type ScrubMode = 'strict' | 'content' | 'off';

export interface ScrubRules {
  readonly mode: ScrubMode;
  /** Exact keys that stay under `strict` besides {@link ALLOWED_KEYS}. */
  readonly allow: ReadonlySet<string>;
}

/** What must change on a bag of attributes; nothing was changed yet. */
export interface ScrubPlan {
  readonly remove: readonly string[];
  readonly replace: readonly (readonly [key: string, value: unknown])[];
}

/**
 * Which attributes of a call span go, and which stay with another value. `own` are those that we wrote: they stay
 * as they were written, and one of our keys with anything else in it goes. Pure and total.
 */
export function planScrub(
  attributes: Readonly<Record<string, unknown>>,
  rules: ScrubRules,
  own: Readonly<Record<string, unknown>>,
): ScrubPlan {
  const remove: string[] = [];
  const replace: [string, unknown][] = [];
  if (rules.mode !== 'off') {
    for (const key of Object.keys(attributes)) {
      if (rules.mode === 'content') {
        if (isContent(key)) remove.push(key);
        continue;
      }
      const value = attributes[key];
      if (Object.hasOwn(own, key) && own[key] === value) continue;
      const kept = ALLOWED_KEYS.has(key)
        ? keep(key, value)
        : rules.allow.has(key)
          ? maskAll(value)
          : undefined;
      if (kept === undefined) remove.push(key);
      else if (kept !== value) replace.push([key, kept]);
    }
  }
  return { remove, replace };
}

/**
 * Whether `strict` without additions would remove an attribute whose key is none of ours: what {@link planScrub} says,
 * without making what would stand in place of the others.
 */
export function holdsRemovable(attributes: Readonly<Record<string, unknown>>): boolean {
  for (const key of Object.keys(attributes)) {
    const stays = ALLOWED_KEYS.has(key) && mayStay(key, attributes[key]);
    if (!stays && !key.startsWith('assay.')) return true;
  }
  return false;
}

/** What the record says about removed keys: ours by name, others as a count (a key can be a secret). */
export function removedKeys(removed: readonly string[]): { named: string[]; other: number } {
  const named = removed.filter((key) => CONTENT_KEYS.has(key) || IDENTITY_KEYS.has(key)).sort();
  return { named, other: removed.length - named.length };
}

/** An event as the SDK has it. */
interface ScrubbedEvent {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, unknown>> | undefined;
}

/** `attributes` without known content keys: what `content` takes off events and links as well. */
export function withoutContentKeys(attributes: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(attributes).filter(([key]) => !isContent(key)));
}

/** The attributes that an event of this name keeps under `strict`: an exception its type, others nothing. */
export function scrubbedEvent({ name, attributes = {} }: ScrubbedEvent): {
  name: string;
  attributes: Record<string, unknown>;
} {
  const type = attributes['exception.type'];
  const keepsType = name === 'exception' && typeof type === 'string' && isTypeName(type);
  return {
    name: ALLOWED_EVENTS.has(name) ? name : OTHER_EVENT,
    attributes: keepsType ? { 'exception.type': type } : {},
  };
}

/** A value of an allowed key as it may leave; `undefined` where it may not. */
function keep(key: string, value: unknown): unknown {
  if (!mayStay(key, value)) return undefined;
  return typeof value === 'string' && key !== 'error.type' ? label(value).value : value;
}

function mayStay(key: string, value: unknown): boolean {
  if (typeof value === 'string') return key !== 'error.type' || isTypeName(value);
  return typeof value === 'boolean' || typeof value === 'number';
}

/** The operator's own additions pass, but for values in the shape of a secret. */
function maskAll(value: unknown): unknown {
  if (typeof value === 'string') return hasSecretShape(value) ? '[masked]' : value;
  if (!Array.isArray(value)) return typeof value === 'object' ? undefined : value;
  if (!value.every((entry) => entry === null || typeof entry !== 'object')) return undefined;
  return value.some((entry) => typeof entry === 'string' && hasSecretShape(entry)) ? '[masked]' : value;
}

/** `error.type` and `exception.type` stay only as an identifier of at most 128 characters. */
const TYPE_NAME = /^[\w.$:-]{1,128}$/;

function isTypeName(value: string): boolean {
  return TYPE_NAME.test(value) && !hasSecretShape(value);
}

function isContent(key: string): boolean {
  return (
    CONTENT_KEYS.has(key) ||
    (CONTENT_PREFIXES.some((prefix) => key.startsWith(prefix)) && !ALLOWED_KEYS.has(key)) ||
    CONTENT_SUFFIXES.some((suffix) => key.endsWith(suffix))
  );
}
