import { CLASSIFIERS } from '../../src/classify/registry.ts';
import { GAP_WORDS } from '../../src/report/words/gap-words.ts';
import { type Metrics, OF_TARGET } from './made-metrics.ts';

const STATES = ['complete', 'partial', 'unknown'];
const GAPS = Object.keys(GAP_WORDS);

/** Words of labels whose words are a closed list. A word that no source writes matches nothing, and nobody would notice. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  assay_coverage_state: STATES,
  coverage: STATES,
  assay_coverage_gap_code: GAPS,
  code: GAPS,
  assay_classification: ['classified', 'classified_incomplete', 'observed_unknown_tool', 'redaction_failed'],
  assay_tool_category: ['', 'unknown', ...CLASSIFIERS.map(({ category }) => category)],
  assay_decision_effect: ['allow', 'deny', 'error'],
  outcome: ['accepted', 'rejected', 'skipped'],
};

/** What in a PromQL expression is neither made by a source nor recorded by a rule. */
export function unknownIn(expression: string, metrics: Metrics): string[] {
  // Variables of Grafana, whose words are asked of Prometheus itself.
  const plain = expression.replaceAll(/\$\{?\w+(:\w+)?\}?/g, '1h');
  const problems: string[] = [];
  const used: string[] = [];
  for (const [, name = '', , matchers = ''] of plain.matchAll(/\b(\w*:?assay_[\w:]*)(\{([^}]*)\})?/g)) {
    if (isLabel(name, metrics)) continue;
    const labels = metrics.get(name);
    used.push(name);
    if (labels === undefined) problems.push(`no source makes ${name}`);
    for (const [, label = '', , words = ''] of matchers.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)) {
      if (labels?.has(label) === false && !OF_TARGET.includes(label))
        problems.push(`${name} has no ${label}`);
      problems.push(...unknownWords(label, words));
    }
  }
  if (used.length === 0) problems.push('no metric of ours');
  for (const [, grouping = ''] of plain.matchAll(/\b(?:by|on|without)\s*\(([^)]*)\)/g)) {
    for (const label of grouping.split(',').map((part) => part.trim())) {
      const isMade = OF_TARGET.includes(label) || used.some((name) => metrics.get(name)?.has(label));
      if (!isMade) problems.push(`none of ${used.join(', ')} has ${label}`);
    }
  }
  return problems;
}

/** A label of some metric, and no metric itself. */
function isLabel(name: string, metrics: Metrics): boolean {
  return !metrics.has(name) && [...metrics.values()].some((labels) => labels.has(name));
}

function unknownWords(label: string, words: string): string[] {
  const known = WORDS[label];
  if (known === undefined) return [];
  return words
    .split('|')
    .filter((word) => !known.includes(word))
    .map((word) => `${label} is never ${word}`);
}
