import type { SurfaceDiff } from '../gate/surface-diff.ts';
import type { Report } from '../report/report.ts';
import type { PositionOf } from '../schema/declared-text.ts';
import { VERSION } from '../version.ts';
import type { GivenRun } from './given-run.ts';

/** What a report is made of. */
export interface Reported {
  readonly diff: SurfaceDiff;
  /** Those of the diff, in their order. */
  readonly runs: readonly GivenRun[];
  readonly isJudged: boolean;
  /** What the declared surface is called. */
  readonly file: string;
  /** Of the declared surface, where it was read from a text. */
  readonly positionOf?: PositionOf | undefined;
}

/** A diff with what reporters are given beside it. */
export function reportOf({ diff, runs, isJudged, file, positionOf }: Reported): Report {
  const lineOf = (index: number) => positionOf?.(['declared_tool_actions', index]).line;
  return {
    diff,
    isJudged,
    declared: { file, lineOf },
    runs: runs.map(({ surface, health, index }, at) => {
      // The diff has a scope only of a health that belongs to the surface.
      const isOwn = health.state === 'read' && diff.runs[at]?.scope === health.document.scope;
      return { surface, health: isOwn ? health.document : undefined, index };
    }),
    version: VERSION,
  };
}
