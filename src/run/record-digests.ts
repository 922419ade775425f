import { digestOf } from '../decision/codec.ts';

/** Each record is hashed once. */
export class RecordDigests {
  readonly #known = new Map<string, string>();

  of(record: string): string {
    const known = this.#known.get(record);
    if (known !== undefined) return known;
    const digest = digestOf(record);
    this.#known.set(record, digest);
    return digest;
  }
}
