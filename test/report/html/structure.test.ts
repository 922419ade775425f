import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { htmlReport } from '../../../src/report/html/html-report.ts';
import type { Report } from '../../../src/report/report.ts';
import { HOSTILE } from './support/hostile.ts';
import { attribute, childrenOf, type Element, Parsed, textOf } from './support/parsed.ts';
import { FULL, PASSING, reportOf } from './support/scenario.ts';

const REPORTS: readonly (readonly [string, Report])[] = [
  ['with something everywhere', FULL],
  ['that passes', PASSING],
  ['that is not judged', { ...FULL, isJudged: false }],
  ['without a run', reportOf([])],
  ['of hostile names', HOSTILE],
];

describe.each(REPORTS)('the HTML of a report %s', (_title, report) => {
  const html = htmlReport.render(report);
  const page = new Parsed(html);

  it('is what a parser expects, in one language, with a title', () => {
    expect(page.errors).toEqual([]);
    expect(attribute(only(page.all('html')), 'lang')).toBe('en');
    expect(textOf(only(page.all('title')))).toMatch(/declared against observed$/i);
    expect(html.endsWith('</html>\n')).toBe(true);
  });

  it('is the same every time', () => {
    expect(htmlReport.render(report)).toBe(html);
  });

  it('has each landmark once, and every section a name', () => {
    for (const name of ['header', 'nav', 'main', 'footer', 'h1']) expect(page.all(name)).toHaveLength(1);
    for (const element of [...page.all('section'), ...page.all('article')]) {
      const heading = page.byId(attribute(element, 'aria-labelledby') ?? '');
      expect(heading?.tagName).toMatch(/^h[23]$/);
    }
  });

  it('has headings in order, none empty', () => {
    const headings = page.elements.filter(({ tagName }) => /^h[1-6]$/.test(tagName));
    const levels = headings.map(({ tagName }) => Number(tagName[1]));
    levels.forEach((level, at) => {
      expect(level - (levels[at - 1] ?? 0)).toBeLessThanOrEqual(1);
    });
    for (const heading of headings) expect(textOf(heading).trim()).not.toBe('');
  });

  it('has ids that are unique, and links to them alone', () => {
    const ids = page.elements.flatMap((element) => attribute(element, 'id') ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    const links = page.all('a').map((link) => attribute(link, 'href') ?? 'none');
    expect(links.filter((link) => !ids.includes(link.slice(1)) || !link.startsWith('#'))).toEqual([]);
  });

  it('has tables with a caption and scopes, each row as wide as its head', () => {
    for (const table of page.all('table')) {
      const [caption, head, body] = elementsOf(table);
      expect([caption?.tagName, head?.tagName, body?.tagName]).toEqual(['caption', 'thead', 'tbody']);
      expect(textOf(caption ?? table).trim()).not.toBe('');
      const columns = elementsOf(only(elementsOf(head ?? table)));
      expect(columns.map((cell) => attribute(cell, 'scope'))).toEqual(columns.map(() => 'col'));
      for (const row of elementsOf(body ?? table)) {
        const [first, ...cells] = elementsOf(row);
        expect(first && attribute(first, 'scope')).toBe('row');
        expect(cells.map((cell) => attribute(cell, 'data-column'))).toEqual(columns.slice(1).map(textOf));
      }
    }
  });

  it('says of each part of a table what it is, for browsers that forget it where rows are stacked', () => {
    const roles = { table: 'table', thead: 'rowgroup', tbody: 'rowgroup', tr: 'row', td: 'cell' };
    for (const [name, role] of Object.entries(roles)) {
      for (const element of page.all(name)) expect(attribute(element, 'role')).toBe(role);
    }
    for (const head of page.all('th')) {
      const role = attribute(head, 'scope') === 'row' ? 'rowheader' : 'columnheader';
      expect(attribute(head, 'role')).toBe(role);
    }
  });

  it('folds with a summary', () => {
    for (const details of page.all('details')) expect(elementsOf(details)[0]?.tagName).toBe('summary');
  });

  it('allows its own styles by their digest, and nothing else', () => {
    const style = textOf(only(page.all('style')));
    const digest = createHash('sha256').update(style).digest('base64');
    const policy = page.all('meta').find((meta) => attribute(meta, 'http-equiv') !== undefined);
    expect(policy && attribute(policy, 'content')).toBe(
      `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'`,
    );
    expect(html.indexOf('Content-Security-Policy')).toBeLessThan(html.indexOf('<style>'));
  });

  it('holds nothing that runs or is fetched', () => {
    const names = new Set(page.elements.map(({ tagName }) => tagName));
    for (const name of [
      'script',
      'img',
      'link',
      'iframe',
      'object',
      'embed',
      'form',
      'base',
      'svg',
      'math',
    ]) {
      expect(names).not.toContain(name);
    }
    const attributes = page.elements.flatMap(({ attrs }) => attrs.map(({ name }) => name));
    expect(attributes.filter((name) => /^on|^style$|^src|^action$|^ping$/.test(name))).toEqual([]);
  });
});

function only(elements: readonly Element[]): Element {
  const [element, ...more] = elements;
  if (element === undefined || more.length > 0)
    throw new Error(`Expected one element, got ${elements.length}`);
  return element;
}

function elementsOf(element: Element): readonly Element[] {
  return childrenOf(element).filter((node): node is Element => 'tagName' in node);
}
