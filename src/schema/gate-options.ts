import { z } from 'zod';
import type { RuleSet } from '../classify/rule-set.ts';
import { COVERAGE_LEVELS } from '../gate/coverage.ts';
import { GAP_ROW, LEVELS, ROWS } from '../gate/rows.ts';
import { type PlacedIssue, placedIssues } from './declared-issues.ts';
import { calendarDate, closedObject } from './declared-shapes.ts';
import { isObject } from './refinement.ts';
import { nonEmpty } from './shapes.ts';

const list = z.array(nonEmpty).optional();
const words = closedObject({ add: list, remove: list }).optional();
const level = z.enum(LEVELS).optional();
const rows = Object.keys(ROWS).filter((row) => row !== GAP_ROW);

function isRuleSet(value: unknown): boolean {
  return isObject(value) && value.byLeaf instanceof Map && Array.isArray(value.rules);
}

/** What code that no compiler checks may hand over as options of the gate; the baseline is read by itself. */
const GateOptionsSchema = closedObject({
  acceptCoverage: z.enum(COVERAGE_LEVELS).optional(),
  levels: closedObject(Object.fromEntries(rows.map((row) => [row, level]))).optional(),
  baseline: z.unknown().optional(),
  expectRuns: list,
  expectServices: list,
  highRisk: closedObject({ verbs: words, nouns: words, readVerbs: words, secretNouns: words }).optional(),
  today: calendarDate.optional(),
  file: nonEmpty.optional(),
  classifiers: z.custom<RuleSet>(isRuleSet, { error: 'what `loadClassifiers` gives' }).optional(),
});

/** Options as they are, or all that is wrong with them, free of their values. */
export type GateOptionsReading =
  | { readonly options: z.infer<typeof GateOptionsSchema> }
  | { readonly problems: readonly PlacedIssue[] };

/** Reads options; a word that is none is a problem, since it would pass for one that was left out. */
export function readGateOptions(value: unknown): GateOptionsReading {
  const { success, data, error } = GateOptionsSchema.safeParse(value);
  return success ? { options: data } : { problems: placedIssues(value, error.issues, () => NO_PLACE) };
}

/** Options have no lines. */
const NO_PLACE = { line: 1, column: 1 };
