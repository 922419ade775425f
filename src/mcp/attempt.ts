import { diag } from '@opentelemetry/api';

let reported = false;

/**
 * Runs our own code beside the host's: what it throws is caught and said once through `diag`, by class only,
 * since a message may hold arguments. `undefined` then; the caller goes on without it.
 */
export function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (!reported) {
      reported = true;
      const kind = error instanceof Error ? error.name : typeof error;
      diag.warn(`assay-otel/mcp: instrumentation failed (${kind}); the request went on without it`);
    }
    return undefined;
  }
}
