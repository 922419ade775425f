import type { ObservedSurface } from '../gate/observed-run.ts';
import type { SurfaceDiff } from '../gate/surface-diff.ts';
import type { Health } from '../run/health.ts';
import type { IndexDocument } from '../run/index-document.ts';

/**
 * What every reporter is given: a diff, and what stands beside it. All that a report says comes from here, so the
 * same report gives the same bytes: there is no clock, no environment and no file behind it.
 */
export interface Report {
  readonly diff: SurfaceDiff;
  /** False where calls are only compared, as by `diff`: then no verdict is shown, and levels are no judgement. */
  readonly isJudged: boolean;
  readonly declared: DeclaredFile;
  /** One for each of `diff.runs`, in their order. What is not there is not linked to. */
  readonly runs: readonly ReportedRun[];
  /** Of this package, such as `1.2.0`. */
  readonly version: string;
}

/** The declared surface as a file: every finding that leads somewhere leads there. */
export interface DeclaredFile {
  /** Relative to the directory that people call the root, parts separated by `/`. */
  readonly file: string;
  /** Line, from 1, of an action by its index in `declared_tool_actions`; `undefined` where that is not known. */
  readonly lineOf: (actionIndex: number) => number | undefined;
}

/** What came in for one run, where it is at hand. */
export interface ReportedRun {
  readonly surface?: ObservedSurface | undefined;
  /** Only where it belongs to the surface. */
  readonly health?: Health | undefined;
  /** Entry `record` of it leads from a finding to its trace. */
  readonly index?: IndexDocument | undefined;
}
