import { canonicalJson } from '../decision/canonical-json.ts';
import { factCost } from './fact-cost.ts';
import type { Mark } from './mark.ts';
import { Naming, runIdOf, type TraceRun } from './run-id.ts';
import type { SpanFact } from './span-fact.ts';

/**
 * The evidence of one trace: a set of facts and marks. Facts that are equal are one, so that order and repetition
 * cannot show. By span, since a span that arrives once is the rule and needs no comparison.
 */
export class TraceFacts {
  readonly trace: string;
  readonly #spans = new Map<string, SpanFact | ReadonlyMap<string, SpanFact>>();
  /** Few traces have any mark, and not every one has a span that names a run. */
  #marks: Map<string, Mark> | undefined;
  #naming: Naming | undefined;
  #bytes = 0;
  /** In their order, until another comes. */
  #sorted: readonly SpanFact[] | undefined;

  constructor(trace: string) {
    this.trace = trace;
  }

  /** What the facts may take, by {@link factCost}. */
  get bytes(): number {
    return this.#bytes;
  }

  /** False where the fact is known already. */
  add(fact: SpanFact): boolean {
    const known = this.#spans.get(fact.span);
    if (known === undefined) this.#spans.set(fact.span, fact);
    else {
      const all = known instanceof Map ? known : new Map([[canonicalJson(known), known as SpanFact]]);
      const text = canonicalJson(fact);
      if (all.has(text)) return false;
      all.set(text, fact);
      this.#spans.set(fact.span, all);
    }
    this.#bytes += factCost(fact);
    if (fact.runs !== undefined) {
      this.#naming ??= new Naming();
      this.#naming.add(fact);
    }
    this.#sorted = undefined;
    return true;
  }

  /** False where the mark is known already, or says less than one that is. */
  mark(mark: Mark): boolean {
    const key = markKey(mark);
    this.#marks ??= new Map();
    const known = this.#marks.get(key);
    if (known !== undefined && rankOf(known) >= rankOf(mark)) return false;
    this.#marks.set(key, mark);
    return true;
  }

  /** The facts in an order that depends on nothing but the set. */
  facts(): readonly SpanFact[] {
    if (this.#sorted === undefined) {
      const sorted: SpanFact[] = [];
      for (const span of [...this.#spans.keys()].sort()) {
        const known = this.#spans.get(span);
        if (!(known instanceof Map)) sorted.push(known as SpanFact);
        else for (const fact of inOrder([...known.values()])) sorted.push(fact);
      }
      this.#sorted = sorted;
    }
    return this.#sorted;
  }

  /** The marks, in such an order too. */
  marks(): readonly Mark[] {
    return this.#marks === undefined ? NONE : inOrder([...this.#marks.values()]);
  }

  /** The run that the trace belongs to, by what is known so far. */
  run(): TraceRun {
    return runIdOf(this.trace, this.#naming?.facts() ?? NONE, this.marks());
  }

  /** Facts that name the run as the trace has it: without them, what is known of it would belong elsewhere. */
  naming(): SpanFact[] {
    const { runId } = this.run();
    const named = this.facts().filter(
      ({ runs }) => runs !== undefined && Object.values(runs).includes(runId),
    );
    return named.slice(0, MOST_NAMING);
  }
}

const MOST_NAMING = 100;
const NONE: readonly never[] = [];

/** What a loss and a part are told by; of each the highest counts. */
function markKey(mark: Mark): string {
  if (mark.mark === 'loss') return `loss ${mark.code} ${mark.reporter}`;
  return mark.mark === 'part' ? `part ${mark.part}` : canonicalJson(mark);
}

function rankOf(mark: Mark): number {
  if (mark.mark === 'loss') return mark.n;
  return mark.mark === 'part' ? mark.revision : 0;
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
