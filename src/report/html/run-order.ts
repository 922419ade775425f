import type { RunSummary } from '../../gate/surface-diff.ts';

const MOST_LISTED = 1000;
const MOST_TOLD = 100;

/** Which runs are listed and which are told of in detail: the least observed first. Runs go by their position. */
export class RunOrder {
  readonly order: readonly number[];
  readonly mostListed = MOST_LISTED;
  readonly mostTold = MOST_TOLD;
  readonly #listed: ReadonlySet<number>;
  readonly #told: ReadonlySet<number>;

  constructor(runs: readonly RunSummary[]) {
    const ranks = runs.map(rank);
    this.order = runs.map((_, at) => at).sort((one, other) => (ranks[one] ?? 0) - (ranks[other] ?? 0));
    this.#listed = new Set(this.order.slice(0, MOST_LISTED));
    this.#told = new Set(this.order.slice(0, MOST_TOLD));
  }

  /** Something on the page has the id of the run. */
  isListed(run: number): boolean {
    return this.#listed.has(run);
  }

  isTold(run: number): boolean {
    return this.#told.has(run);
  }
}

export function runId(run: number): string {
  return `run-${run + 1}`;
}

/** What is not enough, then what has anything to tell. */
function rank({ coverage }: RunSummary): number {
  if (!coverage.accepted) return 0;
  return coverage.level === 'complete' ? 2 : 1;
}
