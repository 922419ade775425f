import { diag } from '@opentelemetry/api';

const said = new Set<string>();

/** Says `message` through `diag` the first time `subject` comes up in this process; never a value of a span. */
export function warnOnce(subject: string, message: string): void {
  if (said.has(subject)) return;
  said.add(subject);
  try {
    diag.warn(`assay-otel: ${message}`);
  } catch {
    // The host's own logger failed; its span ends all the same.
  }
}

/** A scrub mode that lets content leave is said once at start. */
export function warnAboutScrub(mode: 'strict' | 'content' | 'off'): void {
  if (mode === 'strict') return;
  const message = `\`scrub\` is "${mode}": raw content of tool calls can leave on spans; "strict" keeps it in`;
  warnOnce(`scrub.${mode}`, message);
}
