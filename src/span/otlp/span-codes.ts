import type { SpanKind } from '../view.ts';

/** The names of an enum by number, and what stands for a number that has none: it may be newer than this. */
export interface EnumNames<T extends string> {
  readonly prefix: string;
  readonly names: readonly [T, ...T[]];
  readonly newer: T;
}

export const KINDS: EnumNames<SpanKind> = {
  prefix: 'SPAN_KIND_',
  names: ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'],
  newer: 'unspecified',
};

export const STATUS: EnumNames<'unset' | 'ok' | 'error' | 'unknown'> = {
  prefix: 'STATUS_CODE_',
  names: ['unset', 'ok', 'error'],
  newer: 'unknown',
};

export function nameOf<T extends string>(number: number, { names, newer }: EnumNames<T>): T {
  return names[number] ?? newer;
}

/** Span flags of OTLP: W3C trace flags in the low byte, then whether the parent is known to be remote. */
const TRACE_FLAGS = 0xff;
const HAS_IS_REMOTE = 0x100;
const IS_REMOTE = 0x200;

export function traceFlagsOf(flags: number): number {
  return flags & TRACE_FLAGS;
}

export function parentIsRemoteOf(flags: number): boolean | undefined {
  return (flags & HAS_IS_REMOTE) === 0 ? undefined : (flags & IS_REMOTE) !== 0;
}
