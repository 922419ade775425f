-- assay-otel for ClickHouse, schema version 1: log records, for one server.
-- Generated from the source by `npm run docs`; edit there. Stands beside the tables of the OpenTelemetry Collector's
-- ClickHouse exporter and in their database; apply it after those are there, as often as you like:
--   clickhouse-client --database otel --multiquery < single-logs.sql

CREATE MATERIALIZED VIEW IF NOT EXISTS assay_log_evidence_mv TO assay_evidence AS
SELECT
  toUInt8(cityHash64(RunKey) % 64) AS Slot, if(ResourceAttributes['assay.run.id'] != '', ResourceAttributes['assay.run.id'], TraceId) AS RunKey, TraceId, SpanId, '' AS ParentSpanId, 'log' AS Carrier,
  Timestamp, toUInt64(0) AS Duration, '' AS SpanName, '' AS SpanKind, ServiceName, ResourceAttributes, ScopeName, ScopeVersion,
  CAST(map() AS Map(LowCardinality(String), String)) AS SpanAttributes, '' AS StatusCode, '' AS StatusMessage,
  [Timestamp] AS `Events.Timestamp`, [EventName] AS `Events.Name`, [LogAttributes] AS `Events.Attributes`,
  CAST([] AS Array(String)) AS `Links.TraceId`, CAST([] AS Array(String)) AS `Links.SpanId`,
  now64(3) AS ArrivedAt,
  sipHash128(Carrier, ParentSpanId, Timestamp, Duration, SpanName, SpanKind, ResourceAttributes, ScopeName, ScopeVersion,
    SpanAttributes, StatusCode, StatusMessage, `Events.Timestamp`, `Events.Name`, `Events.Attributes`,
    `Links.TraceId`, `Links.SpanId`) AS RowHash
FROM otel_logs
WHERE TraceId != '' AND EventName IN ('assay.tool_decision', 'assay.tool_observation', 'assay.run_end');
