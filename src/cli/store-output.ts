import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { writeResults } from '../clickhouse/result-rows.ts';
import { checkSchema, RESULT_COLUMNS } from '../clickhouse/schema.ts';
import { openStore, type Store } from '../clickhouse/store.ts';
import { isStoreAddress, storeAddress } from '../clickhouse/store-address.ts';
import { runFileStem } from '../run/file-name.ts';
import type { CommandIo } from './command-io.ts';
import type { Printer } from './printer.ts';
import { runOutput } from './run-output.ts';
import type { StoredRuns } from './store-runs.ts';

/** Where a batch of runs goes. */
export interface BatchOutput {
  /** False once nobody reads any more. */
  write(some: StoredRuns): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Tables of a store where `out` is an address, else what {@link runOutput} makes of it.
 * @throws {StoreError} @throws {SinkError}
 */
export async function batchOutput(
  out: string | undefined,
  { env }: Pick<CommandIo, 'env'>,
  printer: Printer,
): Promise<BatchOutput> {
  if (out !== undefined && isStoreAddress(out)) return tables(await opened(out, env));
  const output = await runOutput(out, printer);
  return {
    async write({ runs, emptied }) {
      const left = out === undefined ? [] : emptied.filter(({ runId }) => isThere(out, runId));
      for (const run of [...runs, ...left]) if (!(await output(run))) return false;
      return true;
    },
    async close() {},
  };
}

async function opened(out: string, env: CommandIo['env']): Promise<Store> {
  const store = await openStore(storeAddress(out, env));
  try {
    await checkSchema(store, RESULT_COLUMNS);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

function tables(store: Store): BatchOutput {
  return {
    async write({ runs, emptied }) {
      await writeResults(store, runs, emptied);
      return true;
    },
    close: () => store.close(),
  };
}

function isThere(folder: string, runId: string): boolean {
  return existsSync(join(folder, `${runFileStem(runId)}.emission.json`));
}
