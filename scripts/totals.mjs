// node scripts/totals.mjs REPORT STATUS: prints "passed failed skipped" of one suite run whose command ended
// with STATUS.
import { existsSync, readFileSync } from 'node:fs';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';

/**
 * `{ passed, failed, skipped }` of one suite run, from the report that vitest's JSON reporter or
 * scripts/matrix.mjs wrote. A run without report, without a test, or with a test file that could not be loaded
 * counts as one failure more: it must never add up to a clean zero.
 */
export function totals(file) {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 };
  const report = JSON.parse(readFileSync(file, 'utf8'));
  if ('lines' in report) return report;
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  ).length;
  const failed = report.numFailedTests + unloaded;
  const unexplained = report.numPassedTests + failed === 0 || (failed === 0 && !report.success) ? 1 : 0;
  return { passed: report.numPassedTests, failed: failed + unexplained, skipped: report.numPendingTests };
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const { passed, failed, skipped } = totals(argv[2]);
  console.log(passed, failed === 0 && argv[3] !== '0' ? 1 : failed, skipped);
}
