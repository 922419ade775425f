import type { SpanEvidence } from '../carrier/evidence.ts';
import type { HandOver } from '../span/observed-call.ts';
import { type Attachment, attachment } from './attachment.ts';
import { Emitter } from './emitter.ts';
import { warnOnce } from './once.ts';

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
  return { version: 1, emitter: new Emitter(), handOvers: attachment(), evidence: attachment() };
}

function isRegistry(value: unknown): value is Registry {
  if (typeof value !== 'object' || value === null) return false;
  const { version, emitter, handOvers, evidence } = value as Partial<Registry>;
  const holds = (attached: Partial<Attachment<unknown>> | undefined) => typeof attached?.get === 'function';
  return version === 1 && typeof emitter?.started === 'function' && holds(handOvers) && holds(evidence);
}
