import type { RunPart, RunSeal } from '../decision/run-seal.ts';

/** Runs that are remembered until they are ended, and parts of each: an application can forget to end them. */
const MAX_RUNS = 1_000;
const MAX_PARTS = 10_000;

/** The parts of runs that are wider than a trace, as far as this process had one. */
export class RunParts {
  readonly #runs = new Map<string, Map<string, RunPart>>();
  /** Runs of which a part was forgotten, and whether there were more than are remembered. */
  readonly #forgotten = new Set<string>();
  #hasLost = false;

  /** A checkpoint was written for this part. */
  add(runId: string, part: RunPart): void {
    let parts = this.#runs.get(runId);
    if (parts === undefined) {
      const [oldest] = this.#runs.keys();
      if (this.#runs.size >= MAX_RUNS && oldest !== undefined) this.#forget(oldest);
      parts = new Map();
      this.#runs.set(runId, parts);
    }
    if (parts.size < MAX_PARTS) parts.set(`${part.trace} ${part.epoch}`, part);
  }

  /**
   * The seal of a run, which is then forgotten; `undefined` where no part is known, or where there were more
   * than are remembered: a seal that is not whole would be worse than none.
   */
  take(runId: string): RunSeal | undefined {
    const parts = this.#runs.get(runId);
    this.#runs.delete(runId);
    const mayLack = this.#hasLost || this.#forgotten.delete(runId);
    if (parts === undefined || parts.size >= MAX_PARTS || mayLack) return undefined;
    const sorted = [...parts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, part]) => part);
    return { run_id: runId, parts: sorted };
  }

  #forget(runId: string): void {
    this.#runs.delete(runId);
    if (this.#forgotten.size < MAX_PARTS) this.#forgotten.add(runId);
    else this.#hasLost = true;
  }
}
