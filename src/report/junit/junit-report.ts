import type { Reporter } from '../reporter.ts';
import { suitesOf } from './suites.ts';
import { countsOf, suiteElement } from './test-case.ts';
import { element } from './xml.ts';

/**
 * JUnit XML, as Jenkins and GitLab read it: error is a failure, inconclusive an error, what is reviewed or accepted
 * is skipped, and every warning and note passes and says so.
 */
export const junitReport: Reporter = {
  format: 'junit',
  extension: 'xml',
  mediaType: 'application/xml',
  summary: 'JUnit XML: a suite for each run, a case for each call',
  render: (report) => {
    const suites = suitesOf(report);
    const whole = element(
      'testsuites',
      { name: 'assay-otel', ...countsOf(suites) },
      suites.map(suiteElement),
    );
    return `<?xml version="1.0" encoding="UTF-8"?>\n${whole}`;
  },
};
