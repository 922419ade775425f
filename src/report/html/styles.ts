import { html } from './safe-html.ts';

/**
 * The one style sheet. Text is 4.5 to 1 or better on every ground, in light and in dark; a level is a word first and
 * a colour second. Paper is always light, and shows what a screen folds.
 */
export const STYLE = html`<style>
:root {
  color-scheme: light dark;
  --ground: #ffffff; --raised: #f4f5f7; --line: #cfd4da; --text: #1a1d21; --quiet: #545b64;
  --link: #0b57a8; --mark: #ffe9b8; --mark-text: #4a3200;
  --error: #a9211a; --inconclusive: #66399e; --warning: #7a4d00; --note: #545b64; --pass: #17612f;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ground: #15181c; --raised: #1e2227; --line: #3a4149; --text: #e4e7eb; --quiet: #a3abb5;
    --link: #8fbdf5; --mark: #4d3b12; --mark-text: #ffe1a3;
    --error: #ff9389; --inconclusive: #cdb0f5; --warning: #ebbd63; --note: #a3abb5; --pass: #86d29d;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0 auto; padding: 2rem 1.5rem 4rem; max-width: 88rem; background: var(--ground); color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  overflow-wrap: anywhere;
}
h1, h2, h3, h4 { line-height: 1.25; margin: 0; font-weight: 650; text-wrap: balance; }
h1 { font-size: 1.25rem; }
h2 { font-size: 1.375rem; margin-top: 3rem; padding-top: 0.75rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.125rem; margin-top: 2rem; }
h4 { font-size: 1rem; }
p, ul, ol, dl { margin: 0.75rem 0 0; }
p, li { max-width: 48rem; }
dd li, td li { max-width: none; }
a { color: var(--link); text-underline-offset: 0.15em; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
:target { scroll-margin-top: 1rem; }
tr:target > *, article:target, details:target { background: var(--raised); }
code, bdi, .digest { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; font-size: 0.875em; }
bdi { white-space: break-spaces; overflow: clip; }
mark { background: var(--mark); color: var(--mark-text); padding: 0 0.1em; }
.none, .quiet, caption, .left-out { color: var(--quiet); }
.left-out { border-left: 3px solid var(--line); padding-left: 0.75rem; }
.skip { position: absolute; left: -100vw; }
.skip:focus { position: static; }

.verdict { margin-top: 1rem; padding: 0.25rem 0 0.25rem 1rem; border-left: 0.375rem solid var(--note); max-width: none; }
.verdict strong { display: block; font-size: 2rem; line-height: 1.2; }
.verdict.fail { border-color: var(--error); } .verdict.fail strong { color: var(--error); }
.verdict.inconclusive { border-color: var(--inconclusive); } .verdict.inconclusive strong { color: var(--inconclusive); }
.verdict.pass { border-color: var(--pass); } .verdict.pass strong { color: var(--pass); }

.facts { display: grid; grid-template-columns: minmax(7rem, 11rem) minmax(0, 1fr); gap: 0.25rem 1rem; }
.facts > dt { color: var(--quiet); }
.facts > dd > .left-out { margin-top: 0.25rem; }
.facts > dd { margin: 0; min-width: 0; }
.facts ul, td ul { margin: 0; padding: 0; list-style: none; }
.fields { margin: 0; display: flex; flex-wrap: wrap; gap: 0 1rem; }
.fields > div { min-width: 0; }
.fields dt, .fields dd { display: inline; margin: 0; }
.fields dt { color: var(--quiet); font-size: 0.9375em; }
.fields dd { font-size: 0.9375em; }
nav { margin-top: 1.5rem; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; padding: 0; list-style: none; }

.finding { margin-top: 1rem; padding: 0.75rem 1rem 1rem; border: 1px solid var(--line); border-left-width: 0.375rem; border-radius: 2px; }
.finding h3 { margin-top: 0; font-size: 1.0625rem; }
.finding > p { margin-top: 0.25rem; }
.finding.error { border-left-color: var(--error); }
.finding.inconclusive { border-left-color: var(--inconclusive); }
.finding.warning { border-left-color: var(--warning); }
.level { font-weight: 650; }
.level.error, .level.fail { color: var(--error); } .level.inconclusive { color: var(--inconclusive); }
.level.warning { color: var(--warning); } .level.note { color: var(--note); } .level.pass { color: var(--pass); }

table { width: 100%; margin-top: 1rem; border-collapse: collapse; font-size: 0.9375rem; }
caption { text-align: left; padding-bottom: 0.375rem; }
th, td { padding: 0.5rem 1rem 0.5rem 0; text-align: left; vertical-align: top; border-top: 1px solid var(--line); }
thead th { border-top: 0; border-bottom: 1px solid var(--quiet); font-weight: 650; white-space: nowrap; }
tbody th { font-weight: 400; }
tbody tr:last-child > * { border-bottom: 1px solid var(--line); }
.also { font-weight: 400; color: var(--quiet); font-size: 0.875em; }
.decisions bdi, .decisions code { font-size: 0.8125em; }
.also bdi, .also code { font-size: 0.9375em; }
details { margin-top: 1rem; }
summary { cursor: pointer; }
footer { margin-top: 3rem; padding-top: 0.75rem; border-top: 1px solid var(--line); color: var(--quiet); }

@media print, screen and (min-width: 48.01rem) {
  table { table-layout: fixed; }
  .decisions th:first-child { width: 6.5%; }
  .decisions th:nth-child(2) { width: 17%; }
  .decisions th:nth-child(4) { width: 13.5%; }
  .decisions th:nth-child(5) { width: 18.5%; }
  .decisions th:nth-child(6) { width: 20%; }
  .calls th:nth-child(2) { width: 38%; }
  .calls th:last-child, .baselined th:last-child { width: 8%; }
  .gaps th:first-child { width: 18%; }
  .runs th:first-child { width: 50%; }
  .levels th:first-child { width: 30%; }
  .levels th:last-child { width: 18%; }
  .inputs th:first-child, .unobserved th:first-child { width: 35%; }
  .unused th:first-child { width: 65%; }
}
@media screen and (max-width: 48rem) {
  body { padding: 1rem 1rem 3rem; }
  .facts { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .facts > dd { margin-bottom: 0.5rem; }
  table, caption, tbody, tr, th, td { display: block; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  tbody tr { padding: 0.75rem 0; border-top: 1px solid var(--line); }
  th, td { padding: 0.125rem 0; border: 0; }
  tbody tr:last-child > * { border-bottom: 0; }
  tbody th { font-weight: 650; }
  td[data-column]::before { content: attr(data-column); display: block; color: var(--quiet); font-size: 0.8125rem; margin-top: 0.25rem; }
}
@media print {
  @page { margin: 15mm 14mm; }
  body { padding: 0; max-width: none; font-size: 9.5pt; line-height: 1.4; }
  nav, .skip { display: none; }
  a { color: inherit; text-decoration: none; }
  h1 { font-size: 12pt; }
  h2 { font-size: 13pt; margin-top: 20pt; }
  h3, .finding h3 { font-size: 10.5pt; }
  h2, h3, caption, summary, .finding > p { break-after: avoid; }
  tr, dd, .verdict, .finding { break-inside: avoid; }
  tbody tr:first-child { break-before: avoid; }
  .finding { box-decoration-break: clone; -webkit-box-decoration-break: clone; padding: 6pt 9pt 8pt; }
  .facts { gap: 1pt 9pt; grid-template-columns: 9.5em minmax(0, 1fr); }
  thead { display: table-header-group; }
  table { font-size: 8.5pt; }
  th, td { padding: 3pt 6pt 3pt 0; }
  thead th { font-size: 8pt; }
  .decisions th:first-child { width: 9%; }
  summary { list-style: none; }
  details:not(.long)::details-content { content-visibility: visible; block-size: auto; }
}
</style>
`;
