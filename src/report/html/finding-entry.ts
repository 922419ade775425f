import { GAP_ROW } from '../../gate/rows.ts';
import type { Finding } from '../../gate/surface-diff.ts';
import { hasReason, remedyWords, rowSays, whyWords } from '../words/finding-words.ts';
import { seenWords } from '../words/gap-details.ts';
import { nearestWords } from '../words/nearest-words.ts';
import { reasonWords } from '../words/reason-words.ts';
import { ROW_WORDS } from '../words/row-words.ts';
import { thousands } from './amount.ts';
import { callLink, decisionCell, runLink, targetCell, toolName, traceOf } from './call-cells.ts';
import { codeWord } from './code-word.ts';
import type { FindingGroup } from './finding-groups.ts';
import type { Page } from './page.ts';
import { prose, sentence } from './prose.ts';
import { type Html, html, joined, NOTHING } from './safe-html.ts';

const MOST_SEEN = 10;

/** One thing that was found: what it is, of what, how it was decided, what came nearest, and where it was seen. */
export function findingEntry(page: Page, group: FindingGroup): Html {
  const { number, finding } = group;
  const { row, level } = finding;
  const { isJudged } = page.report;
  const remedy = remedyWords(finding);
  const told = row === GAP_ROW ? sentence(remedy) : `${sentence(rowSays(finding))} ${sentence(remedy)}`;
  const word = isJudged ? html`<span class="level ${level}">${level}</span>: ` : undefined;
  const id = `finding-${number}`;
  return html`<article class="finding ${isJudged ? level : 'compared'}" id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title">${word}${title(page, finding)}</h3>
<p>${prose(page.names, told)}</p>
<dl class="facts">
${fact('Row', rowWithCodes(group))}${row === GAP_ROW ? undefined : callFacts(page, finding)}${seen(page, group)}</dl>
</article>
`;
}

/** What it is, and of what. */
function title(page: Page, { row, reason, expected, tool, server }: Finding): Html {
  if (row !== GAP_ROW) return html`${ROW_WORDS[row].title}: ${toolName(page, { tool, server })}`;
  const why = prose(page.names, (quote) => reasonWords(reason, quote));
  return expected === null ? why : html`${why}: ${page.names.show(expected)}`;
}

/** Codes that are not the row's own name. */
function rowWithCodes({ finding: { row }, codes }: FindingGroup): Html {
  if (codes.every((code) => code === row)) return codeWord(row);
  const words = joined(codes.map(codeWord), html`, `);
  return html`${codeWord(row)}, ${codes.length === 1 ? 'code' : 'codes'} ${words}`;
}

function callFacts(page: Page, finding: Finding): Html {
  const { names, report } = page;
  const { category, nearest } = finding;
  return html`${fact(
    'Category',
    category === null ? html`<span class="none">no classifier knows the tool</span>` : names.show(category),
  )}${fact('Target', targetCell(page, finding))}${fact('Decision', decisionCell(page, finding))}${
    nearest === null
      ? NOTHING
      : fact(
          'Nearest declaration',
          prose(names, (quote) => nearestWords(nearest, report.declared, quote)),
        )
  }${
    hasReason(finding)
      ? fact(
          'Reason',
          prose(names, (quote) => whyWords(finding, quote)),
        )
      : NOTHING
  }`;
}

/** In which calls or runs; nothing for what was expected and is in none. */
function seen(page: Page, { finding, calls }: FindingGroup): Html {
  const { row, expected, fingerprint } = finding;
  if (row === GAP_ROW && expected !== null) {
    const seenNames = prose(page.names, (quote) => seenWords(finding, page.report.diff, quote) ?? '');
    return fact('Seen', seenNames);
  }
  const items = calls.slice(0, MOST_SEEN).map((call) => html`<li>${whereSeen(page, call)}</li>\n`);
  const more = calls.length - MOST_SEEN;
  const rest =
    more <= 0
      ? undefined
      : html`<li>and ${thousands(more)} more, which <a href="#decisions">Decisions</a> and <a href="#coverage">Coverage</a> show</li>\n`;
  return html`${fact(row === GAP_ROW ? 'Runs' : 'Calls', html`<ul>\n${items}${rest}</ul>`)}${
    fingerprint === null ? NOTHING : fact('Fingerprint', page.names.show(fingerprint))
  }`;
}

function whereSeen(page: Page, call: Finding): Html {
  if (call.record === null) return runLink(page, call.run_id);
  const trace = traceOf(page, call);
  return trace === undefined ? callLink(page, call) : html`${callLink(page, call)}: ${trace}`;
}

function fact(name: string, content: Html): Html {
  return html`<dt>${name}</dt> <dd>${content}</dd>\n`;
}
