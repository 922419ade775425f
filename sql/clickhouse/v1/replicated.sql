-- assay-otel for ClickHouse, schema version 1: evidence and results, for replicas of one shard; needs Keeper and the macros {cluster}, {shard} and {replica}.
-- Generated from the source by `npm run docs`; edit there. Stands beside the tables of the OpenTelemetry Collector's
-- ClickHouse exporter and in their database; apply it after those are there, as often as you like:
--   clickhouse-client --database otel --multiquery < replicated.sql

-- Which version of this file was applied, and when.
CREATE TABLE IF NOT EXISTS assay_schema ON CLUSTER '{cluster}' (
  Version UInt32,
  AppliedAt DateTime64(3) DEFAULT now64(3)
) ENGINE = ReplicatedMergeTree('/clickhouse/tables/{shard}/{database}/assay_schema', '{replica}')
ORDER BY Version
SETTINGS index_granularity = 8192;

-- Evidence rows: spans that may be calls, that bear our events or numbers, or say anything of MCP; and our events that
-- came as log records. Columns are the exporter's. A row that came twice is one again after a merge, as first seen.
CREATE TABLE IF NOT EXISTS assay_evidence ON CLUSTER '{cluster}' (
  Slot UInt8,
  RunKey String CODEC(ZSTD(1)),
  TraceId String CODEC(ZSTD(1)),
  SpanId String CODEC(ZSTD(1)),
  ParentSpanId String CODEC(ZSTD(1)),
  Carrier LowCardinality(String) CODEC(ZSTD(1)),
  Timestamp DateTime64(9) CODEC(Delta, ZSTD(1)),
  Duration UInt64 CODEC(ZSTD(1)),
  SpanName String CODEC(ZSTD(1)),
  SpanKind LowCardinality(String) CODEC(ZSTD(1)),
  ServiceName LowCardinality(String) CODEC(ZSTD(1)),
  ResourceAttributes Map(LowCardinality(String), String) CODEC(ZSTD(1)),
  ScopeName LowCardinality(String) CODEC(ZSTD(1)),
  ScopeVersion LowCardinality(String) CODEC(ZSTD(1)),
  SpanAttributes Map(LowCardinality(String), String) CODEC(ZSTD(1)),
  StatusCode LowCardinality(String) CODEC(ZSTD(1)),
  StatusMessage String CODEC(ZSTD(1)),
  `Events.Timestamp` Array(DateTime64(9)) CODEC(ZSTD(1)),
  `Events.Name` Array(LowCardinality(String)) CODEC(ZSTD(1)),
  `Events.Attributes` Array(Map(LowCardinality(String), String)) CODEC(ZSTD(1)),
  `Links.TraceId` Array(String) CODEC(ZSTD(1)),
  `Links.SpanId` Array(String) CODEC(ZSTD(1)),
  ArrivedAt DateTime64(3) CODEC(Delta, ZSTD(1)),
  RowHash FixedString(16),
  Earliness UInt64 MATERIALIZED bitNot(toUInt64(toUnixTimestamp64Milli(ArrivedAt))),
  EmitterId String MATERIALIZED SpanAttributes['assay.emitter.id'] CODEC(ZSTD(1))
) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/assay_evidence', '{replica}', Earliness)
PARTITION BY toDate(ArrivedAt)
ORDER BY (Slot, RunKey, TraceId, SpanId, RowHash)
TTL toDate(ArrivedAt) + INTERVAL 90 DAY
SETTINGS index_granularity = 256, ttl_only_drop_parts = 1;

-- All other spans, a few bytes each: which trace they are of, what they are below, whose they are, and whether they are
-- a request to a model. Read only of traces that have evidence: what stands between two calls, and services that say
-- nothing else.
CREATE TABLE IF NOT EXISTS assay_link ON CLUSTER '{cluster}' (
  TraceSlot UInt8,
  TraceId String CODEC(ZSTD(1)),
  ServiceName LowCardinality(String) CODEC(ZSTD(1)),
  ServiceInstance String CODEC(ZSTD(1)),
  RunId String CODEC(ZSTD(1)),
  Spans Array(Tuple(SpanId String, ParentSpanId String, Remote UInt8, RunId String, Operation String, Model UInt8)) CODEC(ZSTD(1)),
  ArrivedOn Date,
  LastArrival DateTime64(3)
) ENGINE = ReplicatedMergeTree('/clickhouse/tables/{shard}/{database}/assay_link', '{replica}')
PARTITION BY ArrivedOn
ORDER BY (TraceSlot, TraceId, ServiceName, ServiceInstance, RunId, ArrivedOn)
TTL ArrivedOn + INTERVAL 97 DAY
SETTINGS index_granularity = 256, ttl_only_drop_parts = 1;

-- Which traces have rows under a run key, and when the last of them arrived: where a reader begins.
CREATE TABLE IF NOT EXISTS assay_run_trace ON CLUSTER '{cluster}' (
  Slot UInt8,
  RunKey String CODEC(ZSTD(1)),
  TraceId String CODEC(ZSTD(1)),
  ArrivedOn Date,
  LastArrival SimpleAggregateFunction(max, DateTime64(3)),
  EvidenceRows SimpleAggregateFunction(sum, UInt64)
) ENGINE = ReplicatedAggregatingMergeTree('/clickhouse/tables/{shard}/{database}/assay_run_trace', '{replica}')
PARTITION BY ArrivedOn
ORDER BY (Slot, RunKey, TraceId, ArrivedOn)
TTL ArrivedOn + INTERVAL 180 DAY
SETTINGS index_granularity = 1024, ttl_only_drop_parts = 1;

-- The same by trace: under which run keys the rows of a trace stand.
CREATE TABLE IF NOT EXISTS assay_trace_run ON CLUSTER '{cluster}' (
  TraceSlot UInt8,
  TraceId String CODEC(ZSTD(1)),
  Slot UInt8,
  RunKey String CODEC(ZSTD(1)),
  ArrivedOn Date
) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/assay_trace_run', '{replica}')
PARTITION BY ArrivedOn
ORDER BY (TraceSlot, TraceId, Slot, RunKey, ArrivedOn)
TTL ArrivedOn + INTERVAL 180 DAY
SETTINGS index_granularity = 256, ttl_only_drop_parts = 1;

-- Results: the surface and the index of each run, the highest revision of which counts.
CREATE TABLE IF NOT EXISTS assay_surface ON CLUSTER '{cluster}' (
  RunId String CODEC(ZSTD(1)),
  Revision UInt32,
  StartedAt DateTime64(9, 'UTC'),
  Services Array(LowCardinality(String)),
  Calls UInt32,
  SurfaceDigest String CODEC(ZSTD(1)),
  Surface String CODEC(ZSTD(3)),
  IndexDocument String CODEC(ZSTD(3)),
  Emission String CODEC(ZSTD(1)),
  WrittenAt DateTime64(3) DEFAULT now64(3)
) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/assay_surface', '{replica}', Revision)
ORDER BY RunId
TTL toDateTime(WrittenAt) + INTERVAL 400 DAY
SETTINGS index_granularity = 1024, ttl_only_drop_parts = 0;

-- Results: the health of each run. Written after its surface: a revision that stands here is whole.
CREATE TABLE IF NOT EXISTS assay_health ON CLUSTER '{cluster}' (
  RunId String CODEC(ZSTD(1)),
  Revision UInt32,
  StartedAt DateTime64(9, 'UTC'),
  Services Array(LowCardinality(String)),
  CoverageState LowCardinality(String) CODEC(ZSTD(1)),
  Gaps Array(LowCardinality(String)),
  Emitters Array(String),
  DocumentsDigest String CODEC(ZSTD(1)),
  Health String CODEC(ZSTD(3)),
  WrittenAt DateTime64(3) DEFAULT now64(3)
) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/assay_health', '{replica}', Revision)
ORDER BY RunId
TTL toDateTime(WrittenAt) + INTERVAL 400 DAY
SETTINGS index_granularity = 1024, ttl_only_drop_parts = 0;

CREATE MATERIALIZED VIEW IF NOT EXISTS assay_evidence_mv ON CLUSTER '{cluster}' TO assay_evidence AS
SELECT
  toUInt8(cityHash64(RunKey) % 64) AS Slot, multiIf(ResourceAttributes['assay.run.id'] != '', ResourceAttributes['assay.run.id'], SpanAttributes['assay.run.id'] != '', SpanAttributes['assay.run.id'], TraceId) AS RunKey, TraceId, SpanId, ParentSpanId, 'span' AS Carrier,
  Timestamp, Duration, SpanName, SpanKind, ServiceName, ResourceAttributes, ScopeName, ScopeVersion, SpanAttributes,
  StatusCode, StatusMessage, `Events.Timestamp`, `Events.Name`, `Events.Attributes`,
  `Links.TraceId`, `Links.SpanId`,
  now64(3) AS ArrivedAt,
  sipHash128(Carrier, ParentSpanId, Timestamp, Duration, SpanName, SpanKind, ResourceAttributes, ScopeName, ScopeVersion,
    SpanAttributes, StatusCode, StatusMessage, `Events.Timestamp`, `Events.Name`, `Events.Attributes`,
    `Links.TraceId`, `Links.SpanId`) AS RowHash
FROM otel_traces
WHERE TraceId != '' AND (
    arrayExists((k, v) -> (startsWith(k, 'mcp.') OR startsWith(k, 'assay.')) AND NOT startsWith(k, 'assay.otlp.') AND k != 'assay.run.id'
      OR k IN ('mastra.span.type', 'spring.ai.kind')
      OR k = 'ai.operationId' AND v IN ('ai.toolCall')
      OR k = 'gen_ai.operation.name' AND v IN ('execute_tool')
      OR k = 'mlflow.spanType' AND v IN ('TOOL', '"TOOL"')
      OR k = 'openinference.span.kind' AND v IN ('TOOL')
      OR k = 'rpc.system' AND v IN ('mcp', 'jsonrpc')
      OR k = 'rpc.system.name' AND v IN ('mcp', 'jsonrpc'),
      mapKeys(SpanAttributes), mapValues(SpanAttributes))
    OR ScopeName IN ('@traceloop/instrumentation-mcp', 'fastmcp', 'github.com/docker/mcp-gateway', 'github.com/stacklok/toolhive/pkg/telemetry', 'langfuse-sdk', 'langsmith', 'logfire.mcp', 'mcp-gateway', 'mcp-python-sdk', 'opentelemetry.instrumentation.mcp.instrumentation', 'pydantic-ai')
    OR arrayExists(p -> startsWith(SpanName, p), ['AgentCore.Gateway.', 'AgentCore.Policy.AuthorizeAction', 'Function: {name}', 'MCP request: ', 'MCP server handle request: ', 'Tool Usage', 'agentmesh.policy.evaluate', 'agt.approval.request', 'agt.policy.evaluate', 'claude_code.tool', 'execute_guardrail ', 'execute_tool ', 'mesh.governance.policy_decision'])
    OR arrayExists(n -> startsWith(n, 'assay.'), `Events.Name`)
  );

CREATE MATERIALIZED VIEW IF NOT EXISTS assay_link_mv ON CLUSTER '{cluster}' TO assay_link AS
WITH toUInt32OrZero(SpanAttributes['assay.otlp.flags']) AS flags
SELECT
  toUInt8(cityHash64(TraceId) % 64) AS TraceSlot, TraceId,
  if(ResourceAttributes['assay.otlp.attributes'] = '', ResourceAttributes['service.name'], JSONExtractString(ResourceAttributes['assay.otlp.attributes'], 'service.name')) AS ServiceName,
  if(ResourceAttributes['assay.otlp.attributes'] = '', ResourceAttributes['service.instance.id'], JSONExtractString(ResourceAttributes['assay.otlp.attributes'], 'service.instance.id')) AS ServiceInstance,
  if(ResourceAttributes['assay.otlp.attributes'] = '', ResourceAttributes['assay.run.id'], JSONExtractString(ResourceAttributes['assay.otlp.attributes'], 'assay.run.id')) AS RunId,
  groupUniqArray((SpanId, ParentSpanId, toUInt8(multiIf(bitAnd(flags, 256) = 0, 0, bitAnd(flags, 512) = 0, 1, 2)), SpanAttributes['assay.run.id'], SpanAttributes['gen_ai.operation.name'], toUInt8(mapContains(SpanAttributes, 'gen_ai.request.model')))) AS Spans,
  today() AS ArrivedOn, now64(3) AS LastArrival
FROM otel_traces
WHERE TraceId != '' AND NOT (
    arrayExists((k, v) -> (startsWith(k, 'mcp.') OR startsWith(k, 'assay.')) AND NOT startsWith(k, 'assay.otlp.') AND k != 'assay.run.id'
      OR k IN ('mastra.span.type', 'spring.ai.kind')
      OR k = 'ai.operationId' AND v IN ('ai.toolCall')
      OR k = 'gen_ai.operation.name' AND v IN ('execute_tool')
      OR k = 'mlflow.spanType' AND v IN ('TOOL', '"TOOL"')
      OR k = 'openinference.span.kind' AND v IN ('TOOL')
      OR k = 'rpc.system' AND v IN ('mcp', 'jsonrpc')
      OR k = 'rpc.system.name' AND v IN ('mcp', 'jsonrpc'),
      mapKeys(SpanAttributes), mapValues(SpanAttributes))
    OR ScopeName IN ('@traceloop/instrumentation-mcp', 'fastmcp', 'github.com/docker/mcp-gateway', 'github.com/stacklok/toolhive/pkg/telemetry', 'langfuse-sdk', 'langsmith', 'logfire.mcp', 'mcp-gateway', 'mcp-python-sdk', 'opentelemetry.instrumentation.mcp.instrumentation', 'pydantic-ai')
    OR arrayExists(p -> startsWith(SpanName, p), ['AgentCore.Gateway.', 'AgentCore.Policy.AuthorizeAction', 'Function: {name}', 'MCP request: ', 'MCP server handle request: ', 'Tool Usage', 'agentmesh.policy.evaluate', 'agt.approval.request', 'agt.policy.evaluate', 'claude_code.tool', 'execute_guardrail ', 'execute_tool ', 'mesh.governance.policy_decision'])
    OR arrayExists(n -> startsWith(n, 'assay.'), `Events.Name`)
  )
GROUP BY TraceSlot, TraceId, ServiceName, ServiceInstance, RunId;

CREATE MATERIALIZED VIEW IF NOT EXISTS assay_run_trace_link_mv ON CLUSTER '{cluster}' TO assay_run_trace AS
SELECT
  toUInt8(cityHash64(RunKey) % 64) AS Slot, multiIf(ResourceAttributes['assay.run.id'] != '', ResourceAttributes['assay.run.id'], SpanAttributes['assay.run.id'] != '', SpanAttributes['assay.run.id'], TraceId) AS RunKey, TraceId,
  today() AS ArrivedOn, now64(3) AS LastArrival, toUInt64(0) AS EvidenceRows
FROM otel_traces
WHERE TraceId != '' AND (ResourceAttributes['assay.run.id'] != '' OR SpanAttributes['assay.run.id'] != '') AND NOT (
    arrayExists((k, v) -> (startsWith(k, 'mcp.') OR startsWith(k, 'assay.')) AND NOT startsWith(k, 'assay.otlp.') AND k != 'assay.run.id'
      OR k IN ('mastra.span.type', 'spring.ai.kind')
      OR k = 'ai.operationId' AND v IN ('ai.toolCall')
      OR k = 'gen_ai.operation.name' AND v IN ('execute_tool')
      OR k = 'mlflow.spanType' AND v IN ('TOOL', '"TOOL"')
      OR k = 'openinference.span.kind' AND v IN ('TOOL')
      OR k = 'rpc.system' AND v IN ('mcp', 'jsonrpc')
      OR k = 'rpc.system.name' AND v IN ('mcp', 'jsonrpc'),
      mapKeys(SpanAttributes), mapValues(SpanAttributes))
    OR ScopeName IN ('@traceloop/instrumentation-mcp', 'fastmcp', 'github.com/docker/mcp-gateway', 'github.com/stacklok/toolhive/pkg/telemetry', 'langfuse-sdk', 'langsmith', 'logfire.mcp', 'mcp-gateway', 'mcp-python-sdk', 'opentelemetry.instrumentation.mcp.instrumentation', 'pydantic-ai')
    OR arrayExists(p -> startsWith(SpanName, p), ['AgentCore.Gateway.', 'AgentCore.Policy.AuthorizeAction', 'Function: {name}', 'MCP request: ', 'MCP server handle request: ', 'Tool Usage', 'agentmesh.policy.evaluate', 'agt.approval.request', 'agt.policy.evaluate', 'claude_code.tool', 'execute_guardrail ', 'execute_tool ', 'mesh.governance.policy_decision'])
    OR arrayExists(n -> startsWith(n, 'assay.'), `Events.Name`)
  )
GROUP BY Slot, RunKey, TraceId;

CREATE MATERIALIZED VIEW IF NOT EXISTS assay_run_trace_mv ON CLUSTER '{cluster}' TO assay_run_trace AS
SELECT
  Slot, RunKey, TraceId, toDate(max(ArrivedAt)) AS ArrivedOn, max(ArrivedAt) AS LastArrival, count() AS EvidenceRows
FROM assay_evidence
GROUP BY Slot, RunKey, TraceId;

CREATE MATERIALIZED VIEW IF NOT EXISTS assay_trace_run_mv ON CLUSTER '{cluster}' TO assay_trace_run AS
SELECT toUInt8(cityHash64(TraceId) % 64) AS TraceSlot, TraceId, Slot, RunKey, ArrivedOn
FROM assay_run_trace;

-- One row for each run that was written, as its last revision has it.
CREATE OR REPLACE VIEW assay_run ON CLUSTER '{cluster}' AS
SELECT
  RunId, Revision, StartedAt, Services, CoverageState, Gaps, Emitters,
  JSONExtractUInt(Health, 'tool_calls_observed') AS Calls,
  JSONExtractString(Health, 'policy_layer') AS PolicyLayer,
  JSONExtractUInt(Health, 'unknown_tool_count') AS UnknownTools,
  JSONExtractString(Health, 'claims', 'no_tool_use') AS NoToolUse,
  JSONExtractString(Health, 'claims', 'no_undeclared_tool_use') AS NoUndeclaredToolUse
FROM assay_health FINAL;

-- One row for each call of those runs, with the place of its spans.
CREATE OR REPLACE VIEW assay_call ON CLUSTER '{cluster}' AS
SELECT
  RunId, Revision, Services,
  JSONExtractString(Entry, 'trace_id') AS TraceId,
  JSONExtract(Entry, 'span_ids', 'Array(String)') AS SpanIds,
  fromUnixTimestamp64Nano(toInt64OrZero(JSONExtractString(Entry, 'start_time_unix_nano')), 'UTC') AS StartedAt,
  JSONExtractString(Entry, 'service') AS Service,
  JSONExtractString(Record, 'tool', 'name') AS Tool,
  JSONExtractString(Record, 'server', 'id') AS Server,
  JSONExtractString(Record, 'tool', 'category') AS Category,
  JSONExtractString(Record, 'classification') AS Classification,
  JSONExtractString(Record, 'action', 'class') AS ActionClass,
  JSONExtractString(Record, 'action', 'verb') AS Verb,
  JSONExtractRaw(Record, 'action', 'target') AS Target,
  JSONExtractString(Record, 'decision', 'effect') AS Effect,
  JSONExtractString(Record, 'decision', 'source') AS DecisionSource,
  JSONExtractBool(Record, 'decision', 'enforced') AS Enforced,
  JSONExtractString(Record, 'response', 'status') AS ResponseStatus
FROM assay_surface FINAL
ARRAY JOIN
  JSONExtractArrayRaw(Surface, 'observed_tool_decisions') AS Record,
  JSONExtractArrayRaw(IndexDocument, 'records') AS Entry;

-- Last: who reads takes the schema for whole.
INSERT INTO assay_schema (Version) SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM assay_schema WHERE Version = 1);
