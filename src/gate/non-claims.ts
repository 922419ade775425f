import type { ClassifierRule } from '../classify/rule.ts';
import type { ObservedRun } from './observed-run.ts';

/** What no diff claims. */
const GLOBAL: readonly string[] = [
  'a declared action is an allowance, not enforcement and not proof of safety',
  'a declared-but-unobserved action is not a regression and not proof that the action cannot happen',
  'does not prove the external SaaS side effect happened or persisted without independently verified audit evidence',
  'does not infer tool actions outside observed MCP proxy traffic',
  'does not expose raw secrets or tokens',
  "does not replace the provider's own audit log",
];

/** Whatever ran a text of its caller's did something that nobody read. */
const OPAQUE =
  'opaque_execution: what the statement, command or code did is not projected: the record says that it was run, and where';

/** The global ones, then those of the categories that occur, in the order of the classifiers. */
export function nonClaims(
  runs: readonly ObservedRun[],
  classifiers: readonly ClassifierRule[],
): readonly string[] {
  const records = runs.flatMap(({ surface }) => surface?.observed_tool_decisions ?? []);
  const seen = new Set(records.map(({ tool }) => tool.category));
  const isOpaque = records.some(({ action }) => action.class === 'opaque_execution');
  return [
    ...GLOBAL,
    ...(isOpaque ? [OPAQUE] : []),
    ...classifiers
      .filter(({ category }) => seen.has(category))
      .flatMap(({ category, nonClaims: own }) => own.map((claim) => `${category}: ${claim}`)),
  ];
}
