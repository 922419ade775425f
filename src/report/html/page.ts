import type { Report } from '../report.ts';
import { RunPlaces } from '../run-places.ts';
import { type ToldFinding, toldFindings } from '../told-finding.ts';
import { type FindingGroup, findingGroups } from './finding-groups.ts';
import { LeftOut } from './left-out.ts';
import { Names } from './names.ts';
import { Outcomes } from './outcomes.ts';
import { RunOrder } from './run-order.ts';
import { ShownCalls } from './shown-calls.ts';

/** What every section of one report shares. `names` and `leftOut` fill while sections are written. */
export interface Page {
  readonly report: Report;
  readonly names: Names;
  readonly leftOut: LeftOut;
  readonly told: readonly ToldFinding[];
  readonly groups: readonly FindingGroup[];
  readonly runOrder: RunOrder;
  readonly places: RunPlaces;
  readonly outcomes: Outcomes;
  readonly shownCalls: ShownCalls;
}

export function pageOf(report: Report): Page {
  const told = toldFindings(report.diff.findings);
  const groups = findingGroups(told, report.isJudged);
  const places = new RunPlaces(report);
  const outcomes = new Outcomes(report.diff, groups, places);
  const shownCalls = new ShownCalls(report, groups, places);
  return {
    report,
    names: new Names(),
    leftOut: new LeftOut(),
    told,
    groups,
    runOrder: new RunOrder(report.diff.runs),
    places,
    outcomes,
    shownCalls,
  };
}
