import { addTo } from './add-to.ts';

/** Distinct texts by number. One is the rule and needs no set; two of a number are a conflict. */
export class DistinctByNumber {
  readonly #first = new Map<number, string>();
  /** All of those numbers that have several. */
  #several: Map<number, Set<string>> | undefined;

  add(number: number, text: string): void {
    const first = this.#first.get(number);
    if (first === undefined) this.#first.set(number, text);
    else if (first !== text) {
      this.#several ??= new Map();
      addTo(this.#several, number, first);
      addTo(this.#several, number, text);
    }
  }

  /** How many numbers have a text. */
  get size(): number {
    return this.#first.size;
  }

  has(number: number): boolean {
    return this.#first.has(number);
  }

  /** Those that have a text. */
  numbers(): Iterable<number> {
    return this.#first.keys();
  }

  /** Those that have several. */
  conflicts(): Iterable<number> {
    return this.#several?.keys() ?? [];
  }

  /** The texts of a number in their order. */
  of(number: number): readonly string[] {
    const several = this.#several?.get(number);
    if (several !== undefined) return [...several].sort();
    const only = this.#first.get(number);
    return only === undefined ? [] : [only];
  }
}
