import type { Window } from './run-keys.ts';
import type { Store } from './store.ts';

/** So long an insert may take from the moment that its rows bear to the one at which they are seen. */
const IN_FLIGHT_MS = 60_000;

/**
 * The moment up to which everything that arrived can have been read, by the store's clock: where the next reading goes
 * on. Asked before the reading begins. @throws {StoreError}
 */
export async function watermark(store: Store, { until }: Window): Promise<string> {
  const { rows } = await store.query('SELECT toString(toUnixTimestamp64Milli(now64(3)))');
  const settled = new Date(Number(rows[0]?.[0]) - IN_FLIGHT_MS).toISOString();
  return until !== undefined && until < settled ? until : settled;
}
