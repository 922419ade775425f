import { checkSchema } from '../clickhouse/schema.ts';
import { WHOLE } from '../clickhouse/shard.ts';
import { openStore, type Store } from '../clickhouse/store.ts';
import { storeAddress } from '../clickhouse/store-address.ts';
import { StoreError } from '../clickhouse/store-error.ts';
import type { GivenRun } from '../gate-entry/given-run.ts';
import { VERSION } from '../version.ts';
import type { CommandIo } from './command-io.ts';
import type { Printer } from './printer.ts';
import { givenRun } from './read-spans.ts';
import type { StoreOptions } from './store-options.ts';
import { runsInStore } from './store-runs.ts';
import type { TraceReaderOptions } from './trace-reader.ts';

/**
 * The runs of a store, as `surface --from` makes them; `undefined` where it cannot be read to its end, which has been
 * told: part of them would be judged as all. Runs that are too large, or partly gone, stand as one without a surface.
 */
export async function readStore(
  options: TraceReaderOptions & StoreOptions & { readonly from: string },
  io: Pick<CommandIo, 'env'>,
  printer: Printer,
): Promise<readonly GivenRun[] | undefined> {
  const runs: GivenRun[] = [];
  const count = { index: 0, evidence: 0, links: 0, unread: 0 };
  let opened: Store | undefined;
  try {
    const store = await openStore(storeAddress(options.from, io.env));
    opened = store;
    await checkSchema(store);
    const reading = {
      store,
      name: options.from,
      shard: options.shard ?? WHOLE,
      window: { since: options.since, until: options.until },
      count,
      emittedBy: `assay-otel/${VERSION}`,
    };
    for await (const some of runsInStore(reading, options, printer)) runs.push(...some.runs.map(givenRun));
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    printer.fail(`${error.message}; nothing was judged`);
    return undefined;
  } finally {
    await opened?.close();
  }
  return count.unread > 0 ? [...runs, { surface: undefined, health: { state: 'missing' } }] : runs;
}
