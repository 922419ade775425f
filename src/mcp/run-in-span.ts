import { type Context, context } from '@opentelemetry/api';
import { attempt } from './attempt.ts';
import type { RequestSpan } from './request-span.ts';

/** What became of the request, in the host's own words. */
export interface Settlement {
  resolved(value: unknown): void;
  rejected(error: unknown): void;
}

/**
 * Runs the host's code in the context of its span and settles the span with it. The host gets the same value
 * or the same error; a promise of ours takes the place of theirs (one microtask later), since watching theirs
 * would mark its rejection as handled.
 */
export function runInSpan(request: RequestSpan, run: () => unknown, settlement: Settlement): unknown {
  const resolved = (value: unknown) => {
    attempt(() => settlement.resolved(value));
    return value;
  };
  const rejected = (error: unknown) => {
    attempt(() => settlement.rejected(error));
    throw error;
  };
  let result: unknown;
  try {
    result = runInContext(request.active, run);
  } catch (error) {
    return rejected(error);
  }
  return isThenable(result) ? Promise.resolve(result).then(resolved, rejected) : resolved(result);
}

/** Runs the host's code exactly once: in `active`, or without it where the context manager itself fails. */
export function runInContext<T>(active: Context, run: () => T): T {
  let entered = false;
  try {
    return context.with(active, () => {
      entered = true;
      return run();
    });
  } catch (error) {
    if (entered) throw error;
    attempt(() => {
      throw error;
    });
    return run();
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
  );
}
