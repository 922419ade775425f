import type { EmittedRun } from '../aggregator/emitted-run.ts';
import type { ProgressLine } from './progress.ts';
import type { RunOutput } from './run-output.ts';

/** Writes runs one after the other, and tells once when the first comes that had to be evicted. */
export class RunWriter {
  readonly #output: RunOutput;
  readonly #progress: ProgressLine;
  readonly #onEvicted: () => void;
  #hasEvicted = false;

  constructor(output: RunOutput, progress: ProgressLine, onEvicted: () => void) {
    this.#output = output;
    this.#progress = progress;
    this.#onEvicted = onEvicted;
  }

  /** False once nobody reads any more. @throws {Error} of the file system or of the stream. */
  async write(runs: readonly EmittedRun[]): Promise<boolean> {
    for (const run of runs) {
      if (run.emission.closed_by === 'evicted' && !this.#hasEvicted) {
        this.#hasEvicted = true;
        this.#onEvicted();
      }
      if (!(await this.#output(run))) return false;
      this.#progress.wrote();
    }
    return true;
  }
}
