import type { TraceState } from './trace-state.ts';

/**
 * The traces that are followed, by id, in the order in which they began. The newest stands by itself until another
 * begins: most traces are over by then, and a `Map`, which has to hash an id that nobody hashed before, would cost as
 * much as all else that is done for a short one.
 */
export class OpenTraces {
  #newest: TraceState | undefined;
  readonly #earlier = new Map<string, TraceState>();

  get size(): number {
    return this.#earlier.size + (this.#newest === undefined ? 0 : 1);
  }

  get oldest(): TraceState | undefined {
    return this.#earlier.size === 0 ? this.#newest : this.#earlier.values().next().value;
  }

  get(traceId: string): TraceState | undefined {
    if (this.#newest?.traceId === traceId) return this.#newest;
    return this.#earlier.size === 0 ? undefined : this.#earlier.get(traceId);
  }

  /** A trace begins of which none is followed. */
  add(trace: TraceState): void {
    if (this.#newest !== undefined) this.#earlier.set(this.#newest.traceId, this.#newest);
    this.#newest = trace;
  }

  delete(traceId: string): void {
    if (this.#newest?.traceId === traceId) this.#newest = undefined;
    else this.#earlier.delete(traceId);
  }

  clear(): void {
    this.#newest = undefined;
    this.#earlier.clear();
  }

  /** All of them, the oldest first. */
  all(): TraceState[] {
    const earlier = [...this.#earlier.values()];
    return this.#newest === undefined ? earlier : [...earlier, this.#newest];
  }
}
