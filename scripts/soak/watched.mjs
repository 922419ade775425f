// Loaded before a program that is soaked (`node --expose-gc --import`): answers its parent with the heap after a full
// collection and with what the process holds open. Nothing is caught here: an unhandled rejection ends the process, as
// it would anywhere.
import { readdirSync } from 'node:fs';

/** Heap after collection, handles by kind, file descriptors. */
export function state() {
  globalThis.gc();
  globalThis.gc();
  const handles = {};
  for (const kind of process.getActiveResourcesInfo()) handles[kind] = (handles[kind] ?? 0) + 1;
  return { heap: process.memoryUsage().heapUsed, handles, descriptors: readdirSync('/proc/self/fd').length };
}

if (process.send !== undefined) {
  process.on('message', (asked) => {
    if (asked === 'state') process.send({ state: state() });
  });
  // It must not be what keeps the program alive.
  process.channel?.unref();
}
