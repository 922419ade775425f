import { SCHEMA_VERSION, SLOTS } from '../../src/clickhouse/schema.ts';
import { INPUT } from '../../src/decision/names.ts';
import { evidenceRowsSql, OWN_EVENTS, sql } from './evidence-rows.ts';
import { TABLES, type Table } from './tables.ts';
import { VIEWS } from './views.ts';

/**
 * The files of `sql/clickhouse`: what stands beside the tables of the Collector's ClickHouse exporter, for one server, for
 * replicas, and for a cluster of shards. `npm run docs` writes them, `test/docs` holds the files equal.
 */

type Variant = 'distributed' | 'replicated' | 'single';

const VARIANTS: readonly Variant[] = ['single', 'replicated', 'distributed'];

const RUN = `ResourceAttributes[${sql(INPUT.runId)}]`;
const SPAN_RUN = `SpanAttributes[${sql(INPUT.runId)}]`;
const slot = (key: string): string => `toUInt8(cityHash64(${key}) % ${SLOTS})`;

/** Where the Collector found another type than a string, it left them all as JSON. */
const resourceText = (key: string): string => {
  const carried = "ResourceAttributes['assay.otlp.attributes']";
  return `if(${carried} = '', ResourceAttributes[${sql(key)}], JSONExtractString(${carried}, ${sql(key)}))`;
};

interface MaterialisedView {
  readonly name: string;
  readonly to: string;
  readonly select: (target: (table: string) => string) => string;
}

const isEvidence = `(\n    ${evidenceRowsSql().join('\n    OR ')}\n  )`;
const RUN_KEY = `multiIf(${RUN} != '', ${RUN}, ${SPAN_RUN} != '', ${SPAN_RUN}, TraceId)`;
const CONTENT =
  'Carrier, ParentSpanId, Timestamp, Duration, SpanName, SpanKind, ResourceAttributes, ScopeName, ScopeVersion,\n' +
  '    SpanAttributes, StatusCode, StatusMessage, `Events.Timestamp`, `Events.Name`, `Events.Attributes`,\n    `Links.TraceId`, `Links.SpanId`';

const SPAN_VIEWS: readonly MaterialisedView[] = [
  {
    name: 'assay_evidence_mv',
    to: 'assay_evidence',
    select: () => `SELECT
  ${slot('RunKey')} AS Slot, ${RUN_KEY} AS RunKey, TraceId, SpanId, ParentSpanId, 'span' AS Carrier,
  Timestamp, Duration, SpanName, SpanKind, ServiceName, ResourceAttributes, ScopeName, ScopeVersion, SpanAttributes,
  StatusCode, StatusMessage, \`Events.Timestamp\`, \`Events.Name\`, \`Events.Attributes\`,
  \`Links.TraceId\`, \`Links.SpanId\`,
  now64(3) AS ArrivedAt,
  sipHash128(${CONTENT}) AS RowHash
FROM otel_traces
WHERE TraceId != '' AND ${isEvidence}`,
  },
  {
    name: 'assay_link_mv',
    to: 'assay_link',
    select: () => `WITH toUInt32OrZero(SpanAttributes['assay.otlp.flags']) AS flags
SELECT
  ${slot('TraceId')} AS TraceSlot, TraceId,
  ${resourceText('service.name')} AS ServiceName,
  ${resourceText('service.instance.id')} AS ServiceInstance,
  ${resourceText(INPUT.runId)} AS RunId,
  groupUniqArray((SpanId, ParentSpanId, toUInt8(multiIf(bitAnd(flags, 256) = 0, 0, bitAnd(flags, 512) = 0, 1, 2)), ${SPAN_RUN}, SpanAttributes['gen_ai.operation.name'], toUInt8(mapContains(SpanAttributes, 'gen_ai.request.model')))) AS Spans,
  today() AS ArrivedOn, now64(3) AS LastArrival
FROM otel_traces
WHERE TraceId != '' AND NOT ${isEvidence}
GROUP BY TraceSlot, TraceId, ServiceName, ServiceInstance, RunId`,
  },
  {
    name: 'assay_run_trace_link_mv',
    to: 'assay_run_trace',
    select: () => `SELECT
  ${slot('RunKey')} AS Slot, ${RUN_KEY} AS RunKey, TraceId,
  today() AS ArrivedOn, now64(3) AS LastArrival, toUInt64(0) AS EvidenceRows
FROM otel_traces
WHERE TraceId != '' AND (${RUN} != '' OR ${SPAN_RUN} != '') AND NOT ${isEvidence}
GROUP BY Slot, RunKey, TraceId`,
  },
  {
    name: 'assay_run_trace_mv',
    to: 'assay_run_trace',
    select: (target) => `SELECT
  Slot, RunKey, TraceId, toDate(max(ArrivedAt)) AS ArrivedOn, max(ArrivedAt) AS LastArrival, count() AS EvidenceRows
FROM ${target('assay_evidence')}
GROUP BY Slot, RunKey, TraceId`,
  },
  {
    name: 'assay_trace_run_mv',
    to: 'assay_trace_run',
    select: (target) => `SELECT ${slot('TraceId')} AS TraceSlot, TraceId, Slot, RunKey, ArrivedOn
FROM ${target('assay_run_trace')}`,
  },
];

const LOG_VIEWS: readonly MaterialisedView[] = [
  {
    name: 'assay_log_evidence_mv',
    to: 'assay_evidence',
    select: () => `SELECT
  ${slot('RunKey')} AS Slot, if(${RUN} != '', ${RUN}, TraceId) AS RunKey, TraceId, SpanId, '' AS ParentSpanId, 'log' AS Carrier,
  Timestamp, toUInt64(0) AS Duration, '' AS SpanName, '' AS SpanKind, ServiceName, ResourceAttributes, ScopeName, ScopeVersion,
  CAST(map() AS Map(LowCardinality(String), String)) AS SpanAttributes, '' AS StatusCode, '' AS StatusMessage,
  [Timestamp] AS \`Events.Timestamp\`, [EventName] AS \`Events.Name\`, [LogAttributes] AS \`Events.Attributes\`,
  CAST([] AS Array(String)) AS \`Links.TraceId\`, CAST([] AS Array(String)) AS \`Links.SpanId\`,
  now64(3) AS ArrivedAt,
  sipHash128(${CONTENT}) AS RowHash
FROM otel_logs
WHERE TraceId != '' AND EventName IN (${OWN_EVENTS.map(sql).join(', ')})`,
  },
];

/** Path below the project → text. */
export function clickhouseFiles(): Readonly<Record<string, string>> {
  const folder = `sql/clickhouse/v${SCHEMA_VERSION}`;
  return Object.fromEntries(
    VARIANTS.flatMap((variant) => [
      [`${folder}/${variant}.sql`, spanFile(variant)],
      [`${folder}/${variant}-logs.sql`, logFile(variant)],
    ]),
  );
}

const FOR: Readonly<Record<Variant, string>> = {
  single: 'one server',
  replicated: 'replicas of one shard; needs Keeper and the macros {cluster}, {shard} and {replica}',
  distributed:
    'a cluster of shards, each of replicas; needs Keeper and the macros {cluster}, {shard} and {replica}.\n' +
    "-- Spans may be on any shard: the exporter's `otel_traces` is the table of each server, and what is read goes over all",
};

function head(variant: Variant, what: string): string {
  return `-- assay-otel for ClickHouse, schema version ${SCHEMA_VERSION}: ${what}, for ${FOR[variant]}.
-- Generated from the source by \`npm run docs\`; edit there. Stands beside the tables of the OpenTelemetry Collector's
-- ClickHouse exporter and in their database; apply it after those are there, as often as you like:
--   clickhouse-client --database otel --multiquery < ${variant}${what.startsWith('log') ? '-logs' : ''}.sql\n`;
}

function spanFile(variant: Variant): string {
  const seeded = `INSERT INTO ${targetOf(variant)('assay_schema')} (Version) SELECT ${SCHEMA_VERSION} WHERE NOT EXISTS (SELECT 1 FROM ${targetOf(variant)('assay_schema')} WHERE Version = ${SCHEMA_VERSION})`;
  const statements = [
    ...TABLES.flatMap((table) => tableStatements(table, variant)),
    ...SPAN_VIEWS.map((view) => viewStatement(view, variant)),
    ...VIEWS.map(
      ({ name, about, select }) =>
        `${comment(about)}CREATE OR REPLACE VIEW ${name}${onCluster(variant)} AS\n${select}`,
    ),
    `-- Last: who reads takes the schema for whole.\n${seeded}`,
  ];
  return `${head(variant, 'evidence and results')}\n${statements.map((text) => `${text};\n`).join('\n')}`;
}

function logFile(variant: Variant): string {
  const statements = LOG_VIEWS.map((view) => viewStatement(view, variant));
  return `${head(variant, 'log records')}\n${statements.map((text) => `${text};\n`).join('\n')}`;
}

function tableStatements(table: Table, variant: Variant): readonly string[] {
  const local = targetOf(variant)(table.name);
  const isReplicated = variant !== 'single';
  const place = isReplicated ? [sql(`/clickhouse/tables/{shard}/{database}/${local}`), sql('{replica}')] : [];
  const args = [...place, ...(table.version === undefined ? [] : [table.version])];
  const engine = `${isReplicated ? 'Replicated' : ''}${table.engine}(${args.join(', ')})`;
  const text = `${comment(table.about)}CREATE TABLE IF NOT EXISTS ${local}${onCluster(variant)} (
${table.columns.map((column) => `  ${column}`).join(',\n')}
) ENGINE = ${engine}
${[
  table.partition && `PARTITION BY ${table.partition}`,
  `ORDER BY ${table.order}`,
  table.ttl && `TTL ${table.ttl}`,
  `SETTINGS index_granularity = ${table.granularity}${table.ttl ? `, ttl_only_drop_parts = ${table.partition ? 1 : 0}` : ''}`,
]
  .filter(Boolean)
  .join('\n')}`;
  if (variant !== 'distributed') return [text];
  const over = `Distributed('{cluster}', currentDatabase(), ${local}, ${table.shard})`;
  return [text, `CREATE TABLE IF NOT EXISTS ${table.name}${onCluster(variant)} AS ${local} ENGINE = ${over}`];
}

function viewStatement({ name, to, select }: MaterialisedView, variant: Variant): string {
  const target = targetOf(variant);
  return `CREATE MATERIALIZED VIEW IF NOT EXISTS ${name}${onCluster(variant)} TO ${target(to)} AS
${select(target)}`;
}

/** On a cluster a view writes to the table of its own server. */
function targetOf(variant: Variant): (table: string) => string {
  return (table) => (variant === 'distributed' ? `${table}_local` : table);
}

function onCluster(variant: Variant): string {
  return variant === 'single' ? '' : " ON CLUSTER '{cluster}'";
}

function comment(about: string): string {
  return about
    .split('\n')
    .map((line) => `-- ${line}\n`)
    .join('');
}
