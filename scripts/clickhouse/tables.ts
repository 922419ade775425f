/** The tables of the schema, whichever variant of it. */
export interface Table {
  readonly name: string;
  readonly about: string;
  readonly columns: readonly string[];
  /** Of the MergeTree family, with its arguments. */
  readonly engine: 'AggregatingMergeTree' | 'MergeTree' | 'ReplacingMergeTree';
  readonly version?: string;
  readonly partition?: string;
  readonly order: string;
  readonly ttl?: string;
  readonly granularity: number;
  /** On a cluster: which shard a row is written to, where it is written through the cluster. */
  readonly shard: string;
}

const MAP = 'Map(LowCardinality(String), String) CODEC(ZSTD(1))';
const NAME = 'LowCardinality(String) CODEC(ZSTD(1))';
const TEXT = 'String CODEC(ZSTD(1))';

/** Days that evidence is kept, by its arrival. */
const EVIDENCE_DAYS = 90;
/** Days that links are kept: longer, since a run without them looks better than it is. */
const LINK_DAYS = EVIDENCE_DAYS + 7;
/** Days that the index is kept: it is from there that a reader knows that a part of a run is gone. */
const INDEX_DAYS = 2 * EVIDENCE_DAYS;
/** Days that results are kept. */
const RESULT_DAYS = 400;

export const TABLES: readonly Table[] = [
  {
    name: 'assay_schema',
    about: 'Which version of this file was applied, and when.',
    columns: ['Version UInt32', 'AppliedAt DateTime64(3) DEFAULT now64(3)'],
    engine: 'MergeTree',
    order: 'Version',
    granularity: 8192,
    shard: 'Version',
  },
  {
    name: 'assay_evidence',
    about:
      'Evidence rows: spans that may be calls, that bear our events or numbers, or say anything of MCP; and our events that\n' +
      "came as log records. Columns are the exporter's. A row that came twice is one again after a merge, as first seen.",
    columns: [
      `Slot UInt8`,
      `RunKey ${TEXT}`,
      `TraceId ${TEXT}`,
      `SpanId ${TEXT}`,
      `ParentSpanId ${TEXT}`,
      `Carrier ${NAME}`,
      'Timestamp DateTime64(9) CODEC(Delta, ZSTD(1))',
      'Duration UInt64 CODEC(ZSTD(1))',
      `SpanName ${TEXT}`,
      `SpanKind ${NAME}`,
      `ServiceName ${NAME}`,
      `ResourceAttributes ${MAP}`,
      `ScopeName ${NAME}`,
      `ScopeVersion ${NAME}`,
      `SpanAttributes ${MAP}`,
      `StatusCode ${NAME}`,
      `StatusMessage ${TEXT}`,
      '`Events.Timestamp` Array(DateTime64(9)) CODEC(ZSTD(1))',
      '`Events.Name` Array(LowCardinality(String)) CODEC(ZSTD(1))',
      '`Events.Attributes` Array(Map(LowCardinality(String), String)) CODEC(ZSTD(1))',
      '`Links.TraceId` Array(String) CODEC(ZSTD(1))',
      '`Links.SpanId` Array(String) CODEC(ZSTD(1))',
      'ArrivedAt DateTime64(3) CODEC(Delta, ZSTD(1))',
      'RowHash FixedString(16)',
      'Earliness UInt64 MATERIALIZED bitNot(toUInt64(toUnixTimestamp64Milli(ArrivedAt)))',
      "EmitterId String MATERIALIZED SpanAttributes['assay.emitter.id'] CODEC(ZSTD(1))",
    ],
    engine: 'ReplacingMergeTree',
    version: 'Earliness',
    partition: 'toDate(ArrivedAt)',
    order: '(Slot, RunKey, TraceId, SpanId, RowHash)',
    ttl: `toDate(ArrivedAt) + INTERVAL ${EVIDENCE_DAYS} DAY`,
    granularity: 256,
    shard: 'cityHash64(RunKey)',
  },
  {
    name: 'assay_link',
    about:
      'All other spans, a few bytes each: which trace they are of, what they are below, whose they are, and whether they are\n' +
      'a request to a model. Read only of traces that have evidence: what stands between two calls, and services that say\n' +
      'nothing else.',
    columns: [
      'TraceSlot UInt8',
      `TraceId ${TEXT}`,
      `ServiceName ${NAME}`,
      `ServiceInstance ${TEXT}`,
      `RunId ${TEXT}`,
      'Spans Array(Tuple(SpanId String, ParentSpanId String, Remote UInt8, RunId String, Operation String, Model UInt8)) CODEC(ZSTD(1))',
      'ArrivedOn Date',
      'LastArrival DateTime64(3)',
    ],
    engine: 'MergeTree',
    partition: 'ArrivedOn',
    order: '(TraceSlot, TraceId, ServiceName, ServiceInstance, RunId, ArrivedOn)',
    ttl: `ArrivedOn + INTERVAL ${LINK_DAYS} DAY`,
    granularity: 256,
    shard: 'cityHash64(TraceId)',
  },
  {
    name: 'assay_run_trace',
    about:
      'Which traces have rows under a run key, and when the last of them arrived: where a reader begins.',
    columns: [
      'Slot UInt8',
      `RunKey ${TEXT}`,
      `TraceId ${TEXT}`,
      'ArrivedOn Date',
      'LastArrival SimpleAggregateFunction(max, DateTime64(3))',
      'EvidenceRows SimpleAggregateFunction(sum, UInt64)',
    ],
    engine: 'AggregatingMergeTree',
    partition: 'ArrivedOn',
    order: '(Slot, RunKey, TraceId, ArrivedOn)',
    ttl: `ArrivedOn + INTERVAL ${INDEX_DAYS} DAY`,
    granularity: 1024,
    shard: 'cityHash64(RunKey)',
  },
  {
    name: 'assay_trace_run',
    about: 'The same by trace: under which run keys the rows of a trace stand.',
    columns: ['TraceSlot UInt8', `TraceId ${TEXT}`, 'Slot UInt8', `RunKey ${TEXT}`, 'ArrivedOn Date'],
    engine: 'ReplacingMergeTree',
    partition: 'ArrivedOn',
    order: '(TraceSlot, TraceId, Slot, RunKey, ArrivedOn)',
    ttl: `ArrivedOn + INTERVAL ${INDEX_DAYS} DAY`,
    granularity: 256,
    shard: 'cityHash64(TraceId)',
  },
  {
    name: 'assay_surface',
    about: 'Results: the surface and the index of each run, the highest revision of which counts.',
    columns: [
      `RunId ${TEXT}`,
      'Revision UInt32',
      "StartedAt DateTime64(9, 'UTC')",
      'Services Array(LowCardinality(String))',
      'Calls UInt32',
      `SurfaceDigest ${TEXT}`,
      `Surface String CODEC(ZSTD(3))`,
      `IndexDocument String CODEC(ZSTD(3))`,
      `Emission ${TEXT}`,
      'WrittenAt DateTime64(3) DEFAULT now64(3)',
    ],
    engine: 'ReplacingMergeTree',
    version: 'Revision',
    order: 'RunId',
    ttl: `toDateTime(WrittenAt) + INTERVAL ${RESULT_DAYS} DAY`,
    granularity: 1024,
    shard: 'cityHash64(RunId)',
  },
  {
    name: 'assay_health',
    about:
      'Results: the health of each run. Written after its surface: a revision that stands here is whole.',
    columns: [
      `RunId ${TEXT}`,
      'Revision UInt32',
      "StartedAt DateTime64(9, 'UTC')",
      'Services Array(LowCardinality(String))',
      `CoverageState ${NAME}`,
      'Gaps Array(LowCardinality(String))',
      'Emitters Array(String)',
      `DocumentsDigest ${TEXT}`,
      `Health String CODEC(ZSTD(3))`,
      'WrittenAt DateTime64(3) DEFAULT now64(3)',
    ],
    engine: 'ReplacingMergeTree',
    version: 'Revision',
    order: 'RunId',
    ttl: `toDateTime(WrittenAt) + INTERVAL ${RESULT_DAYS} DAY`,
    granularity: 1024,
    shard: 'cityHash64(RunId)',
  },
];
