import type { Quote } from '../words/quote.ts';
import type { Names } from './names.ts';
import { type Html, html } from './safe-html.ts';

/** Stands around the number of a name in a sentence; text from outside cannot hold it, since it is quoted. */
const HOLE = '\u0001';

/** Stands in words for a space at which no line of a terminal may break. */
const FIRM = '\u0000';

/** Sentences of ours as HTML: what stands between backticks becomes code, each quoted name is written as a name. */
export class Prose {
  readonly #names: Names;
  readonly #quoted: string[] = [];

  constructor(names: Names) {
    this.#names = names;
  }

  /** For the words that {@link html} is given later. */
  readonly quote: Quote = (text) => `${HOLE}${this.#quoted.push(text) - 1}${HOLE}`;

  html(words: string): Html {
    const parts = words.replaceAll(FIRM, ' ').split(HOLE);
    const nameAt = (part: string) => this.#names.show(this.#quoted[Number(part)] ?? '');
    return html`${parts.map((part, at) => (at % 2 === 0 ? withCode(part) : nameAt(part)))}`;
  }
}

/** One sentence. */
export function prose(names: Names, say: string | ((quote: Quote) => string)): Html {
  const words = new Prose(names);
  return words.html(typeof say === 'string' ? say : say(words.quote));
}

/** Words that follow a colon elsewhere, as a sentence of their own. */
export function sentence(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;
}

function withCode(text: string): Html {
  const parts = text.split('`');
  if (parts.length % 2 === 0) return html`${text}`;
  return html`${parts.map((part, at) => (at % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))}`;
}
