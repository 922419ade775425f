// Prints decision records for a person.
const CLASSIFICATION_COLOUR = {
  classified: 'cyan',
  classified_incomplete: 'yellow',
  observed_unknown_tool: 'yellow',
  redaction_failed: 'magenta',
};

const STATUS_COLOUR = { success: 'green', blocked: 'red', error: 'red', timeout: 'red' };

/**
 * The decision table of a run: one line per record, in the surface's order, but that what the server of a call
 * recorded stands below what its client did. `parents` gives a span's parent by span id.
 */
export function decisionTable({ surface, index, parents }, colours) {
  const records = surface.observed_tool_decisions.map((record, at) => ({ record, ...index.records[at] }));
  const outer = records.filter((one) => outerOf(one, records, parents) === undefined);
  const rows = outer.flatMap((one) => [
    row(one, false),
    ...records.filter((other) => outerOf(other, records, parents) === one).map((other) => row(other, true)),
  ]);
  const head = ['tool', 'category', 'classification', 'decision', 'status', 'seen by', 'server'];
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map(({ cells }) => cells[column].length)));
  const line = (cells, paint = []) =>
    `  ${cells.map((cell, column) => (paint[column] ?? String)(cell.padEnd(widths[column]))).join('  ')}`.trimEnd();

  const lines = [colours.bold(line(head)), colours.dim(line(widths.map((width) => '─'.repeat(width))))];
  for (const { cells, record, isInner } of rows) {
    if (isInner) {
      lines.push(colours.dim(line(['└', '', '', ...cells.slice(3)])));
      continue;
    }
    lines.push(line(cells, paints(record, colours)));
    const detail = detailText(record);
    if (detail !== '') lines.push(colours.dim(`    ${printable(detail)}`));
  }
  return lines;
}

/** The record of the call in which this one was made: its span is the parent of this one's. */
function outerOf({ span_ids: [span] }, records, parents) {
  return records.find(({ span_ids }) => span_ids.includes(parents.get(span)));
}

function row({ record, vantage }, isInner) {
  const cells = [
    record.tool.name,
    record.tool.category ?? '-',
    record.classification,
    decisionText(record.decision),
    record.response.status,
    vantage,
    record.server.id,
  ];
  return { cells: cells.map(printable), record, isInner };
}

/** Who let it pass, or did not. Where nobody decided, that is what it says. */
export function decisionText({ effect, source, advised_effect }) {
  if (effect === 'deny') return `denied by ${source}`;
  if (effect === 'error') return `policy failed: ${source}`;
  if (source === 'none') return 'allowed (no decision observed)';
  return advised_effect === 'deny' ? `would deny: ${source}` : `allowed by ${source}`;
}

/** Rule, credential and target; for a call without target, why. */
function detailText({ action, decision, detail, reason_code, redaction }) {
  const target = Object.entries(action.target ?? {}).filter(([key]) => key !== 'provider');
  const isPlain = reason_code.startsWith('classified_') || reason_code === 'unknown_tool_name';
  return [
    ...target.map(([key, value]) => `${key} ${shortened(value)}`),
    ...(isPlain ? [] : [detail ?? reason_code]),
    ...(decision.rule_id === null ? [] : [`rule ${decision.rule_id}`]),
    ...(redaction.credential_alias === null ? [] : [`credential ${redaction.credential_alias}`]),
  ].join(' · ');
}

function shortened(value) {
  const text = String(value);
  return text.startsWith('sha256:') ? `${text.slice(0, 15)}…` : text;
}

function paints({ classification, decision, response }, colours) {
  const decided = decision.source === 'none' ? 'yellow' : decision.effect === 'allow' ? 'green' : 'red';
  const status = STATUS_COLOUR[response.status];
  return [
    colours.bold,
    undefined,
    colours[CLASSIFICATION_COLOUR[classification]],
    colours[decision.advised_effect === 'deny' ? 'yellow' : decided],
    colours[status],
  ];
}

/** One line, whatever a tool is called: no control, bidirectional or zero-width character reaches a terminal. */
function printable(text) {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\ufffd');
}
