import { setTimeout } from 'node:timers/promises';

const LIMIT_SECONDS = 45;

/** Waits for something that another process does and does not tell; `what` is for who reads the failure. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const limit = AbortSignal.timeout(LIMIT_SECONDS * 1000);
  while (!(await holds())) {
    if (limit.aborted) throw new Error(`Expected ${what} within ${LIMIT_SECONDS} s`);
    await setTimeout(50);
  }
}
