import type { EmittedRun } from '../aggregator/emitted-run.ts';
import { FORMS } from '../classifier-file/forms.ts';
import { CLASSIFIERS } from '../classify/registry.ts';
import { EVENT, METRIC, METRIC_ATTRIBUTE, SUMMARY } from '../decision/names.ts';

export type Metric = (typeof METRIC)[keyof typeof METRIC];

/** What is counted, in units of OpenTelemetry's conventions for things that are no units. */
export const COUNTS: readonly {
  readonly name: Metric;
  readonly unit: string;
  readonly description: string;
}[] = [
  { name: METRIC.toolCalls, unit: '{call}', description: 'Tool calls observed, as last known.' },
  { name: METRIC.gaps, unit: '{gap}', description: 'Gaps in the coverage of runs, as last known.' },
  { name: METRIC.runs, unit: '{run}', description: 'Runs by the state of their coverage, as last known.' },
];

/** One time series of a metric, and its share in one run. */
export interface Count {
  readonly metric: Metric;
  readonly attributes: Readonly<Record<string, string>>;
  readonly value: number;
}

/** By series. */
export type Counts = ReadonlyMap<string, Count>;

/** OpenTelemetry's word for whatever is on no list. */
const OTHER = '_OTHER';

const EFFECTS: readonly string[] = ['allow', 'deny', 'error'];
const CLASSIFICATIONS: readonly string[] = [
  'classified',
  'classified_incomplete',
  'observed_unknown_tool',
  'redaction_failed',
];

/** Categories of classifier files that have series of their own; as many as any configuration has. */
const MAX_CATEGORIES = 500;

/** Which categories have series of their own: the built-in ones, and the first so many of classifier files. */
export class CountedCategories {
  readonly #known = new Set(CLASSIFIERS.map(({ category }) => category));

  /** The category, or `_OTHER`; the same for ever, since a correction must meet what it corrects. */
  named(category: string): string {
    const isNew = !this.#known.has(category);
    if (isNew && FORMS.category.pattern.test(category) && this.#known.size < MAX_CATEGORIES) {
      this.#known.add(category);
    }
    return this.#known.has(category) ? category : OTHER;
  }
}

/** What one emission counts: records may be another version's, so that no word of theirs becomes a series unseen. */
export function countsOf(
  { surface, health, emission, isEmptied }: EmittedRun,
  categories: CountedCategories,
): Counts {
  const counts = new Map<string, Count>();
  const add = (metric: Metric, attributes: Count['attributes'], value: number): void => {
    const key = [metric, ...Object.values(attributes)].join(' ');
    counts.set(key, { metric, attributes, value: value + (counts.get(key)?.value ?? 0) });
  };
  for (const { tool, decision, classification } of surface.observed_tool_decisions) {
    const attributes = {
      ...(tool.category !== null && { [EVENT.toolCategory]: categories.named(tool.category) }),
      [EVENT.decisionEffect]: listed(EFFECTS, decision.effect),
      [EVENT.classification]: listed(CLASSIFICATIONS, classification),
    };
    add(METRIC.toolCalls, attributes, 1);
  }
  const { coverage } = health;
  for (const { code, count } of coverage.gaps) add(METRIC.gaps, { [METRIC_ATTRIBUTE.gapCode]: code }, count);
  // The run itself was counted with its first part; one whose traces all turned out to be of another is none.
  if (!emission.fragment && isEmptied !== true)
    add(METRIC.runs, { [SUMMARY.coverageState]: coverage.state }, 1);
  return counts;
}

/** What has to be added to every series so that `counts` stand where `before` stood. */
export function differences(before: Counts | undefined, counts: Counts): readonly Count[] {
  const changed = [...counts].map(([key, count]) => ({
    ...count,
    value: count.value - (before?.get(key)?.value ?? 0),
  }));
  const gone = [...(before ?? [])].filter(([key]) => !counts.has(key));
  const taken = gone.map(([, count]) => ({ ...count, value: -count.value }));
  return [...changed, ...taken].filter(({ value }) => value !== 0);
}

function listed(words: readonly string[], word: string): string {
  return words.includes(word) ? word : OTHER;
}
