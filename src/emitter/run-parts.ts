import type { RunPart, RunSeal } from '../decision/run-seal.ts';

/** Runs that are remembered until they are ended, and parts of each: an application can forget to end them. */
const MAX_RUNS = 1_000;
const MAX_PARTS = 10_000;
/** Parts of all runs together, some 300 bytes each. */
const MAX_OF_ALL = 100_000;

/** The parts of runs that are wider than a trace, as far as this process had one. */
export class RunParts {
  readonly #runs = new Map<string, Map<string, RunPart>>();
  /** Runs of which a part was forgotten, and whether there were more than are remembered. */
  readonly #forgotten = new Set<string>();
  #hasLost = false;
  #count = 0;

  /** A checkpoint was written for this part. */
  add(runId: string, part: RunPart): void {
    let parts = this.#runs.get(runId);
    if (parts === undefined) {
      const [oldest] = this.#runs.keys();
      if (this.#runs.size >= MAX_RUNS && oldest !== undefined) this.#forget(oldest);
      parts = new Map();
      this.#runs.set(runId, parts);
    }
    const { size } = parts;
    if (size >= MAX_PARTS) return;
    parts.set(`${part.trace} ${part.epoch}`, part);
    this.#count += parts.size - size;
    const [oldest] = this.#runs.keys();
    if (this.#count > MAX_OF_ALL && oldest !== undefined) this.#forget(oldest);
  }

  /**
   * The seal of a run, which is then forgotten; `undefined` where no part is known, or where there were more
   * than are remembered: a seal that is not whole would be worse than none.
   */
  take(runId: string): RunSeal | undefined {
    const parts = this.#runs.get(runId);
    this.#drop(runId);
    const mayLack = this.#hasLost || this.#forgotten.delete(runId);
    if (parts === undefined || parts.size >= MAX_PARTS || mayLack) return undefined;
    const sorted = [...parts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, part]) => part);
    return { run_id: runId, parts: sorted };
  }

  #drop(runId: string): void {
    this.#count -= this.#runs.get(runId)?.size ?? 0;
    this.#runs.delete(runId);
  }

  #forget(runId: string): void {
    this.#drop(runId);
    if (this.#forgotten.size < MAX_PARTS) this.#forgotten.add(runId);
    else this.#hasLost = true;
  }
}
