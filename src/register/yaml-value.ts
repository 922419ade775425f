import type { ParsedNode } from 'yaml';
import { loadOwn } from './peers.ts';

/**
 * What a YAML text says. A key that stands twice is an error as it is to the parser, whose own check takes quadratic
 * time; so is a tag that is not known, of which it would print a piece of the text.
 */
export function yamlValue(text: string): unknown {
  const { isMap, isScalar, LineCounter, parseDocument, visit } = loadOwn<typeof import('yaml')>('yaml');
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, logLevel: 'error', uniqueKeys: false });
  const [problem] = [...document.errors, ...document.warnings];
  if (problem !== undefined) throw problem;
  visit(document, (_, node) => {
    if (!isMap<ParsedNode>(node)) return;
    const seen = new Set<unknown>();
    for (const { key } of node.items) {
      if (!isScalar(key)) continue;
      if (seen.has(key.value)) {
        const linePos = [lineCounter.linePos(key.range?.[0] ?? 0)];
        throw Object.assign(new SyntaxError('Expected each key once'), { code: 'DUPLICATE_KEY', linePos });
      }
      seen.add(key.value);
    }
  });
  return document.toJS();
}
