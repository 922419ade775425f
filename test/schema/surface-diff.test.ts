import { describe, expect, it } from 'vitest';
import { reporterOf } from '../../src/report/registry.ts';
import type { Report } from '../../src/report/report.ts';
import { validateArtifact } from '../../src/schema/artifact.ts';
import { SCENARIOS } from '../report/scenarios.ts';

/** As `gate --format json` and `diff --format json` write it. */
const written = (report: Report) => JSON.parse(reporterOf('json')?.render(report) ?? '');

const fail = written(SCENARIOS.fail as Report);
const accepted = written(SCENARIOS.accepted as Report);
const [finding] = fail.findings;
/** Without a verdict, which would be another. */
const withFinding = (changes: object) => ({
  ...fail,
  verdict: undefined,
  findings: [{ ...finding, ...changes }],
});

describe('a diff', () => {
  it.each(Object.entries(SCENARIOS))('is what the reporter writes: %s', (_name, report) => {
    expect(validateArtifact(written(report))).toEqual([]);
    expect(validateArtifact(written({ ...report, isJudged: false }))).toEqual([]);
  });

  it.each<[title: string, document: unknown, paths: readonly string[]]>([
    ['a verdict that is none', { ...fail, verdict: 'ok' }, ['verdict']],
    ['a verdict that its findings do not give', { ...fail, verdict: 'pass' }, ['verdict']],
    ['a pass that leaves nothing to judge', { ...fail, findings: [], verdict: 'fail' }, ['verdict']],
    ['a row that is none', withFinding({ row: 'other' }), ['findings[0].row']],
    ['a level that is none', withFinding({ level: 'fatal' }), ['findings[0].level']],
    [
      'no fingerprint of an accepted finding',
      { ...accepted, baselined: [{ ...accepted.baselined[0], fingerprint: null }] },
      ['baselined[0].fingerprint'],
    ],
    ['a coverage that is none', { ...fail, coverage_accepted: 'most' }, ['coverage_accepted']],
    ['no levels', { ...fail, levels: undefined }, ['levels']],
    [
      'a manifest that did not change',
      { ...fail, manifests: [{ server: 'files', digests: [{ digest: 'sha256:00', runs: ['job'] }] }] },
      ['manifests[0].digests'],
    ],
    [
      'runs that are none',
      { ...fail, runs: [{}] },
      ['run_id', 'tool_calls_observed', 'surface_digest', 'health_digest', 'coverage', 'scope'].map(
        (key) => `runs[0].${key}`,
      ),
    ],
  ])('is refused for %s', (_title, document, paths) => {
    expect(
      validateArtifact(document)
        .map(({ path }) => path)
        .sort(),
    ).toEqual([...paths].sort());
  });
});
