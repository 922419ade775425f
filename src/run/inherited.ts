import type { SpanNode } from './span-node.ts';

/** The span above, where it was seen. */
export type ParentOf = (node: SpanNode) => SpanNode | undefined;

/** What a span has from the spans above it. */
export type Inherited<T> = (node: SpanNode) => T;

export interface Inheritance<T> {
  /** Of a span whose parent was not seen. */
  atTop(node: SpanNode): T;
  /** Of a span by its parent and what that has itself. */
  below(node: SpanNode, parent: SpanNode, above: T): T;
}

/**
 * Asks each span once, however many ask for what is above them: a chain of parents may be as long as its sender likes.
 * Ids come from outside: a span that is its own ancestor ends the walk.
 */
export function inherited<T>(
  { parentOf }: { readonly parentOf: ParentOf },
  inheritance: Inheritance<T>,
): Inherited<T> {
  const known = new Map<SpanNode, { readonly value: T }>();
  return (asked) => {
    const path = new Set<SpanNode>();
    let top = asked;
    let above = known.get(top);
    while (above === undefined) {
      path.add(top);
      const parent = parentOf(top);
      if (parent === undefined || path.has(parent)) {
        above = { value: inheritance.atTop(top) };
        known.set(top, above);
        path.delete(top);
        break;
      }
      top = parent;
      above = known.get(top);
    }
    let parent = top;
    for (const node of [...path].reverse()) {
      above = { value: inheritance.below(node, parent, above.value) };
      known.set(node, above);
      parent = node;
    }
    return above.value;
  };
}
