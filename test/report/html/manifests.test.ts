import { describe, expect, it } from 'vitest';
import { htmlReport } from '../../../src/report/html/html-report.ts';
import type { Report } from '../../../src/report/report.ts';
import { CALLS, OUTCOMES } from '../../gate/observed.ts';
import { listing } from '../scenarios.ts';
import { Parsed, textOf } from './support/parsed.ts';
import { CALM, FULL, observed, PASSING, reportOf } from './support/scenario.ts';

const read = (report: Report) => new Parsed(htmlReport.render(report));
const heading = (page: Parsed) =>
  page.all('h2').find((element) => textOf(element) === 'Manifests that changed');

describe('manifests that changed', () => {
  it('have a section where there are any', () => {
    expect(heading(read(FULL))).toBeDefined();
    expect(heading(read({ ...FULL, isJudged: false }))).toBeDefined();
    expect(heading(read(PASSING))).toBeUndefined();
  });

  it('are listed up to a bound, and what is left out is said', () => {
    const call = { ...CALLS.github, ...OUTCOMES.undecided };
    const many = Array.from({ length: 30 }, (_, at) =>
      observed({ id: `run-${at}`, records: [listing(call, 'a'), listing(call, 'b')] }),
    );
    const page = read(reportOf(many, {}, CALM));
    const notes = page.all('p').map(textOf);
    expect(notes).toContain('This page does not hold everything. Left out: 20 runs of manifests.');
    expect(notes.filter((note) => note.startsWith('More runs of manifests, left out here: '))).toHaveLength(
      2,
    );
    const rows = page.all('tr').map(textOf);
    expect(rows.filter((row) => row.includes(`sha256:${'a'.repeat(64)}`))).toHaveLength(1);
  });
});
