/** Nothing came for a second. */
export const SILENCE = Symbol('silence');

const STOP = Symbol('stop');
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
  const stop = stopped.then((): typeof STOP => STOP);
  let next = items.next();
  for (;;) {
    const silence = silent();
    const come = await Promise.race([next, stop, silence.over]);
    silence.end();
    if (come === STOP) return;
    if (come === SILENCE) yield SILENCE;
    else if (come.done === true) return;
    else {
      yield come.value;
      next = items.next();
    }
  }
}

function silent(): { readonly over: Promise<typeof SILENCE>; readonly end: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<typeof SILENCE>((resolve) => {
    timer = setTimeout(() => resolve(SILENCE), SECOND);
  });
  return { over, end: () => clearTimeout(timer) };
}
