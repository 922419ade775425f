import { DIFF_SCHEMA } from '../../gate/surface-diff.ts';
import type { Reporter } from '../reporter.ts';
import { thousands } from './amount.ts';
import { baselinedSection } from './baselined.ts';
import { matchedSection, reviewedSection } from './calls.ts';
import { classifiersSection } from './classifiers.ts';
import { contentPolicy } from './content-policy.ts';
import { coverageSection } from './coverage.ts';
import { decisionsSection } from './decisions.ts';
import { findingsSection } from './findings.ts';
import { inputsSection } from './inputs.ts';
import { levelsSection } from './levels.ts';
import { longNamesSection } from './long-names.ts';
import { manifestsSection } from './manifests.ts';
import { nonClaimsSection } from './non-claims.ts';
import { type Page, pageOf } from './page.ts';
import { type Html, html } from './safe-html.ts';
import { type Section, sectionHtml } from './section.ts';
import { silentClassifiersSection } from './silent-classifiers.ts';
import { STYLE } from './styles.ts';
import { unobservedSection } from './unobserved.ts';
import { pageTitle, verdictHtml } from './verdict.ts';

/** One file that needs nothing else: to read, to print, to keep with the evidence. */
export const htmlReport: Reporter = {
  format: 'html',
  extension: 'html',
  mediaType: 'text/html',
  summary: 'one self-contained page: verdict, findings, coverage, every decision with its trace',
  render: (report) => {
    const page = pageOf(report);
    const head = verdictHtml(page);
    const sections = sectionsOf(page);
    return pageHtml(page, head, sections).toString();
  },
};

function sectionsOf(page: Page): readonly Section[] {
  const sections: readonly (Section | undefined)[] = [
    findingsSection(page),
    coverageSection(page),
    decisionsSection(page),
    matchedSection(page),
    reviewedSection(page),
    baselinedSection(page),
    unobservedSection(page),
    manifestsSection(page),
    classifiersSection(page),
    silentClassifiersSection(page),
    inputsSection(page),
    ...(page.report.isJudged ? [levelsSection(page)] : []),
    nonClaimsSection(page),
  ];
  return [...sections, longNamesSection(page)].filter((section) => section !== undefined);
}

function pageHtml(page: Page, head: Html, sections: readonly Section[]): Html {
  const links = sections.map(
    ({ id, title, count }) =>
      html`<li><a href="#${id}">${title}</a>${count === undefined ? undefined : html` <span class="quiet">${thousands(count)}</span>`}</li>\n`,
  );
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
${contentPolicy(STYLE)}
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${pageTitle(page)}</title>
${STYLE}</head>
<body>
<a class="skip" href="#findings">Skip to the findings</a>
<header>
<h1>MCP tool calls: declared against observed</h1>
${head}${omissions(page)}<nav aria-label="Contents">
<ul>
${links}</ul>
</nav>
</header>
<main>
${sections.map(sectionHtml)}</main>
<footer>assay-otel ${page.report.version}, from <code>${DIFF_SCHEMA}</code></footer>
</body>
</html>
`;
}

/** Said at the beginning too, lest a reader takes a part for the whole. */
function omissions({ leftOut }: Page): Html | undefined {
  const { omissions } = leftOut;
  if (omissions.length === 0) return undefined;
  const counts = omissions.map(({ what, count }) => `${thousands(count)} ${what}`);
  return html`<p class="left-out">This page does not hold everything. Left out: ${counts.join(', ')}.</p>\n`;
}
