import type { SpanView } from '../../src/span/view.ts';
import { spanView as callView } from '../dialect/span.ts';

/** A span view with nothing in it but what `parts` says. */
export function spanView(parts: Partial<SpanView> = {}): SpanView {
  return callView({ name: 'span', kind: 'internal', attributes: {}, resource: {}, ...parts });
}
