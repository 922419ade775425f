import type { EmittedRun } from '../aggregator/emitted-run.ts';
import type { Emission } from '../run/emission.ts';
import type { Health } from '../run/health.ts';

/** Runs of which the last emission is remembered. */
const MAX_RUNS = 10_000;

interface RecentEmission {
  readonly emission: Emission;
  readonly coverage: Health['coverage']['state'];
}

/** What was written last of each run, for whoever asks. */
export class RecentEmissions {
  readonly #runs = new Map<string, RecentEmission>();

  add({ runId, emission, health }: EmittedRun): void {
    this.#runs.delete(runId);
    this.#runs.set(runId, { emission, coverage: health.coverage.state });
    const [oldest] = this.#runs.keys();
    if (this.#runs.size > MAX_RUNS && oldest !== undefined) this.#runs.delete(oldest);
  }

  of(runId: string): RecentEmission | undefined {
    return this.#runs.get(runId);
  }
}
