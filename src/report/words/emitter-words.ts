import type { ScopeEntry } from '../../run/health.ts';
import { named } from './paragraph.ts';
import type { Quote } from './quote.ts';

/** `emitter 9f1c6a2b3c4d5e6f (agent)`. */
export function whoOf(
  emitter: string,
  entry: Pick<ScopeEntry, 'service'> | undefined,
  quote: Quote = named,
): string {
  const service = entry?.service ?? undefined;
  return `emitter ${quote(emitter)}${service === undefined ? '' : ` (${quote(service)})`}`;
}
