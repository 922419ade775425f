import type { ClickHouseClient } from '@clickhouse/client';
import type { StoreAddress } from './store-address.ts';
import { StoreError } from './store-error.ts';

/** Rows as the server gives them, and how many it read for them. */
export interface StoreRows {
  readonly rows: readonly (readonly unknown[])[];
  readonly rowsRead: number;
}

/** A ClickHouse database, as much of it as is used here. */
export interface Store {
  /** @throws {StoreError} `unreachable`, `refused`. */
  query(sql: string): Promise<StoreRows>;
  /** Rows by the names of their columns. @throws {StoreError} `unreachable`, `refused`. */
  insert(table: string, rows: readonly Readonly<Record<string, unknown>>[]): Promise<void>;
  close(): Promise<void>;
}

type ClientModule = Pick<typeof import('@clickhouse/client'), 'ClickHouseLogLevel' | 'createClient'>;
/** Imported when a store is opened: nobody else needs it, or pays for it. */
export type ImportClient = () => Promise<ClientModule>;

const importClient: ImportClient = () => import('@clickhouse/client');

const REQUEST_TIMEOUT_MS = 300_000;
/** Of one statement, in which the traces of a batch are named. */
const MAX_QUERY_BYTES = 8 * 1024 * 1024;

/** On a cluster of shards too: what one insert wrote is there before the next begins, and before it is asked for. */
const THERE_WHEN_TOLD = { distributed_foreground_insert: 1 } as const;

/** @throws {StoreError} `no_client`. */
export async function openStore(address: StoreAddress, importing = importClient): Promise<Store> {
  const { createClient, ClickHouseLogLevel } = await importing().catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND' && error.code !== 'MODULE_NOT_FOUND') throw error;
    throw new StoreError(
      'no_client',
      'Expected `@clickhouse/client` to be installed, which reads ClickHouse and is not; run `npm install @clickhouse/client`',
    );
  });
  return new ClientStore(
    createClient({
      url: address.url,
      database: address.database,
      username: address.username,
      password: address.password,
      application: 'assay-otel',
      request_timeout: REQUEST_TIMEOUT_MS,
      // It would write to the console of whoever runs this.
      log: { level: ClickHouseLogLevel.OFF },
      // A result is short and is asked for whole: an error in the middle of it has a status of its own.
      clickhouse_settings: { wait_end_of_query: 1, max_query_size: String(MAX_QUERY_BYTES) },
    }),
  );
}

class ClientStore implements Store {
  readonly #client: ClickHouseClient;

  constructor(client: ClickHouseClient) {
    this.#client = client;
  }

  async query(sql: string): Promise<StoreRows> {
    return told(async () => {
      const result = await this.#client.query({ query: sql, format: 'JSONCompact' });
      const { data, statistics } = await result.json<readonly unknown[]>();
      return { rows: data, rowsRead: statistics?.rows_read ?? 0 };
    });
  }

  async insert(table: string, values: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
    const [first] = values;
    if (first === undefined) return;
    const columns = Object.keys(first) as [string, ...string[]];
    await told(() =>
      this.#client.insert({
        table,
        values: [...values],
        columns,
        format: 'JSONEachRow',
        clickhouse_settings: THERE_WHEN_TOLD,
      }),
    );
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}

/** What the client throws, without what it quotes: a server's message may hold a statement or a value. */
async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { name, code, type } = error as { name?: unknown; code?: unknown; type?: unknown };
    if (typeof type === 'string') {
      const word = `${type.replace(/[^A-Z0-9_]/g, '')} (${String(code).replace(/\D/g, '')})`;
      throw new StoreError(
        'refused',
        `Expected the store to answer, it says ${word}; its own log has the rest`,
      );
    }
    const said = typeof code === 'string' ? code.replace(/\W/g, '') : String(name).replace(/\W/g, '');
    throw new StoreError(
      'unreachable',
      `Expected the store to answer, but the connection says ${said}; check the address, and whether it runs`,
    );
  }
}
