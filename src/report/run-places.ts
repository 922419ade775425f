import type { CallReference } from '../gate/surface-diff.ts';
import type { IndexEntry } from '../run/index-document.ts';
import type { Report } from './report.ts';

/** Where a call stands: its run by position in the report, and its record in the surface of that run. */
export interface CallPlace {
  readonly run: number;
  readonly record: number;
}

/**
 * Finds the run of a call by its id. Where several runs have one id, a call of theirs has no place: a trace of
 * another call would be worse than none.
 */
export class RunPlaces {
  readonly #report: Report;
  readonly #byId = new Map<string | null, number | 'several'>();

  constructor(report: Report) {
    this.#report = report;
    report.diff.runs.forEach(({ run_id }, at) => {
      this.#byId.set(run_id, this.#byId.has(run_id) ? 'several' : at);
    });
  }

  /** `undefined` where no run has the id, or several have. */
  run(runId: string | null): number | undefined {
    const run = this.#byId.get(runId);
    return typeof run === 'number' ? run : undefined;
  }

  place({ run_id, record }: CallReference): CallPlace | undefined {
    const run = this.run(run_id);
    return record === null || run === undefined ? undefined : { run, record };
  }

  isOneOfSeveral(runId: string | null): boolean {
    return this.#byId.get(runId) === 'several';
  }

  /** Where a call left its trace; `undefined` where no index of its run is at hand. */
  trace({ run, record }: CallPlace): IndexEntry | undefined {
    return this.#report.runs[run]?.index?.records[record];
  }

  traceOf(call: CallReference): IndexEntry | undefined {
    const place = this.place(call);
    return place && this.trace(place);
  }
}

export function placeKey({ run, record }: CallPlace): string {
  return `${run + 1}-${record}`;
}
