import { describe, expect, it } from 'vitest';
import { htmlReport } from '../../../src/report/html/html-report.ts';
import type { Report } from '../../../src/report/report.ts';
import { SCENARIOS } from '../scenarios.ts';
import { Parsed, textOf } from './support/parsed.ts';
import { PASSING } from './support/scenario.ts';

const read = (report: Report) => new Parsed(htmlReport.render(report));

describe('tools that loaded files know, and did not classify', () => {
  const silent = SCENARIOS.silent ?? expect.unreachable();
  const heading = (page: Parsed) =>
    page.all('h2').find((element) => textOf(element) === 'Known to loaded files, not classified');

  it('have a section where there are any', () => {
    expect(heading(read(silent))).toBeDefined();
    expect(heading(read(PASSING))).toBeUndefined();
  });

  it('are told with what mends it', () => {
    const items = read(silent).all('li').map(textOf);
    expect(items).toContain(
      "crm knows delete_export, run_export, not on my-crm: if it is the same server, --bind 'crm/*=my-crm' where calls are classified (bindClassifiers in the process); records are not classified again",
    );
  });

  it('are no tools that no classifier knew, where a finding says so', () => {
    const told = read(silent).all('p').map(textOf).join(' ');
    expect(told).toContain('a tool that no classifier knew when it was recorded');
  });
});
