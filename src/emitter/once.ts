import { diag } from '@opentelemetry/api';

const said = new Set<string>();

/** Says `message` through `diag` the first time `subject` comes up in this process; never a value of a span. */
export function warnOnce(subject: string, message: string): void {
  if (said.has(subject)) return;
  said.add(subject);
  diag.warn(`assay-otel: ${message}`);
}
