import { EMISSION_SCHEMA, type Emission } from '../../run/emission.ts';
import { orphans } from '../../run/mark.ts';
import type { StateDocument } from '../../run/state-document.ts';

/** What of a run is in a directory already. */
export interface Earlier {
  readonly emission: Emission | undefined;
  readonly state: StateDocument | undefined;
}

/** An emission from its text; `undefined` where it is none. By hand, as `readState`. */
export function readEmission(json: string): Emission | undefined {
  try {
    const value = JSON.parse(json) as Partial<Record<keyof Emission, unknown>> | null;
    const isEmission =
      value !== null &&
      value.schema === EMISSION_SCHEMA &&
      typeof value.run_id === 'string' &&
      // One more than it must still be a whole number.
      Number.isSafeInteger(Number(value.revision) + 1) &&
      typeof value.revision === 'number' &&
      value.revision > 0 &&
      typeof value.fragment === 'boolean';
    return isEmission ? (value as Emission) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The envelope of what is written now: it takes the place of what is there, whoever wrote that, and counts on from it.
 */
export function nextEmission(
  here: { readonly emission: Emission; readonly state: StateDocument },
  earlier: Earlier,
  united: StateDocument,
): Emission {
  const emission: Emission = { ...here.emission, fragment: isFragment(here, earlier, united) };
  if (earlier.emission !== undefined) {
    const { revision } = earlier.emission;
    return { ...emission, revision: revision + 1, supersedes: revision };
  }
  // Whoever wrote the state did not come to its envelope.
  if (earlier.state !== undefined && emission.revision > 1) {
    return { ...emission, supersedes: emission.revision - 1 };
  }
  return emission;
}

/**
 * Whether something is missing that was given away before. What marks of traces tell is decided by the marks; a trace
 * that came to a run after the run was forgotten bears none, and is whole where the first part of the run is here.
 */
function isFragment(
  { emission, state }: { readonly emission: Emission; readonly state: StateDocument },
  earlier: Earlier,
  united: StateDocument,
): boolean {
  if (orphans(united.marks).length > 0) return true;
  if (earlier.state === undefined) return emission.fragment;
  const isUnmarked = emission.fragment && !state.marks.some(({ mark }) => mark === 'fragment');
  const wasUnmarked = orphans(earlier.state.marks).length === 0;
  return earlier.emission?.fragment === true && (isUnmarked || wasUnmarked);
}
