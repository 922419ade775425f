import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { filled } from '../../scripts/markdown.ts';
import { CLASSIFIERS } from '../../src/classify/registry.ts';
import { validateArtifact } from '../../src/schema/artifact.ts';
import { readBaseline, readDeclaredSurface } from '../../src/schema/declared-reading.ts';

const doc = readFileSync(new URL('../../docs/gate.md', import.meta.url), 'utf8');

/** The code blocks of a language that hold a word. */
function blocks(language: string, word: string): string[] {
  const all = doc.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm);
  return [...all].flatMap(([, of, text = '']) => (of === language && text.includes(word) ? [text] : []));
}

describe('docs/gate.md', () => {
  it('shows a declared surface that is valid, every part of which does something', () => {
    const [text = '', ...more] = blocks('yaml', 'declared_tool_actions');
    expect(more).toEqual([]);
    expect(readDeclaredSurface(text, CLASSIFIERS)).toMatchObject({ warnings: [] });
  });

  it('shows a baseline that is valid, but for the fingerprint', () => {
    const [text = ''] = blocks('yaml', 'accepted:');
    expect(readBaseline(text.replace('…', '0'.repeat(64)))).toMatchObject({ warnings: [] });
  });

  it('shows an audit record with its own digest', () => {
    const [text = ''] = blocks('json', 'binding_digest');
    expect(validateArtifact(JSON.parse(text))).toEqual([]);
  });
});

describe('generated parts', () => {
  it('are filled where they stand, and nowhere else', () => {
    const text = 'a\n<!-- generated: x -->\nold\n<!-- end -->\nb\n';
    const made = 'a\n<!-- generated: x -->\n\nnew\n\n<!-- end -->\nb\n';
    expect(filled(text, { x: 'new\n' })).toBe(made);
    expect(filled(made, { x: 'new' })).toBe(made);
  });

  it('that nothing makes, or that stand nowhere, are an error', () => {
    expect(() => filled('<!-- generated: x --><!-- end -->', {})).toThrow('generated parts');
    expect(() => filled('text', { x: 'new' })).toThrow('generated parts');
  });
});
