import { canonicalJson } from '../decision/canonical-json.ts';
import type { Mark } from './mark.ts';
import { runIdOf, type TraceRun } from './run-id.ts';
import type { SpanFact } from './span-fact.ts';

/**
 * The evidence of one trace: a set of facts and marks. Facts that are equal are one, so that order and repetition
 * cannot show. By span, since a span that arrives once is the rule and needs no comparison.
 */
export class TraceFacts {
  readonly trace: string;
  readonly #spans = new Map<string, SpanFact | SpanFact[]>();
  readonly #marks = new Map<string, Mark>();
  /** One fact for each thing that is said of run ids: spans repeat what stands on their resource. */
  readonly #naming = new Map<string, SpanFact>();
  #size = 0;

  constructor(trace: string) {
    this.trace = trace;
  }

  /** Facts held. */
  get size(): number {
    return this.#size;
  }

  /** False where the fact is known already. */
  add(fact: SpanFact): boolean {
    const known = this.#spans.get(fact.span);
    if (known === undefined) this.#spans.set(fact.span, fact);
    else {
      const all = Array.isArray(known) ? known : [known];
      const text = canonicalJson(fact);
      if (all.some((one) => canonicalJson(one) === text)) return false;
      this.#spans.set(fact.span, [...all, fact]);
    }
    this.#size += 1;
    if (fact.runs !== undefined) this.#name(fact);
    return true;
  }

  /** False where the mark is known already, or says less than one that is. */
  mark(mark: Mark): boolean {
    const key = mark.mark === 'loss' ? `${mark.code} ${mark.reporter}` : canonicalJson(mark);
    const known = this.#marks.get(key);
    if (known !== undefined && (mark.mark !== 'loss' || known.mark !== 'loss' || known.n >= mark.n))
      return false;
    this.#marks.set(key, mark);
    return true;
  }

  /** The facts in an order that depends on nothing but the set. */
  facts(): SpanFact[] {
    const sorted = [...this.#spans].sort(([a], [b]) => (a < b ? -1 : 1));
    return sorted.flatMap(([, known]) => (Array.isArray(known) ? inOrder(known) : [known]));
  }

  /** The marks, in such an order too. */
  marks(): Mark[] {
    return inOrder([...this.#marks.values()]);
  }

  /** The run that the trace belongs to, by what is known so far. */
  run(): TraceRun {
    return runIdOf(this.trace, [...this.#naming.values()], this.#marks.size > 0 ? this.marks() : []);
  }

  #name({ runs, parent, remote, ...fact }: SpanFact): void {
    const key = canonicalJson([runs, parent === undefined, remote ?? null]);
    if (!this.#naming.has(key))
      this.#naming.set(key, { trace: fact.trace, span: fact.span, parent, remote, runs });
  }
}

function inOrder<T>(elements: readonly T[]): T[] {
  if (elements.length < 2) return [...elements];
  const keyed = elements.map((element): [string, T] => [canonicalJson(element), element]);
  return keyed.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, element]) => element);
}

/** Order of traces by id. */
export function byTrace(a: TraceFacts, b: TraceFacts): number {
  return a.trace < b.trace ? -1 : 1;
}
