import type { Evidence } from './evidence.ts';
import { type Inherited, inherited } from './inherited.ts';
import type { Call, SpanNode } from './span-node.ts';

/** The nearest call above, and the processes of the spans between. */
export interface Nearest {
  readonly outer: Call | undefined;
  /** Three at most: of three, one is a third to any two. */
  readonly between: readonly string[];
}

const NO_CALL: Nearest = { outer: undefined, between: [] };

export function nearestCalls(evidence: Evidence, byNode: ReadonlyMap<SpanNode, Call>): Inherited<Nearest> {
  return inherited<Nearest>(evidence, {
    atTop: () => NO_CALL,
    below(node, parent, above) {
      const outer = byNode.get(parent);
      // Two spans of one call may stand below one another: a call is not above itself.
      if (outer !== undefined && outer !== byNode.get(node)) return { outer, between: [] };
      const { between } = above;
      if (above.outer === undefined || between.includes(parent.process) || between.length === 3) return above;
      return { outer: above.outer, between: [...between, parent.process] };
    },
  });
}
