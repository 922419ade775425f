interface View {
  readonly name: string;
  readonly about: string;
  readonly select: string;
}

const text = (from: string, ...path: readonly string[]): string =>
  `JSONExtractString(${[from, ...path.map((member) => `'${member}'`)].join(', ')})`;

/** Views for people, over the results as they stand. The queries of docs/scale.md read them. */
export const VIEWS: readonly View[] = [
  {
    name: 'assay_run',
    about: 'One row for each run that was written, as its last revision has it.',
    select: `SELECT
  RunId, Revision, StartedAt, Services, CoverageState, Gaps, Emitters,
  JSONExtractUInt(Health, 'tool_calls_observed') AS Calls,
  ${text('Health', 'policy_layer')} AS PolicyLayer,
  JSONExtractUInt(Health, 'unknown_tool_count') AS UnknownTools,
  ${text('Health', 'claims', 'no_tool_use')} AS NoToolUse,
  ${text('Health', 'claims', 'no_undeclared_tool_use')} AS NoUndeclaredToolUse
FROM assay_health FINAL`,
  },
  {
    name: 'assay_call',
    about: 'One row for each call of those runs, with the place of its spans.',
    select: `SELECT
  RunId, Revision, Services,
  ${text('Entry', 'trace_id')} AS TraceId,
  JSONExtract(Entry, 'span_ids', 'Array(String)') AS SpanIds,
  fromUnixTimestamp64Nano(toInt64OrZero(${text('Entry', 'start_time_unix_nano')}), 'UTC') AS StartedAt,
  ${text('Entry', 'service')} AS Service,
  ${text('Record', 'tool', 'name')} AS Tool,
  ${text('Record', 'server', 'id')} AS Server,
  ${text('Record', 'tool', 'category')} AS Category,
  ${text('Record', 'classification')} AS Classification,
  ${text('Record', 'action', 'class')} AS ActionClass,
  ${text('Record', 'action', 'verb')} AS Verb,
  JSONExtractRaw(Record, 'action', 'target') AS Target,
  ${text('Record', 'decision', 'effect')} AS Effect,
  ${text('Record', 'decision', 'source')} AS DecisionSource,
  JSONExtractBool(Record, 'decision', 'enforced') AS Enforced,
  ${text('Record', 'response', 'status')} AS ResponseStatus
FROM assay_surface FINAL
ARRAY JOIN
  JSONExtractArrayRaw(Surface, 'observed_tool_decisions') AS Record,
  JSONExtractArrayRaw(IndexDocument, 'records') AS Entry`,
  },
];
