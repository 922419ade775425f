import { spelledOut } from '../words/terminal-text.ts';
import { amount } from './amount.ts';
import { HIDDEN } from './escape-html.ts';
import { type Html, html } from './safe-html.ts';

/** UTF-16 units of a name that are shown where it is named; the whole of a longer one stands once, at the end. */
const MOST_SHOWN = 160;

/** UTF-16 units of all long names together that a report holds. */
const MOST_KEPT = 4_000_000;

export interface LongName {
  readonly id: string;
  readonly text: string;
  /** Not there where the names before it fill a report. */
  readonly isKept: boolean;
}

/**
 * How names from outside are written: apart from our words, isolated so that their direction stays theirs, each
 * character that does not show spelled out and marked, and bounded. One for each report: it keeps what was cut.
 */
export class Names {
  readonly #long = new Map<string, LongName>();
  #kept = 0;

  show(text: string): Html {
    if (text === '') return html`<span class="none">empty</span>`;
    if (text.length <= MOST_SHOWN) return isolated(text);
    const { id } = this.#keep(text);
    return html`${isolated(beginning(text))}… <a class="cut" href="#${id}">cut, ${amount(text.length, 'character')}</a>`;
  }

  /** What was cut, in the order in which it came. */
  get long(): readonly LongName[] {
    return [...this.#long.values()];
  }

  #keep(text: string): LongName {
    const known = this.#long.get(text);
    if (known !== undefined) return known;
    const isKept = this.#kept + text.length <= MOST_KEPT;
    if (isKept) this.#kept += text.length;
    const name = { id: `name-${this.#long.size + 1}`, text, isKept };
    this.#long.set(text, name);
    return name;
  }
}

function isolated(text: string): Html {
  return html`<bdi>${marked(text)}</bdi>`;
}

/**
 * A name as it is, however long. Its direction is given: to find one, browsers take time in the square of the number
 * of characters that are marked, and 200,000 of them would keep a page from opening.
 */
export function whole(text: string): Html {
  return html`<bdi dir="ltr">${marked(text)}</bdi>`;
}

/** What is spelled out is marked: a name may hold the same spelling as plain text. */
function marked(text: string): Html {
  const pieces: Html[] = [];
  let end = 0;
  for (const { 0: hidden, index } of text.matchAll(HIDDEN)) {
    pieces.push(html`${text.slice(end, index)}<mark>${spelledOut(hidden)}</mark>`);
    end = index + hidden.length;
  }
  return html`${pieces}${text.slice(end)}`;
}

/** Without the half of a surrogate pair. */
function beginning(text: string): string {
  const cut = text.slice(0, MOST_SHOWN);
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}
