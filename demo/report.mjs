// Decision records, as a table for a person.
const CLASSIFICATION_COLOUR = {
  classified: 'cyan',
  classified_incomplete: 'yellow',
  observed_unknown_tool: 'yellow',
  redaction_failed: 'magenta',
};

const HEAD = ['tool', 'category', 'classification', 'decision', 'status', 'seen by'];
const DECISION = HEAD.indexOf('decision');

/** The decision table: of each run its calls, under the names of their servers; below a call its target and rule. */
export function decisionTable(runs, colours) {
  const cellsOf = new Map(runs.flatMap(({ calls }) => calls.map((call) => [call, cells(call)])));
  const widths = HEAD.map((title, column) =>
    Math.max(title.length, ...[...cellsOf.values()].map((row) => row[column].length)),
  );
  const pad = (row) => row.map((cell, column) => cell.padEnd(widths[column]));
  const lines = [colours.bold(pad(HEAD).join('  ').trimEnd())];
  for (const { runId, calls } of runs) {
    lines.push('', colours.bold(runId));
    if (calls.length === 0) lines.push(colours.dim('no call'));
    calls.forEach((call, at) => {
      const server = call.record.server.id;
      if (server !== calls[at - 1]?.record.server.id) {
        lines.push(colours.dim(ruler(printable(server), pad(HEAD).join('  ').length)));
      }
      const row = painted(pad(cellsOf.get(call)), call.record, colours);
      lines.push(row.join('  ').trimEnd());
      lines.push(...detailLines(call, widths).map(colours.dim));
    });
  }
  return lines;
}

function cells({ record, seenBy }) {
  const { tool, classification, decision, response } = record;
  return [
    printable(tool.name),
    tool.category ?? '-',
    classification,
    printable(decisionText(decision)),
    response.status,
    seenBy.join('+'),
  ];
}

function detailLines({ record, below }, widths) {
  const toDecision = widths.slice(0, DECISION).reduce((sum, width) => sum + width + 2, 0);
  const [target, rule] = [targetText(record), ruleText(record)].map(printable);
  const others = below.filter(({ response }) => response.status !== record.response.status);
  return [
    ...(target + rule === '' ? [] : [`  ${target.padEnd(toDecision - 2)}${rule}`.trimEnd()]),
    ...others.map(({ response }) => `${' '.repeat(toDecision)}the server saw it end as ${response.status}`),
  ];
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

function painted(row, { classification, decision, response }, colours) {
  const status = { success: 'green', blocked: 'red' }[response.status] ?? 'yellow';
  const paint = [
    'bold',
    'reset',
    CLASSIFICATION_COLOUR[classification],
    decisionColour(decision),
    status,
    'dim',
  ];
  return row.map((cell, column) => colours[paint[column]](cell));
}

function decisionColour({ effect, source, advised_effect }) {
  if (effect !== 'allow') return 'red';
  return source === 'none' || advised_effect === 'deny' ? 'yellow' : 'green';
}

/** One line, whatever a tool is called: no control, bidirectional or zero-width character reaches a terminal. */
function printable(text) {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd');
}
