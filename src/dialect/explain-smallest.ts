import type { SpanView } from '../span/view.ts';
import type { Probe } from './explain-probe.ts';

/** Places that together are enough, and the span with nothing else on it. */
interface Enough {
  readonly needed: readonly Probe[];
  readonly rest: SpanView;
}

/**
 * Places that together are enough: with all others taken off, what holds of the span still holds, and without any one
 * of them it does not. Of places that say the same, the last in order is kept.
 */
export function smallest(
  probes: readonly Probe[],
  span: SpanView,
  holds: (span: SpanView) => boolean,
): Enough {
  let rest = span;
  const needed: Probe[] = [];
  for (const probe of probes) {
    const without = probe.without(rest);
    if (holds(without)) rest = without;
    else needed.push(probe);
  }
  return { needed, rest };
}
