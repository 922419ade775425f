import { describe, expect, it } from 'vitest';
import type { ObservedRecord } from '../../../src/gate/observed-run.ts';
import { htmlReport } from '../../../src/report/html/html-report.ts';
import { CALLS, OUTCOMES, unknownTool } from '../../gate/observed.ts';
import { attribute, Parsed, textOf } from './support/parsed.ts';
import { CALM, observed, reportOf } from './support/scenario.ts';

const matched: ObservedRecord = { ...CALLS.github, ...OUTCOMES.undecided };
const times = <T>(count: number, make: (at: number) => T) =>
  Array.from({ length: count }, (_, at) => make(at));

function read(report: Parameters<typeof htmlReport.render>[0]) {
  const page = new Parsed(htmlReport.render(report));
  const notes = page.all('p').filter((element) => attribute(element, 'class') === 'left-out');
  const ids = new Set(page.elements.flatMap((element) => attribute(element, 'id') ?? []));
  const dead = page.all('a').filter((link) => !ids.has((attribute(link, 'href') ?? '').slice(1)));
  return { page, ids, notes: notes.map(textOf), dead };
}

describe('a report of 10,000 decisions', () => {
  const records = times(10_000, (at) => (at % 3 === 0 ? unknownTool(`tool.${at}`) : matched));
  const { page, ids, notes, dead } = read(reportOf([observed({ id: 'many', records })], {}, CALM));

  it('lists every one, in folded parts', () => {
    expect(times(10_000, (at) => `call-1-${at}`).filter((id) => !ids.has(id))).toEqual([]);
    const folds = page.all('details').filter((fold) => textOf(fold).startsWith('Record'));
    expect(folds).toHaveLength(20);
    expect(folds.filter((fold) => attribute(fold, 'open') !== undefined)).toEqual([]);
  });

  it('lists the first thousand entries of findings, and says at its beginning and at their end what it leaves out', () => {
    const entries = page.all('article').length;
    expect(entries).toBe(1000);
    expect(notes[0]).toMatch(/^This page does not hold everything\. Left out: [\d,]+ entries of findings/);
    expect(notes.filter((note) => note.startsWith('More entries of findings, left out here: '))).toHaveLength(
      1,
    );
  });

  it('has no dead link', () => {
    expect(dead).toEqual([]);
  });
});

describe('a report of more decisions than it lists', () => {
  const risky = unknownTool('create_webhook');
  const records = [...times(10_020, () => matched), risky];

  it('keeps those with a finding and says how many are left out', () => {
    const html = htmlReport.render(reportOf([observed({ id: 'many', records })], {}, CALM));
    expect(html.match(/<tr role="row" id="call-/g)).toHaveLength(10_000);
    expect(html).toContain('id="call-1-10020"');
    expect(html).toContain('href="#call-1-10020"');
    expect(html).toContain('More decisions, left out here: 21. The surface of the run has all of them.');
    expect(html).toContain('This page does not hold everything. Left out: 21 decisions.');
  });
});

describe('a report of more runs than it tells of', () => {
  const runs = times(1300, (at) => observed({ id: `run-${at}`, records: at % 2 === 0 ? [matched] : [] }));
  const { page, notes, dead } = read(reportOf(runs, {}, CALM));

  it('says which lists are cut', () => {
    expect(notes[0]).toContain('300 runs,');
    expect(notes[0]).toContain('1,200 runs in detail');
    expect(notes[0]).toContain('550 runs without a listed decision');
    expect(notes[0]).toContain('300 digests of runs');
    expect(dead).toEqual([]);
    expect(page.errors).toEqual([]);
  });
});

describe('a record with more than a cell holds', () => {
  const target = Object.fromEntries([['provider', 'github'], ...times(40, (at) => [`field_${at}`, `${at}`])]);
  const wide = {
    ...CALLS.github,
    action: { ...CALLS.github.action, target: { provider: 'github', ...target } },
  };
  const of = observed({ id: 'wide', records: [wide] });
  const index = {
    ...of.index,
    records: of.index.records.map((entry) => ({ ...entry, span_ids: times(20, (at) => `span${at}`) })),
  };
  const { notes } = read(reportOf([{ ...of, index }]));

  it('says so in the cell', () => {
    expect(notes.some((note) => note.startsWith('More fields of targets, left out here: 17.'))).toBe(true);
    expect(notes.some((note) => note.startsWith('More span ids, left out here: 8.'))).toBe(true);
  });
});

describe('names that no page could hold', () => {
  const records = ['a', 'b', 'c'].map((letter) => unknownTool(letter.repeat(1_500_000)));
  const { notes, dead, page } = read(reportOf([observed({ id: 'long', records })], {}, CALM));

  it('are left out where the others fill it, and that is said', () => {
    expect(page.all('details').filter((fold) => attribute(fold, 'class') === 'long')).toHaveLength(2);
    expect(notes).toContain('More long names, left out here: 1. The JSON report has all of them.');
    expect(dead).toEqual([]);
  });
});
