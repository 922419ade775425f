import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { htmlReport } from '../../../src/report/html/html-report.ts';
import type { Report } from '../../../src/report/report.ts';
import { CALLS, OUTCOMES, unknownTool } from '../../gate/observed.ts';
import { CHROMIUM, launch, MISSING, type Site, serve } from './support/chromium.ts';
import { ATTACKS, HOSTILE, HUGE } from './support/hostile.ts';
import * as inPage from './support/in-page.ts';
import { CALM, FULL, observed, PASSING, reportOf } from './support/scenario.ts';

/** What only a browser knows: how a report looks, prints and is reached, and that it runs and asks for nothing. */

function reportOfMany(count: number): Report {
  const records = Array.from({ length: count }, (_, at) =>
    at % 10 === 0 ? unknownTool(`tool.${at}`) : { ...CALLS.github, ...OUTCOMES.undecided },
  );
  return reportOf([observed({ id: 'many', records })], {}, CALM);
}

const PAGES = {
  full: FULL,
  passing: PASSING,
  compared: { ...FULL, isJudged: false },
  hostile: HOSTILE,
  /** In two folds. */
  folded: reportOfMany(600),
  many: reportOfMany(10_000),
} as const;

type Name = keyof typeof PAGES;
type Scheme = 'light' | 'dark';

const WIDE = 1280;
const NARROW = 400;
const GROUNDS = { light: 'rgb(255, 255, 255)', dark: 'rgb(21, 24, 28)' } as const;
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const TITLE = CHROMIUM === undefined ? `in Chromium: ${MISSING}` : 'in Chromium';

if (CHROMIUM === undefined) console.warn(`The HTML report is not looked at in a browser: ${MISSING}`);

/** A browser on a busy machine takes its time. */
const TIMEOUT = 180_000;

describe.skipIf(CHROMIUM === undefined)(TITLE, { timeout: TIMEOUT }, () => {
  let browser: Browser;
  let site: Site;
  let complaints: string[];

  beforeAll(async () => {
    const html = Object.entries(PAGES).map(([name, report]) => [name, htmlReport.render(report)]);
    [browser, site] = await Promise.all([launch(), serve(Object.fromEntries(html))]);
  }, TIMEOUT);

  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });

  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  /** A page in a context of its own; what it complains of and what it asks for is kept. */
  async function open(
    name: Name,
    { width = WIDE, ...options }: BrowserContextOptions & { readonly width?: number } = {},
    fragment = '',
  ): Promise<Page> {
    complaints = [];
    site.asked.length = 0;
    const page = await browser.newPage({ ...options, viewport: { width, height: 800 } });
    page.on('console', (message) => complaints.push(`console: ${message.type()}`));
    page.on('pageerror', () => complaints.push('error'));
    page.on('dialog', () => complaints.push('dialog'));
    page.on('request', (request) => {
      if (request.url() !== `${site.url(name)}${fragment}`) complaints.push('request');
    });
    await page.goto(`${site.url(name)}${fragment}`);
    return page;
  }

  it.each(Object.keys(PAGES) as Name[])(
    '%s complains of nothing, asks for nothing, runs nothing',
    async (name) => {
      const page = await open(name);
      expect(await page.evaluate(inPage.SECTIONS)).toBeGreaterThan(8);
      expect(await page.evaluate(inPage.IS_HACKED)).toBe(false);
      expect(complaints).toEqual([]);
      expect(site.asked).toEqual([`/${name}`]);
    },
  );

  it('lets nothing run or leave, even if markup got in', async () => {
    const page = await open('passing');
    expect(await page.evaluate(inPage.BREAK_IN)).not.toBe('rgb(1, 2, 3)');
    expect(await page.evaluate(inPage.IS_HACKED)).toBe(false);
    expect(site.asked).toEqual(['/passing']);
    expect(complaints.length).toBeGreaterThan(3);
  });

  it('holds 10,000 decisions', async () => {
    const page = await open('many');
    expect(await page.locator('tbody tr[id^=call-]').count()).toBe(10_000);
  });

  it.each<[Name, number]>([
    ['full', 320],
    ['full', NARROW],
    ['full', 768],
    ['full', 769],
    ['full', WIDE],
    ['full', 2560],
    ['passing', NARROW],
    ['compared', NARROW],
    ['hostile', NARROW],
    ['hostile', WIDE],
  ])('%s does not scroll sideways at %d px', async (name, width) => {
    const page = await open(name, { width });
    expect(await page.evaluate(inPage.SCROLLS_SIDEWAYS)).toBe(false);
    await page.evaluate(inPage.UNFOLD);
    expect(await page.evaluate(inPage.SCROLLS_SIDEWAYS)).toBe(false);
  });

  it.each<[Name, Scheme]>([
    ['full', 'light'],
    ['full', 'dark'],
    ['passing', 'light'],
    ['passing', 'dark'],
    ['hostile', 'light'],
    ['hostile', 'dark'],
  ])('%s has a contrast of 4.5 to 1 or better, %s', async (name, colorScheme) => {
    const page = await open(name, { colorScheme });
    const all = await page.evaluate<readonly inPage.Contrast[]>(inPage.CONTRASTS);
    expect(all.length).toBeGreaterThan(100);
    expect(all.filter(({ ratio }) => ratio < 4.5)).toEqual([]);
    expect(await page.evaluate(inPage.GROUND)).toBe(GROUNDS[colorScheme]);
  });

  it.each<[Name, Scheme, number]>([
    ['full', 'light', WIDE],
    ['full', 'dark', NARROW],
    ['passing', 'dark', WIDE],
    ['compared', 'light', NARROW],
  ])('%s breaks no rule of axe, %s, at %d px', async (name, colorScheme, width) => {
    const page = await open(name, { colorScheme, width });
    await page.evaluate(AXE);
    const { violations, passes } = await page.evaluate<AxeResults>(inPage.RUN_AXE);
    const broken = violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ target }) => target)]);
    expect(broken).toEqual([]);
    expect(passes.map(({ id }) => id)).toContain('color-contrast');
  });

  it('keeps tables tables where they are stacked', async () => {
    const page = await open('full', { width: NARROW });
    const session = await page.context().newCDPSession(page);
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    const count = (role: string) => nodes.filter((node) => node.role?.value === role && !node.ignored).length;
    expect(count('table')).toBe(await page.locator('table').count());
    expect(count('row')).toBe(await page.locator('tr').count());
    expect(count('rowheader')).toBe(await page.locator('tbody th').count());
    expect(count('cell')).toBe(await page.locator('td').count());
  });

  it('is reached by keyboard: the skip link comes first and shows, focus shows, folds open', async () => {
    const page = await open('folded');
    await page.keyboard.press('Tab');
    const first = page.locator(':focus');
    expect(await first.textContent()).toBe('Skip to the findings');
    expect((await first.boundingBox())?.x).toBeGreaterThanOrEqual(0);
    const fold = page.locator('details').last();
    await fold.locator('summary').focus();
    await page.keyboard.press('Enter');
    expect(await page.evaluate(inPage.FOCUS_OUTLINE)).toBe('solid');
    expect(await fold.getAttribute('open')).toBe('');
  });

  it('opens the fold to which a link leads, and that one alone', async () => {
    const page = await open('folded', {}, '#call-1-599');
    expect(await page.locator('#call-1-599').isVisible()).toBe(true);
    expect(await page.locator('#call-1-0').isVisible()).toBe(false);
  });

  it('shows on paper what a screen folds, on white, without navigation', async () => {
    const page = await open('folded', { colorScheme: 'dark' });
    const [call, nav] = [page.locator('#call-1-599'), page.locator('nav')];
    expect([await call.isVisible(), await nav.isVisible()]).toEqual([false, true]);
    await page.emulateMedia({ media: 'print' });
    expect([await call.isVisible(), await nav.isVisible()]).toEqual([true, false]);
    expect(await page.evaluate(inPage.GROUND)).toBe(GROUNDS.light);
  });

  it.each<Name>(['full', 'hostile'])('%s prints', async (name) => {
    const page = await open(name, { colorScheme: 'dark' });
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(pdf.slice(0, 5)).toBe('%PDF-');
    expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeGreaterThan(5);
    expect(complaints).toEqual([]);
  });

  it('shows hostile names as text', async () => {
    const page = await open('hostile');
    const names = await page.evaluate<readonly string[]>(inPage.NAMES);
    for (const name of [
      'script',
      'style',
      'title',
      'attribute',
      'comment',
      'entity',
      'link',
      'prototype',
      'spelled',
    ]) {
      expect(names).toContain(ATTACKS[name]);
    }
    expect(names).toContain('safe\\u{202e}\\u{2066}gnp.exe\\u{2069}');
    expect(names).toContain(HUGE.replaceAll('\u202e', '\\u{202e}'));
    expect(await page.evaluate(inPage.BODY_DISPLAY)).toBe('block');
  });
});
