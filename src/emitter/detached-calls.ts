import type { TraceState } from './trace-state.ts';

/**
 * Client calls of this process in traces where nothing says who calls: their caller's context may have been lost, and
 * then they belong to another trace. Every trace says how many there were while it was open.
 */
export class DetachedCalls {
  /** Of traces that have ended, or that nobody follows. */
  #ended = 0;
  /** Open traces with client calls. */
  readonly #calling = new Set<TraceState>();

  /** What a trace that begins now does not count. */
  get before(): number {
    return this.#ended;
  }

  /** A client call began in this trace. */
  began(trace: TraceState): void {
    this.#calling.add(trace);
  }

  /** A client call began in a trace that nobody follows. */
  beganUnseen(): void {
    this.#ended += 1;
  }

  /** No span of the trace is open any more. */
  ended(trace: TraceState): void {
    if (this.#calling.size === 0) return;
    if (this.#calling.delete(trace) && trace.isCallerless) this.#ended += trace.calling;
  }

  /** Calls that may be this trace's own, since it began. */
  from(trace: TraceState): number {
    let count = this.#ended - trace.detachedBefore;
    for (const other of this.#calling) if (other !== trace && other.isCallerless) count += other.calling;
    return count;
  }
}
