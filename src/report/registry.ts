import { githubReport } from './github-report.ts';
import { htmlReport } from './html/html-report.ts';
import { jsonReport } from './json-report.ts';
import { junitReport } from './junit/junit-report.ts';
import { markdownReport } from './markdown/markdown-report.ts';
import type { Reporter } from './reporter.ts';
import { sarifReport } from './sarif/sarif-report.ts';
import { textReport } from './text/text-report.ts';

/** In the order in which help names them; the first is the default. */
export const REPORTERS: readonly [Reporter, ...Reporter[]] = [
  textReport,
  jsonReport,
  markdownReport,
  sarifReport,
  junitReport,
  githubReport,
  htmlReport,
];

/** The reporter of a format; `undefined` where there is none. */
export function reporterOf(format: string): Reporter | undefined {
  return REPORTERS.find((reporter) => reporter.format === format);
}
