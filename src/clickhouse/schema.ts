import { quotedList } from './literal.ts';
import type { Store } from './store.ts';
import { StoreError } from './store-error.ts';

/** Version of `sql/clickhouse/v*`; a reader asks for just this one. */
export const SCHEMA_VERSION = 1;

/** Rows are laid out by this many hashes of their key, so that a worker reads only what is its own. */
export const SLOTS = 64;

/** What is read of each table. */
const COLUMNS = {
  assay_evidence: [
    'Slot',
    'RunKey',
    'TraceId',
    'SpanId',
    'ParentSpanId',
    'Carrier',
    'Timestamp',
    'Duration',
    'SpanName',
    'SpanKind',
    'ResourceAttributes',
    'ScopeName',
    'ScopeVersion',
    'SpanAttributes',
    'StatusCode',
    'StatusMessage',
    'Events.Timestamp',
    'Events.Name',
    'Events.Attributes',
    'Links.TraceId',
    'Links.SpanId',
    'ArrivedAt',
  ],
  assay_link: [
    'TraceSlot',
    'TraceId',
    'ServiceName',
    'ServiceInstance',
    'RunId',
    'Spans',
    'ArrivedOn',
    'LastArrival',
  ],
  assay_run_trace: ['Slot', 'RunKey', 'TraceId', 'ArrivedOn', 'LastArrival', 'EvidenceRows'],
  assay_trace_run: ['TraceSlot', 'TraceId', 'Slot', 'RunKey', 'ArrivedOn'],
} as const;

/** Tables that results go to. */
export const RESULT_COLUMNS = {
  assay_surface: [
    'RunId',
    'Revision',
    'StartedAt',
    'Services',
    'Calls',
    'SurfaceDigest',
    'Surface',
    'IndexDocument',
    'Emission',
  ],
  assay_health: [
    'RunId',
    'Revision',
    'StartedAt',
    'Services',
    'CoverageState',
    'Gaps',
    'Emitters',
    'DocumentsDigest',
    'Health',
  ],
} as const;

const APPLY = `apply sql/clickhouse/v${SCHEMA_VERSION} of this version of assay-otel`;

/**
 * Before anything is read or written. @param columns by table.
 * @throws {StoreError} `schema` where tables, columns or the version are not as expected.
 */
export async function checkSchema(
  store: Store,
  columns: Readonly<Record<string, readonly string[]>> = COLUMNS,
): Promise<void> {
  const tables = [...Object.keys(columns), 'assay_schema'];
  const { rows } = await store.query(
    `SELECT table, groupArray(name) FROM system.columns WHERE database = currentDatabase() AND table IN ${quotedList(tables)} GROUP BY table`,
  );
  const found = new Map(rows.map(([table, names]) => [String(table), names as readonly string[]]));
  for (const table of tables) {
    if (!found.has(table)) throw wrong(`a table \`${table}\` in the store, got none`);
  }
  const version = await store.query('SELECT max(Version) FROM assay_schema');
  const applied = Number(version.rows[0]?.[0] ?? 0);
  if (applied !== SCHEMA_VERSION) {
    const mend = applied > SCHEMA_VERSION ? 'take a newer assay-otel' : APPLY;
    throw new StoreError(
      'schema',
      `Expected schema version ${SCHEMA_VERSION} in the store, got ${applied}; ${mend}`,
    );
  }
  for (const [table, names] of Object.entries(columns)) {
    const missing = names.find((name) => found.get(table)?.includes(name) !== true);
    if (missing !== undefined) throw wrong(`a column \`${missing}\` of \`${table}\` in the store, got none`);
  }
}

function wrong(what: string): StoreError {
  return new StoreError('schema', `Expected ${what}; ${APPLY}`);
}
