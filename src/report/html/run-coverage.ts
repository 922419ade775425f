import type { RunSummary } from '../../gate/surface-diff.ts';
import type { Counted, Health } from '../../run/health.ts';
import { claimWords } from '../words/claim-words.ts';
import { gapLines } from '../words/gap-lines.ts';
import { limitWords, noteWords } from '../words/limit-words.ts';
import { reasonWords } from '../words/reason-words.ts';
import { runName } from './call-cells.ts';
import { codeWord } from './code-word.ts';
import type { Page } from './page.ts';
import { Prose, prose, sentence } from './prose.ts';
import { runId } from './run-order.ts';
import { type Html, html, NOTHING } from './safe-html.ts';
import { scopeHtml } from './scope.ts';
import { table } from './table.ts';

const MOST_GAPS = 50;
const MOST_COUNTED = 50;

/** One run: whether its coverage is enough, what is missing and what to do, what bounds a claim, and its scope. */
export function runCoverageHtml(page: Page, at: number): Html {
  const { diff, runs } = page.report;
  const run = diff.runs[at];
  if (run === undefined) return NOTHING;
  const { coverage, scope, run_id } = run;
  const health = runs[at]?.health;
  const id = runId(at);
  return html`<section aria-labelledby="${id}">
<h3 id="${id}">${runName(page, run_id)}: ${coverage.level}</h3>
<p>${enough(page, run)}</p>
${gapsTable(page, run)}${countedList(page, 'Limits, which bound a claim and are no gap', coverage.limits, limitWords)}${
  health && countedList(page, 'Notes, which explain a hole', health.coverage.notes, noteWords)
}${health && claims(page, health)}${scope === null ? undefined : scopeHtml(page, scope)}</section>
`;
}

function enough({ names, report }: Page, { coverage: { level, accepted, reason } }: RunSummary): Html {
  if (reason !== null) return prose(names, (quote) => sentence(reasonWords(reason, quote)));
  if (level === 'complete') return html`Within the scope below, every call that was made was observed.`;
  return accepted && report.isJudged
    ? html`Accepted as it is, by configuration: calls that nobody saw may have been made.`
    : html`Calls that nobody saw may have been made.`;
}

/** What to do about a code is said once. */
function gapsTable(page: Page, { coverage, scope, run_id }: RunSummary): Html {
  const { names, leftOut } = page;
  const { gaps } = coverage;
  if (gaps.length === 0) return NOTHING;
  const { shown, rest } = leftOut.bound(gaps, MOST_GAPS, 'gaps', 'The health document has all of them.');
  const words = new Prose(names);
  const rows = gapLines(shown, scope, words.quote).map(({ code, says, remedy }) => [
    codeWord(code),
    html`<ul>${says.map((said) => html`<li>${words.html(sentence(said))}</li>`)}</ul>`,
    words.html(sentence(remedy)),
  ]);
  const caption = html`What is missing of run ${runName(page, run_id)}`;
  return html`${table({ kind: 'gaps', caption, columns: ['Gap', 'What is missing', 'What to do'], rows })}${rest}`;
}

function countedList(
  { names, leftOut }: Page,
  title: string,
  counted: readonly Counted[],
  wordsFor: (counted: Counted) => string,
): Html {
  if (counted.length === 0) return NOTHING;
  const { shown, rest } = leftOut.bound(counted, MOST_COUNTED, 'limits and notes');
  const items = shown.map((one) => html`<li>${names.show(one.code)}: ${prose(names, wordsFor(one))}</li>\n`);
  return html`<p>${title}:</p>
<ul>
${items}</ul>
${rest}`;
}

/** Which claims of the health document may be made, and what blocks the others. */
function claims({ names, leftOut }: Page, health: Health): Html {
  const items = claimWords(health).map(({ claim, because }) => {
    if (because.length === 0) return html`<li>May be claimed: ${prose(names, claim)}.</li>\n`;
    const { shown, rest } = leftOut.bound(because, MOST_COUNTED, 'reasons against a claim');
    return html`<li>May not be claimed: ${prose(names, `${claim}, because ${shown.join('; ')}`)}.${rest}</li>\n`;
  });
  return html`<p>Claims:</p>
<ul>
${items}</ul>
`;
}
