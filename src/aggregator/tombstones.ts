import type { Fragment } from '../run/mark.ts';

/** What is kept of a trace whose evidence was emitted and forgotten. */
export interface Tombstone {
  readonly run: string;
  readonly trace: string;
  readonly part: string;
  /** Of the last emission; 0 where there was nothing to show, and what comes later still is a fragment. */
  readonly revision: number;
  readonly numbers: Fragment['numbers'];
  /** When it was forgotten, in the aggregator's milliseconds. */
  readonly at: number;
}

/**
 * Traces that were emitted and forgotten, so that what comes later is known to be a fragment. Bounded: of too many the
 * oldest are forgotten for good, and from then on only evidence that began after them is sure to be new.
 */
export class Tombstones {
  readonly #capacity: number;
  /** Packed, by trace. */
  readonly #traces = new Map<string, string>();
  /** The last part of each run that is wider than a trace. */
  readonly #runs = new Map<string, string>();
  #horizon: number | undefined;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Evidence that began no later than this may belong to a trace that was forgotten for good. */
  get horizon(): number | undefined {
    return this.#horizon;
  }

  add(tombstone: Tombstone): void {
    const { trace } = tombstone;
    const kept = packed(tombstone);
    this.#traces.delete(trace);
    this.#traces.set(trace, kept);
    if (tombstone.run !== trace) this.#addRun(tombstone.run, kept);
    const [oldest] = this.#traces;
    if (this.#traces.size <= this.#capacity || oldest === undefined) return;
    this.#traces.delete(oldest[0]);
    this.#horizon = unpacked(...oldest).at;
  }

  /** The last part of a run that was emitted and forgotten. */
  ofRun(run: string): Tombstone | undefined {
    const kept = this.#runs.get(run) ?? this.#traces.get(run);
    return kept === undefined ? undefined : unpacked(run, kept);
  }

  /** The tombstone of a trace, which is taken off: its evidence is open again. */
  take(trace: string): Tombstone | undefined {
    const kept = this.#traces.get(trace);
    if (kept === undefined) return undefined;
    this.#traces.delete(trace);
    return unpacked(trace, kept);
  }

  /** Remembers a run alone, of which no trace is left. */
  addRun(tombstone: Tombstone): void {
    this.#addRun(tombstone.run, packed(tombstone));
  }

  #addRun(run: string, kept: string): void {
    this.#runs.delete(run);
    this.#runs.set(run, kept);
    const [oldest] = this.#runs.keys();
    if (this.#runs.size > this.#capacity && oldest !== undefined) this.#runs.delete(oldest);
  }
}

/** The later of two parts of one run. */
export function later(a: Tombstone | undefined, b: Tombstone | undefined): Tombstone | undefined {
  return a !== undefined && (b === undefined || a.revision >= b.revision) ? a : b;
}

type Numbers = Fragment['numbers'][number];

/** In one string: as objects, of which each id is a string of its own, it takes three times as much. */
type Packed = readonly [
  part: string,
  revision: number,
  at: number,
  numbers: readonly (readonly [Numbers['emitter'], Numbers['epoch'], Numbers['calls']])[],
  run?: string,
  trace?: string,
];

/** A tombstone for as long as nobody asks for it; `unpacked` needs the id of its trace, or of its run. */
export function packed({ run, trace, part, revision, numbers, at }: Tombstone): string {
  const listed = numbers.map(({ emitter, epoch, calls }) => [emitter, epoch, calls] as const);
  const said: Packed = [part, revision, at, listed];
  return JSON.stringify(run === trace ? said : [...said, run, trace]);
}

/** `id` is that under which it is kept: it stands for what the packed one leaves out. */
function unpacked(id: string, text: string): Tombstone {
  const [part, revision, at, listed, run = id, trace = id] = JSON.parse(text) as Packed;
  const numbers = listed.map(([emitter, epoch, calls]) => ({ emitter, epoch, calls }));
  return { run, trace, part, revision, numbers, at };
}
