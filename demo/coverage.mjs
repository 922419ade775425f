// What coverage means, as a table: of each run how far it was observed, and what may be claimed of it.
const HEAD = ['run', 'coverage', 'calls made', 'calls seen', 'no tool use', 'no undeclared tool use'];
const STATE_COLOUR = { complete: 'green', partial: 'yellow', unknown: 'red' };
const CLAIM = { allowed: 'may be claimed', blocked: 'may not' };
const CLAIM_COLOUR = { allowed: 'green', blocked: 'yellow' };

/** What the words of the table mean. */
export const COVERAGE_LEGEND = [
  ['complete', 'every call that a process in scope numbered has arrived, and its last word is: no more'],
  ['partial', 'something is missing; what it is, how that is known and what to do about it stands above'],
  ['may be claimed', 'no such call was made through the MCP clients in scope'],
  ['may not', 'a call that was seen speaks against it, or one may be missing from the surface'],
];

/** One line per run. Of the calls made, only the agent itself knows; the rest is as its health says. */
export function coverageTable(runs, colours) {
  const rows = runs.map(({ runId, health: { coverage, claims, tool_calls_observed: seen }, told }) => [
    runId,
    coverage.state,
    told.made,
    seen,
    CLAIM[claims.no_tool_use],
    CLAIM[claims.no_undeclared_tool_use],
  ]);
  const widths = HEAD.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => String(row[column]).length)),
  );
  const pad = (row) => row.map((cell, column) => String(cell).padEnd(widths[column]));
  const painted = runs.map(({ health: { coverage, claims } }, at) => {
    const absence = [claims.no_tool_use, claims.no_undeclared_tool_use].map((claim) => CLAIM_COLOUR[claim]);
    const paint = ['bold', STATE_COLOUR[coverage.state], 'reset', 'reset', ...absence];
    const row = pad(rows[at]).map((cell, column) => colours[paint[column]](cell));
    return row.join('  ').trimEnd();
  });
  return [colours.bold(pad(HEAD).join('  ').trimEnd()), ...painted];
}
