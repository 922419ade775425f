/** A promise and its resolver (`Promise.withResolvers` needs Node 22). */
export function deferred(): { readonly promise: Promise<void>; resolve(): void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve: () => resolve() };
}

/** Lets what is queued in this turn of the event loop happen. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
