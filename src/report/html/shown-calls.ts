import type { Report } from '../report.ts';
import { type CallPlace, placeKey, type RunPlaces } from '../run-places.ts';
import type { FindingGroup } from './finding-groups.ts';

/** Decisions that a report lists: about 10 MB, of which a browser lays out what is unfolded. */
const MOST_DECISIONS = 10_000;
/** Of how many runs: each has a heading and a table of its own. */
const MOST_RUNS = 1000;

/** Which decisions a report lists: all of them, or of too many those with the worst findings, then as they come. */
export class ShownCalls {
  readonly #shown = new Set<string>();
  readonly #runs = new Set<number>();

  constructor({ runs }: Report, groups: readonly FindingGroup[], runPlaces: RunPlaces) {
    for (const { calls } of groups) {
      for (const call of calls) {
        const place = runPlaces.place(call);
        if (place !== undefined) this.#add(place);
      }
    }
    runs.forEach(({ surface }, run) => {
      surface?.observed_tool_decisions.forEach((_, record) => {
        this.#add({ run, record });
      });
    });
  }

  has(place: CallPlace): boolean {
    return this.#shown.has(placeKey(place));
  }

  /** Some decision of the run is listed. */
  hasRun(run: number): boolean {
    return this.#runs.has(run);
  }

  #add(place: CallPlace): void {
    const isFull = this.#runs.size === MOST_RUNS && !this.#runs.has(place.run);
    if (isFull || this.#shown.size === MOST_DECISIONS) return;
    this.#runs.add(place.run);
    this.#shown.add(placeKey(place));
  }
}
