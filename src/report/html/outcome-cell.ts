import type { CallPlace } from '../run-places.ts';
import { codeWord } from './code-word.ts';
import { MOST_ENTRIES } from './finding-groups.ts';
import type { Outcome } from './outcomes.ts';
import type { Page } from './page.ts';
import { type Html, html } from './safe-html.ts';

/** What one call was judged to be, with the way to its finding. */
export function outcomeCell(page: Page, place: CallPlace): Html {
  const { report, places, outcomes } = page;
  const runId = report.diff.runs[place.run]?.run_id ?? null;
  if (places.isOneOfSeveral(runId))
    return html`<span class="none">not told apart: several runs have this id</span>`;
  const all = outcomes.of(place);
  if (all.length === 0) return html`<span class="none">nothing</span>`;
  return html`<ul>${all.map((outcome) => html`<li>${outcomeHtml(outcome, report.isJudged)}</li>`)}</ul>`;
}

function outcomeHtml(outcome: Outcome, isJudged: boolean): Html {
  if (outcome.is !== 'finding') return html`<a href="#${outcome.is}">${outcome.is}</a>`;
  const { number, finding } = outcome.group;
  const level = isJudged ? html`<span class="level ${finding.level}">${finding.level}</span>: ` : undefined;
  const row = codeWord(finding.row);
  return number > MOST_ENTRIES ? html`${level}${row}` : html`${level}<a href="#finding-${number}">${row}</a>`;
}
