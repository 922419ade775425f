import { thousands } from './amount.ts';
import { type Html, html } from './safe-html.ts';

/** What a list shows, and the sentence that says what it leaves out. */
export interface Bounded<T> {
  readonly shown: readonly T[];
  readonly rest: Html | undefined;
}

/** What of a kind is left out, in all. */
export interface Omission {
  readonly what: string;
  readonly count: number;
}

/** Bounds the lists of a report, and knows what they leave out, so that a reader is told at its beginning too. */
export class LeftOut {
  readonly #counts = new Map<string, number>();

  /** The first `most` of some items, which are called `what`; `where` says who has them all. */
  bound<T>(items: readonly T[], most: number, what: string, where: string = JSON_REPORT): Bounded<T> {
    const count = items.length - most;
    if (count <= 0) return { shown: items, rest: undefined };
    return { shown: items.slice(0, most), rest: this.note(count, what, where) };
  }

  /** Says that so many more are left out. */
  note(count: number, what: string, where: string = JSON_REPORT): Html {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + count);
    return html`<p class="left-out">More ${what}, left out here: ${thousands(count)}. ${where}</p>\n`;
  }

  get omissions(): readonly Omission[] {
    return [...this.#counts].map(([what, count]) => ({ what, count }));
  }
}

const JSON_REPORT = 'The JSON report has all of them.';
