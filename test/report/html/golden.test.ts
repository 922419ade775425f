import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { htmlReport } from '../../../src/report/html/html-report.ts';
import { FULL, PASSING } from './support/scenario.ts';

const REPORTS = { full: FULL, passing: PASSING, compared: { ...FULL, isJudged: false } } as const;

describe('the HTML report', () => {
  it.each(Object.entries(REPORTS))(
    '%s, as it stands in golden/; UPDATE_GOLDEN=1 rewrites it',
    (name, report) => {
      const file = new URL(`golden/${name}.html`, import.meta.url);
      const html = htmlReport.render(report);
      if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, html);
      expect(html).toBe(readFileSync(file, 'utf8'));
    },
  );
});
