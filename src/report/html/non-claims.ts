import { HEALTH_NON_CLAIMS } from '../../run/health.ts';
import type { Page } from './page.ts';
import { type Html, html, NOTHING } from './safe-html.ts';
import type { Section } from './section.ts';

const MOST_LISTED = 100;

/** What nobody should read out of this report. */
export function nonClaimsSection(page: Page): Section {
  const { diff, runs } = page.report;
  const ofHealth = [...new Set(runs.flatMap(({ health }) => health?.non_claims ?? []))];
  return {
    id: 'not-claimed',
    title: 'Not claimed',
    content: html`${list(page, 'This report', diff.non_claims, diff.non_claims)}${list(page, 'The health document of a run', ofHealth, HEALTH_NON_CLAIMS)}`,
  };
}

/** Sentences that are `ours` are no names. */
function list(
  { names, leftOut }: Page,
  who: string,
  claims: readonly string[],
  ours: readonly string[],
): Html {
  if (claims.length === 0) return NOTHING;
  const { shown, rest } = leftOut.bound(claims, MOST_LISTED, 'non-claims');
  const items = shown.map((claim) => html`<li>${ours.includes(claim) ? claim : names.show(claim)}</li>\n`);
  return html`<p>${who}:</p>
<ul>
${items}</ul>
${rest}`;
}
