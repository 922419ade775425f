import { isMainThread } from 'node:worker_threads';

/** What the end of the process asks for. Neither may reject. */
export interface Ending {
  /** Sends what has ended; the process goes on. */
  readonly flush: () => Promise<void>;
  /** Sends everything; nothing comes after it. */
  readonly shutdown: (isInterrupted: boolean) => Promise<void>;
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** How long a signal waits for an exporter that does not answer. */
const PATIENCE = 5_000;

/**
 * Ends telemetry with the process and changes nothing about how that ends: exit code and signal stay what they would
 * have been, and the application's own handlers find what they would have found.
 */
export function endWithProcess({ flush, shutdown }: Ending): void {
  process.once('beforeExit', () => void shutdown(false));
  // A worker gets no signals.
  if (!isMainThread) return;
  for (const signal of SIGNALS) {
    const listener = (): void => {
      // First of the listeners, and off before the others run: some end the process only where they are alone.
      process.removeListener(signal, listener);
      if (process.listenerCount(signal) > 0) {
        // The application decides. It may well go on, or end before it calls anything of ours.
        void flush();
        setImmediate(() => process.prependListener(signal, listener));
        return;
      }
      // Without a listener the same signal ends the process as it always did, also when it comes a second time.
      void within(PATIENCE, shutdown(true)).then(() => process.kill(process.pid, signal));
    };
    process.prependListener(signal, listener);
  }
}

async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work, patience]);
  clearTimeout(timer);
}
