import { EPOCH } from './read-evidence.ts';

/** What stands on spans and events of ours, where it has the form that we write; anybody may have written it. */

export function emitterId(value: string | undefined): string | undefined {
  return value !== undefined && /^[0-9a-f]{16}$/.test(value) ? value : undefined;
}

export function epochName(value: string | undefined): string | undefined {
  return value !== undefined && EPOCH.test(value) ? value : undefined;
}

export function nanos(value: string | undefined): string | undefined {
  return value !== undefined && /^(0|[1-9]\d{0,19})$/.test(value) ? value : undefined;
}

/** From 1. */
export function ordinal(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : undefined;
}

/** A span by trace id, `-` and span id. */
export const SPAN_REFERENCE = /^[0-9a-f]{32}-[0-9a-f]{16}$/;

export function spanReference(value: string | undefined): string | undefined {
  return value !== undefined && SPAN_REFERENCE.test(value) ? value : undefined;
}
