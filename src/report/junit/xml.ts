import { spelledOut, visible } from '../words/terminal-text.ts';

/**
 * An XML element: an empty one where nothing is inside. Attributes that are `undefined` are left out. Children are
 * elements already; text goes through {@link xmlText}.
 */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  children: readonly string[] = [],
): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${xmlText(String(value))}"`],
  );
  const start = `<${name}${written.join('')}`;
  if (children.length === 0) return `${start}/>\n`;
  return `${start}>${children.some((child) => child.startsWith('<')) ? '\n' : ''}${children.join('')}</${name}>\n`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/**
 * Text for an element or an attribute. XML 1.0 (section 2.2) has no form for most controls, lone surrogates, U+FFFE
 * and U+FFFF, not even as references: those are spelled out, with everything else that does not show.
 */
export function xmlText(text: string): string {
  return visible(text)
    .replace(/[\ufffe\uffff]/g, spelledOut)
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
