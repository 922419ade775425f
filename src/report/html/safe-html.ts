import { escapeHtml } from './escape-html.ts';

/** What a template takes: text is escaped, HTML stands as it is, `undefined` is nothing. */
export type Content = string | number | Html | readonly Html[] | undefined;

/**
 * Markup that is safe by construction: it can only be made by {@link html}, out of literals of this source and of
 * text that was escaped. There is no way to put in a string as it is.
 */
export class Html {
  readonly #markup: string;

  private constructor(markup: string) {
    this.#markup = markup;
  }

  static template(literals: TemplateStringsArray, ...contents: readonly Content[]): Html {
    let markup = literals[0] ?? '';
    let insideTag = isInsideTag(markup, false);
    contents.forEach((content, at) => {
      const literal = literals[at + 1] ?? '';
      markup += Html.#markupOf(content, insideTag) + literal;
      insideTag = isInsideTag(literal, insideTag);
    });
    return new Html(markup);
  }

  toString(): string {
    return this.#markup;
  }

  /** Markup in an attribute could end it: there only text is taken. Nothing but our own markup has the field. */
  static #markupOf(content: Content, insideTag: boolean): string {
    if (content === undefined) return '';
    if (typeof content === 'string') return escapeHtml(content);
    if (typeof content === 'number') return String(content);
    if (insideTag) throw new TypeError('Expected the value of an attribute to be text, got markup');
    return content instanceof Html ? content.#markup : content.map((one) => one.#markup).join('');
  }
}

/** The tag of templates. A hole within a tag must be the value of an attribute, in double quotes. */
export const html = Html.template;

export const NOTHING = html``;

/** Pieces one after the other, with `between` between them. */
export function joined(pieces: readonly Html[], between: Html): Html {
  return html`${pieces.flatMap((piece, at) => (at === 0 ? [piece] : [between, piece]))}`;
}

/** Whether the end of a literal stands within a tag; text from outside cannot change that. */
function isInsideTag(literal: string, before: boolean): boolean {
  const opened = literal.lastIndexOf('<');
  const closed = literal.lastIndexOf('>');
  return opened === closed ? before : opened > closed;
}
