import { amount } from './amount.ts';
import { findingEntry } from './finding-entry.ts';
import { MOST_ENTRIES } from './finding-groups.ts';
import type { Page } from './page.ts';
import { type Html, html } from './safe-html.ts';
import { none, type Section } from './section.ts';

/** What was found, the worst level first. */
export function findingsSection(page: Page): Section {
  const { leftOut, groups, told } = page;
  const { shown, rest } = leftOut.bound(groups, MOST_ENTRIES, 'entries of findings');
  return {
    id: 'findings',
    title: 'Findings',
    count: told.length,
    content: html`${groups.length === 0 ? nothing(page) : intro(page)}${shown.map((group) => findingEntry(page, group))}${rest}`,
  };
}

function nothing({ report: { diff } }: Page): Html {
  const hasCalls = diff.runs.some((run) => run.tool_calls_observed > 0);
  return none(
    hasCalls
      ? 'No call and no gap gives rise to one.'
      : 'No call was observed, and no gap gives rise to one.',
  );
}

/** Why there are fewer entries than findings. */
function intro({ groups, told }: Page): Html {
  if (groups.length === told.length) return html``;
  return none(`${amount(told.length, 'finding')}: those that say the same of the same are one entry here.`);
}
