import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5';

/** A report as a browser's parser reads it. */

export type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.Node;

export class Parsed {
  readonly errors: string[] = [];
  readonly elements: readonly Element[];
  readonly #parents = new Map<Node, Node>();

  constructor(html: string) {
    const document = parse(html, { onParseError: ({ code }) => this.errors.push(code) });
    this.elements = [...this.#walk(document)];
  }

  /** By name; all where none is given. */
  all(name: string): readonly Element[] {
    return this.elements.filter(({ tagName }) => tagName === name);
  }

  byId(id: string): Element | undefined {
    return this.elements.find((element) => attribute(element, 'id') === id);
  }

  closest(element: Element, name: string): Element | undefined {
    let node: Node | undefined = element;
    while (node !== undefined && !(isElement(node) && node.tagName === name)) node = this.#parents.get(node);
    return node !== undefined && isElement(node) ? node : undefined;
  }

  *#walk(node: Node): Generator<Element> {
    if (isElement(node)) yield node;
    for (const child of childrenOf(node)) {
      this.#parents.set(child, node);
      yield* this.#walk(child);
    }
  }
}

export function attribute({ attrs }: Element, name: string): string | undefined {
  return attrs.find((attr) => attr.name === name)?.value;
}

/** What a reader sees of it, white space as it stands. */
export function textOf(node: Node): string {
  if (defaultTreeAdapter.isTextNode(node)) return node.value;
  return childrenOf(node).map(textOf).join('');
}

export function childrenOf(node: Node): readonly Node[] {
  return 'childNodes' in node ? node.childNodes : [];
}

function isElement(node: Node): node is Element {
  return defaultTreeAdapter.isElementNode(node);
}
