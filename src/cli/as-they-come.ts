/** Nothing came for a second. */
export const SILENCE = Symbol('silence');

const SECOND = 1_000;

/**
 * The items of a source as they come, and a sign for every second in which none does. Ends with the source, or as
 * soon as `stopped` settles: what the source was asked for then is not waited for.
 */
export async function* asTheyCome<T>(
  source: AsyncIterable<T>,
  stopped: Promise<void>,
): AsyncGenerator<T | typeof SILENCE> {
  const items = source[Symbol.asyncIterator]();
  let wake = (): void => {};
  let isStopped = false;
  let come: { readonly next: IteratorResult<T> } | { readonly error: unknown } | undefined;
  // No race of promises: `stopped` would hold every item that ever came before it.
  const ask = (): void => {
    come = undefined;
    items
      .next()
      .then(
        (next) => {
          come = { next };
        },
        (error: unknown) => {
          come = { error };
        },
      )
      .then(() => wake());
  };
  void stopped.then(() => {
    isStopped = true;
    wake();
  });
  try {
    ask();
    for (;;) {
      if (come === undefined && !isStopped) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, SECOND);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      if (isStopped) return;
      if (come === undefined) yield SILENCE;
      else if ('error' in come) throw come.error;
      else if (come.next.done === true) return;
      else {
        yield come.next.value;
        ask();
      }
    }
  } finally {
    // It may be waiting for what it was asked for: it ends after that.
    items.return?.().catch(() => {});
  }
}
