import { idLabel } from '../redact/label.ts';
import type { Mark } from './mark.ts';
import type { RunIds, SpanFact } from './span-fact.ts';

/**
 * The places an id may stand, first before later. Those of the root count as they are; other resources count
 * only if they agree.
 */
const SOURCES: readonly { readonly at: keyof NonNullable<SpanFact['runs']>; readonly of: 'any' | 'root' }[] =
  [
    { at: 'resource', of: 'root' },
    { at: 'span', of: 'root' },
    { at: 'resource', of: 'any' },
    { at: 'keyResource', of: 'root' },
    { at: 'keySpan', of: 'root' },
    { at: 'keyResource', of: 'any' },
    { at: 'keySpan', of: 'any' },
  ];

/** The run that a trace belongs to, and whether ids of one rank differ. */
export interface TraceRun {
  readonly runId: string;
  readonly isConflicting: boolean;
}

/**
 * A trace belongs wholly to one run: the smallest id of the first place that names one, else the one that an earlier
 * part of it was known to be of, else the trace's own.
 */
export function runIdOf(traceId: string, facts: readonly SpanFact[], marks: readonly Mark[] = []): TraceRun {
  if (facts.length === 0 && marks.length === 0) return { runId: traceId, isConflicting: false };
  for (const { at, of } of SOURCES) {
    const ids = new Set<string>();
    for (const fact of facts) {
      const id = fact.runs?.[at];
      if (id !== undefined && (of === 'any' || isRunRoot(fact))) ids.add(id);
    }
    const [least] = [...ids].sort();
    if (least === undefined) continue;
    // A key on spans of no rank is a last resort; ids on other resources that disagree name nothing.
    if (of === 'root' || ids.size === 1 || at === 'keySpan')
      return { runId: least, isConflicting: ids.size > 1 };
  }
  const [known = traceId] = marks.flatMap((mark) => (mark.mark === 'fragment' ? mark.run : [])).sort();
  return { runId: known, isConflicting: false };
}

/** The trace's parentless span, or one with a remote parent that names a run: the run is what it began. */
function isRunRoot({ carrier, parent, remote, runs }: SpanFact): boolean {
  if (carrier !== undefined) return false;
  if (parent === undefined) return true;
  return remote === true && (runs?.span !== undefined || runs?.keySpan !== undefined);
}

/** A run id is data from outside and is stored: masked, sanitised and bounded, and no two become one. */
export function safeRunId(id: string | undefined): string | undefined {
  return id === undefined ? undefined : idLabel(id);
}

/**
 * All that the spans of a trace say of run ids, as few facts with the same result: of each place the two least ids,
 * since a third adds nothing. Spans repeat what stands on their resource, and hostile ones name a new run each.
 */
export class Naming {
  readonly #places = new Map<string, SpanFact[]>();

  add(fact: SpanFact): void {
    if (fact.runs === undefined) return;
    for (const [at, id] of Object.entries(fact.runs)) {
      if (id === undefined) continue;
      const isRoot = isRunRoot(fact);
      const place = `${at} ${isRoot}`;
      const known = this.#places.get(place) ?? [];
      const idOf = ({ runs }: SpanFact): string => runs?.[at as keyof RunIds] ?? '';
      if (known.some((one) => idOf(one) === id)) continue;
      const parent = isRoot ? undefined : fact.span;
      const named = { trace: fact.trace, span: fact.span, parent, runs: { [at]: id } };
      this.#places.set(place, [...known, named].sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1)).slice(0, 2));
    }
  }

  facts(): SpanFact[] {
    return [...this.#places.values()].flat();
  }
}
