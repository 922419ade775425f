import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/** What the types cannot say of the templates of the report is read out of their source. */

const FOLDER = new URL('../../../src/report/html/', import.meta.url);
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.ts'));

interface Template {
  readonly where: string;
  /** Literals; between two of them is a hole. */
  readonly literals: readonly string[];
}

const SOURCES = FILES.map((name) =>
  ts.createSourceFile(name, readFileSync(new URL(name, FOLDER), 'utf8'), ts.ScriptTarget.ES2023, true),
);
const TEMPLATES = SOURCES.flatMap(templatesIn);

function templatesIn(source: ts.SourceFile): Template[] {
  const found: Template[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'html') {
      const { template } = node;
      const literals = ts.isNoSubstitutionTemplateLiteral(template)
        ? [template.text]
        : [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)];
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push({ where: `${source.fileName}:${line + 1}`, literals });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Where each hole stands: in content, in the quoted value of the attribute that is named, or where none may be. */
function holes({ literals }: Template): string[] {
  let state: 'content' | 'tag' | 'value' = 'content';
  let before = '';
  return literals.slice(0, -1).map((literal) => {
    for (const character of literal) {
      if (state === 'content') state = character === '<' ? 'tag' : 'content';
      else if (state === 'value') state = character === '"' ? 'tag' : 'value';
      else if (character === '"') state = 'value';
      else if (character === '>') state = 'content';
      before = state === 'content' ? '' : before + character;
    }
    if (state !== 'value') return state;
    const name = /([a-z-]+)="[^"]*$/.exec(before)?.[1] ?? 'unnamed';
    const value = before.slice(before.lastIndexOf('"') + 1);
    before += '?';
    return `${name}=${value}`;
  });
}

describe('templates of the report', () => {
  it('are found', () => {
    expect(TEMPLATES.length).toBeGreaterThan(80);
  });

  it('have holes in content and in quoted values alone', () => {
    const wrong = TEMPLATES.filter((template) => holes(template).includes('tag'));
    expect(wrong.map(({ where }) => where)).toEqual([]);
  });

  it('have no hole in an attribute that a browser runs or follows, but for places on the same page', () => {
    const allowed =
      /^(?:id|class|datetime|aria-labelledby|data-column|content|href=#|(?:id|class|aria-labelledby)=)/;
    const values = TEMPLATES.flatMap((template) =>
      holes(template)
        .filter((hole) => hole !== 'content')
        .map((hole) => ({ where: template.where, hole })),
    );
    expect(values.filter(({ hole }) => !allowed.test(hole))).toEqual([]);
    expect(values.length).toBeGreaterThan(10);
  });

  it('write no script, no style but the sheet, no handler, no link to elsewhere', () => {
    for (const { where, literals } of TEMPLATES) {
      const text = literals.join('');
      expect(text, where).not.toMatch(
        /<script|<iframe|<object|<embed|<form|<img|<link|<base|<svg|<math|\son[a-z]+=|\sstyle=|\ssrc=/i,
      );
      expect(text, where).not.toMatch(/href="(?!#|$)|:\/\/|url\(|@import/);
      if (!where.startsWith('styles.ts')) expect(text, where).not.toMatch(/<style/);
    }
  });

  it('are made by the tag, never by a call of it', () => {
    const calls: string[] = [];
    for (const source of SOURCES) {
      const visit = (node: ts.Node): void => {
        if (ts.isCallExpression(node) && /^(?:html|Html\.template)$/.test(node.expression.getText())) {
          calls.push(source.fileName);
        }
        ts.forEachChild(node, visit);
      };
      visit(source);
    }
    expect(calls).toEqual([]);
  });
});
