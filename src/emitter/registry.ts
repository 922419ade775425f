import type { SpanEvidence } from '../carrier/evidence.ts';
import type { HandOver } from '../span/observed-call.ts';
import type { SdkReadableSpan } from '../span/sdk-span.ts';
import { type Attachment, attachment } from './attachment.ts';
import { Emitter } from './emitter.ts';
import { warnOnce } from './once.ts';
import { SameCalls } from './same-calls.ts';

/**
 * State that every copy of this package in a process shares: duplicate installs, hot reload, and the ESM and
 * CommonJS builds see one another through it.
 */
export interface Registry {
  readonly version: 1;
  readonly emitter: Emitter;
  /** On span context objects, which wrappers of a span share with the real one. */
  readonly handOvers: Attachment<HandOver>;
  /** What was written on a span, or is for the guard to write, on span context objects as well. */
  readonly evidence: Attachment<SpanEvidence>;
  /** Spans of several instrumentations that are one call. */
  readonly sameCalls: SameCalls;
  /** Who reads what happens in this process: exporters with sinks. */
  readonly readers: Set<SpanReader>;
}

/** Follows the runs of this process. None of its methods throws; its promises never reject and end in bounded time. */
export interface SpanReader {
  /** A span of a trace that matters has ended and, not being sampled, will not be exported. */
  readUnsampled(span: SdkReadableSpan, evidence: SpanEvidence | undefined): void;
  /** A sampled span of such a trace has ended: it should come through an exporter. */
  expect(spanId: string): void;
  /** What has ended should be given away now. */
  forceFlush(): Promise<void>;
  /** Nothing more will end. */
  close(): Promise<void>;
}

const KEY = Symbol.for('assay-otel.v1');

let own: Registry | undefined;

/** The process-wide registry; a foreign thing in its place is said once and not touched. */
export function registry(): Registry {
  own ??= shared();
  return own;
}

function shared(): Registry {
  const holder = globalThis as { [KEY]?: unknown };
  const fresh = newRegistry();
  const present = holder[KEY];
  if (present === undefined) {
    Object.defineProperty(holder, KEY, { value: fresh, configurable: true });
    return fresh;
  }
  if (isRegistry(present)) return present;
  warnOnce(
    'registry',
    'another version of this package is loaded in this process; the two do not see each other',
  );
  return fresh;
}

/** A registry of its own: what one process has. */
export function newRegistry(): Registry {
  return {
    version: 1,
    emitter: new Emitter(),
    handOvers: attachment(),
    evidence: attachment(),
    sameCalls: new SameCalls(),
    readers: new Set(),
  };
}

function isRegistry(value: unknown): value is Registry {
  if (typeof value !== 'object' || value === null) return false;
  const { version, emitter, handOvers, evidence, sameCalls, readers } = value as Partial<Registry>;
  const holds = (attached: Partial<Attachment<unknown>> | undefined) => typeof attached?.get === 'function';
  const hasEmitter =
    typeof emitter?.started === 'function' &&
    typeof sameCalls?.sending === 'function' &&
    typeof readers?.add === 'function';
  return version === 1 && hasEmitter && holds(handOvers) && holds(evidence);
}
