import type { JsonBytes } from './json-bytes.ts';
import { type Word, wordOf } from './word.ts';

/** Traces whose spans stand mixed in one document, as a rule; of so many the ids are remembered. */
const REMEMBERED = 8;

/** Trace ids: spans of one trace come close to each other, and share one text. */
export class TraceIds {
  readonly #last: { readonly id: string; readonly word: Word }[] = [];
  #next = 0;

  /** The id whose opening quote is behind. */
  read(json: JsonBytes): string {
    for (const { id, word } of this.#last) if (json.passes(word)) return id;
    const id = json.id(32);
    this.#last[this.#next] = { id, word: wordOf(`${id}"`) };
    this.#next = (this.#next + 1) % REMEMBERED;
    return id;
  }
}
