import type { SurfaceDiff } from '../../gate/surface-diff.ts';
import { type CallPlace, placeKey, type RunPlaces } from '../run-places.ts';
import type { FindingGroup } from './finding-groups.ts';

/** What became of one call. */
export type Outcome =
  | { readonly is: 'finding'; readonly group: FindingGroup }
  | { readonly is: 'matched' | 'reviewed' | 'baselined' };

/** Every call's outcome by its place. */
export class Outcomes {
  readonly #byPlace = new Map<string, Outcome[]>();

  constructor(diff: SurfaceDiff, groups: readonly FindingGroup[], places: RunPlaces) {
    const add = (place: CallPlace | undefined, outcome: Outcome) => {
      if (place === undefined) return;
      const known = this.#byPlace.get(placeKey(place));
      if (known === undefined) this.#byPlace.set(placeKey(place), [outcome]);
      else if (outcome.is === 'finding' || known.every(({ is }) => is !== outcome.is)) known.push(outcome);
    };
    for (const group of groups) {
      for (const call of group.calls) add(places.place(call), { is: 'finding', group });
    }
    for (const is of ['baselined', 'reviewed', 'matched'] as const) {
      for (const call of diff[is]) add(places.place(call), { is });
    }
  }

  of(place: CallPlace): readonly Outcome[] {
    return this.#byPlace.get(placeKey(place)) ?? [];
  }
}
