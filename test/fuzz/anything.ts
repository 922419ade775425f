import fc from 'fast-check';
import { CANARY } from '../../scripts/fuzz/targets.ts';

/** Anything that a language without types can hand over: getters that throw, proxies, no prototype, the canary. */
export const anything = fc.oneof(
  fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withSparseArray: true,
  }),
  fc.constantFrom<unknown>(CANARY, { [CANARY]: CANARY }, [CANARY], Symbol(CANARY), () => CANARY),
  // Made late: fast-check itself would ask a proxy whether it can be cloned.
  fc.constantFrom('getter', 'proxy').map((kind) => ({ [CANARY]: CANARY, inner: hostile(kind) })),
);

function hostile(kind: string): unknown {
  if (kind === 'getter') return Object.defineProperty({}, 'name', { enumerable: true, get: throwing });
  return new Proxy(
    {},
    { get: throwing, ownKeys: throwing, has: throwing, getOwnPropertyDescriptor: throwing },
  );
}

function throwing(): never {
  throw new Error('A getter of the host');
}

/** What `run` throws; `undefined` where it does not. */
export function thrownBy(run: () => unknown): unknown {
  try {
    run();
    return undefined;
  } catch (error) {
    return error ?? 'nothing';
  }
}
