import { COVERAGE_LEVELS } from '../../gate/coverage.ts';
import type { Verdict } from '../../gate/verdict.ts';
import { levelCounts } from '../told-finding.ts';
import { verdictWords } from '../words/verdict-words.ts';
import { amount, thousands } from './amount.ts';
import type { Page } from './page.ts';
import { type Html, html, joined } from './safe-html.ts';

const BECAUSE: Readonly<Record<Verdict, string>> = {
  fail: 'At least one finding is an error.',
  inconclusive: 'Nothing is an error, but something could not be judged or was not observed well enough.',
  pass: 'No finding is an error, and what was observed is enough to say so.',
};

/** What a browser calls the page: the verdict first, since tabs are narrow. */
export function pageTitle({ report: { diff, isJudged } }: Page): string {
  return isJudged ? `${verdictWords(diff)} – declared against observed` : 'Declared against observed';
}

/** The verdict, if there is one, and the few numbers behind it. */
export function verdictHtml(page: Page): Html {
  const { names, told, report } = page;
  const { diff, isJudged, declared } = report;
  const calls = diff.runs.reduce((sum, run) => sum + run.tool_calls_observed, 0);
  const coverage = COVERAGE_LEVELS.flatMap((level) => {
    const count = diff.runs.filter((run) => run.coverage.level === level).length;
    return count === 0 ? [] : [html`${amount(count, 'run')} ${level}`];
  });
  return html`${isJudged ? judged(page) : COMPARED}
<dl class="facts">
<dt>Declared surface</dt> <dd>${names.show(declared.file)}</dd>
<dt>Calls observed</dt> <dd>${thousands(calls)} in ${amount(diff.runs.length, 'run')}</dd>
<dt>Findings</dt> <dd>${told.length === 0 ? 'none' : isJudged ? byLevel(page) : thousands(told.length)}</dd>
<dt>Coverage</dt> <dd>${coverage.length === 0 ? 'no run came in' : joined(coverage, html`, `)}</dd>
</dl>
`;
}

const COMPARED = html`<p class="verdict"><strong>not judged</strong> Calls are compared with what is declared. There is no verdict, and levels are left out.</p>`;

function judged({ report: { diff } }: Page): Html {
  return html`<p class="verdict ${diff.verdict}"><strong>${verdictWords(diff)}</strong> ${BECAUSE[diff.verdict]}</p>`;
}

function byLevel({ told }: Page): Html {
  const counts = levelCounts(told).map(
    ([level, count]) => html`${thousands(count)} <span class="level ${level}">${level}</span>`,
  );
  return joined(counts, html`, `);
}
