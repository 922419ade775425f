// Prints decision records for a person.
const CLASSIFICATION_COLOUR = {
  classified: 'cyan',
  classified_incomplete: 'yellow',
  observed_unknown_tool: 'yellow',
  redaction_failed: 'magenta',
};

const HEAD = ['tool', 'category', 'classification', 'decision', 'status', 'seen by'];
const DECISION = HEAD.indexOf('decision');

/** The decision table: under the name of each server its calls, and below a call its target and its rule. */
export function decisionTable(calls, colours) {
  const rows = calls.map(({ record, seenBy }) => [
    printable(record.tool.name),
    record.tool.category ?? '-',
    record.classification,
    printable(decisionText(record.decision)),
    record.response.status,
    seenBy.join('+'),
  ]);
  const widths = HEAD.map((title, column) =>
    Math.max(title.length, ...rows.map((cells) => cells[column].length)),
  );
  const pad = (cells) => cells.map((cell, column) => cell.padEnd(widths[column]));
  const toDecision = widths.slice(0, DECISION).reduce((sum, width) => sum + width + 2, 0);

  const lines = [colours.bold(pad(HEAD).join('  ').trimEnd())];
  let server;
  calls.forEach((call, at) => {
    const { record, below } = call;
    if (record.server.id !== server) {
      server = record.server.id;
      lines.push(colours.dim(ruler(printable(server), pad(HEAD).join('  ').length)));
    }
    lines.push(painted(pad(rows[at]), record, colours).join('  ').trimEnd());
    const [target, rule] = [targetText(record), ruleText(record)].map(printable);
    if (target + rule !== '') lines.push(colours.dim(`  ${target.padEnd(toDecision - 2)}${rule}`.trimEnd()));
    for (const { response } of below.filter((inner) => inner.response.status !== record.response.status)) {
      lines.push(colours.dim(`${' '.repeat(toDecision)}the server saw it end as ${response.status}`));
    }
  });
  return lines;
}

function ruler(title, width) {
  return `── ${title} ${'─'.repeat(width - title.length - 4)}`;
}

/** Who let it pass, or did not. Where nobody decided, that is what it says. */
function decisionText({ effect, source, advised_effect }) {
  if (effect === 'deny') return `denied by ${source}`;
  if (effect === 'error') return `failed: ${source}`;
  if (source === 'none') return 'allowed (no decision observed)';
  return advised_effect === 'deny' ? `would deny: ${source}` : `allowed by ${source}`;
}

/** The target as the record has it; where that is not all, why. */
function targetText({ action, classification, detail, reason_code }) {
  const { owner, repo, provider: _, ...rest } = action.target ?? {};
  const place = [owner, repo].filter((part) => part !== undefined).join('/');
  const fields = Object.entries(rest).map(
    ([key, value]) => `${key.replace(/_hash$/, '')} ${shortened(value)}`,
  );
  const isWhole = classification === 'classified' || reason_code === 'unknown_tool_name';
  return [place, ...fields, isWhole ? '' : (detail ?? reason_code)].filter((text) => text !== '').join(' · ');
}

function ruleText({ decision, redaction }) {
  return [decision.rule_id, redaction.credential_alias].filter((text) => text !== null).join(' · ');
}

function shortened(value) {
  const text = String(value);
  return text.startsWith('sha256:') ? `#${text.slice(7, 13)}` : text;
}

function painted(cells, { classification, decision, response }, colours) {
  const status = { success: 'green', blocked: 'red' }[response.status] ?? 'yellow';
  const paint = [
    'bold',
    'reset',
    CLASSIFICATION_COLOUR[classification],
    decisionColour(decision),
    status,
    'dim',
  ];
  return cells.map((cell, column) => colours[paint[column]](cell));
}

function decisionColour({ effect, source, advised_effect }) {
  if (effect !== 'allow') return 'red';
  return source === 'none' || advised_effect === 'deny' ? 'yellow' : 'green';
}

/** One line, whatever a tool is called: no control, bidirectional or zero-width character reaches a terminal. */
function printable(text) {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd');
}
