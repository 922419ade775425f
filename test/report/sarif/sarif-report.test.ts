import { describe, expect, it } from 'vitest';
import { ROWS } from '../../../src/gate/rows.ts';
import type { Finding } from '../../../src/gate/surface-diff.ts';
import type { Report } from '../../../src/report/report.ts';
import { sarifReport } from '../../../src/report/sarif/sarif-report.ts';
import { CALLS, OUTCOMES, unknownTool } from '../../gate/observed.ts';
import { sarifErrors } from '../sarif-schema.ts';
import { reportOf, runOf, SCENARIOS } from '../scenarios.ts';

const logOf = (report: Report) => JSON.parse(sarifReport.render(report));
const runIn = (report: Report) => logOf(report).runs[0];

interface Result {
  readonly ruleId: string;
  readonly partialFingerprints: Readonly<Record<string, string>>;
}

const fingerprintsOf = (report: Report): string[] =>
  runIn(report).results.map((result: Result) => JSON.stringify([result.ruleId, result.partialFingerprints]));

/** With a finding for each of some levels, so that one report tells of all. */
function withFindings(findings: readonly Finding[]): Report {
  const { fail } = SCENARIOS;
  if (fail === undefined) throw new Error('Expected the scenario `fail` to be there');
  return { ...fail, diff: { ...fail.diff, findings } };
}

const [first] = SCENARIOS.fail?.diff.findings ?? [];
if (first === undefined) throw new Error('Expected the scenario `fail` to have a finding');
const FINDING: Finding = first;

describe('a SARIF log', () => {
  it('is checked by a schema that refuses what is wrong', () => {
    const log = logOf(withFindings([FINDING]));
    expect(sarifErrors(log)).toEqual([]);
    expect(sarifErrors({ ...log, version: '2.0.0' })).not.toEqual([]);
    log.runs[0].results[0].level = 'inconclusive';
    expect(sarifErrors(log)).not.toEqual([]);
  });

  it.each([
    ['error', 'error'],
    ['inconclusive', 'warning'],
    ['warning', 'warning'],
    ['note', 'note'],
  ] as const)('tells level %s as %s, and the own one beside it', (level, expected) => {
    const [result] = runIn(withFindings([{ ...FINDING, level }])).results;
    expect(result.level).toBe(expected);
    expect(result.properties.level).toBe(level);
  });

  it('has a rule for each row, and each result leads to its own', () => {
    const { tool, results } = runIn(SCENARIOS.fail as Report);
    const rules: { readonly id: string }[] = tool.driver.rules;
    expect(rules.map(({ id }) => id)).toEqual(Object.keys(ROWS));
    for (const { ruleId, ruleIndex } of results) expect(rules[ruleIndex]?.id).toBe(ruleId);
  });

  it('says the verdict only where it was judged', () => {
    expect(runIn(SCENARIOS.fail as Report).properties.verdict).toBe('fail (1 level changed)');
    expect(runIn(SCENARIOS.compared as Report).properties).not.toHaveProperty('verdict');
  });
});

describe('the place of a result', () => {
  const placeOf = (report: Report) => runIn(report).results[0].locations[0].physicalLocation;

  it('is the line of the nearest action', () => {
    expect(placeOf(SCENARIOS.fail as Report)).toEqual({
      artifactLocation: { uri: 'fixtures/declared/declared_prod_allowlist.json' },
      region: { startLine: 4, startColumn: 1, endLine: 4, endColumn: 2 },
    });
  });

  it('is the first line where no action is near', () => {
    expect(placeOf(SCENARIOS.empty as Report).region.startLine).toBe(1);
  });

  it.each([
    ['declared.yaml', 'declared.yaml'],
    ['a b/ü#?%.yaml', 'a%20b/%C3%BC%23%3F%25.yaml'],
    ['x:y.yaml', 'x%3Ay.yaml'],
  ])('of %s is the relative reference %s', (file, uri) => {
    const report = withFindings([FINDING]);
    const other = { ...report, declared: { ...report.declared, file } };
    expect(placeOf(other).artifactLocation.uri).toBe(uri);
  });
});

describe('the fingerprint of a result', () => {
  const github = { ...CALLS.github, ...OUTCOMES.undecided };
  const calls = [github, unknownTool('lookup'), { ...CALLS.incomplete, ...OUTCOMES.allowed }];
  const declared = { declared_tool_actions: [] };
  const options = { expectRuns: ['weekly'] };
  const report = reportOf({ runs: [runOf('one', calls)], declared, options });

  it('is that of the baseline', () => {
    const known = new Set(report.diff.findings.flatMap(({ fingerprint }) => fingerprint ?? []));
    const results: Result[] = runIn(report).results;
    const ofCalls = results.filter(({ ruleId }) => ruleId !== 'inconclusive_observation_gap');
    const told = ofCalls.map((result) => result.partialFingerprints['assayFinding/v0']);
    expect(told.sort()).toEqual([...known].sort());
  });

  it('is what GitHub tells alerts apart by', () => {
    const hashes = runIn(report).results.map(
      (result: Result) => result.partialFingerprints.primaryLocationLineHash,
    );
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(hashes.length).toBeGreaterThan(3);
  });

  it('outlasts a new run id', () => {
    const other = reportOf({ runs: [runOf('another', calls)], declared, options });
    expect(fingerprintsOf(other)).toEqual(fingerprintsOf(report));
  });

  it('outlasts another order of calls and runs, and their repetition', () => {
    const other = reportOf({
      runs: [runOf('two', calls.toReversed()), runOf('one', calls)],
      declared,
      options,
    });
    expect(fingerprintsOf(other).sort()).toEqual(fingerprintsOf(report).sort());
  });

  it('outlasts another line and another file of the declared surface', () => {
    const moved = { ...report, declared: { file: 'elsewhere.yaml', lineOf: () => 99 } };
    expect(fingerprintsOf(moved)).toEqual(fingerprintsOf(report));
  });

  it('counts what is found again as the same result', () => {
    const twice = reportOf({ runs: [runOf('one', [github, github]), runOf('two', [github])], declared });
    const { results } = runIn(twice);
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({ occurrenceCount: 3, properties: { runs: ['one', 'two'] } });
  });

  it('tells one thing that was expected from another', () => {
    const gaps = reportOf({ runs: [runOf('one', [])], options: { expectRuns: ['a', 'b'] } });
    expect(new Set(fingerprintsOf(gaps)).size).toBe(2);
  });
});

// https://docs.github.com/en/code-security/code-scanning/integrating-with-code-scanning/sarif-support-for-code-scanning
describe("GitHub's rules for uploads", () => {
  const reports = Object.entries(SCENARIOS);

  it.each(reports)('%s states schema and version, in one run', (_name, report) => {
    const log = logOf(report);
    expect(log.$schema).toMatch(/^https:\/\/.*sarif.*2\.1\.0/);
    expect(log.version).toBe('2.1.0');
    expect(log.runs).toHaveLength(1);
    expect(log.runs[0].tool.driver.name).not.toBe('');
    expect(log.runs[0].tool.driver.semanticVersion).toMatch(/^\d+\.\d+\.\d+/);
  });

  it.each(reports)('%s describes its rules within the limits', (_name, report) => {
    const { rules } = runIn(report).tool.driver;
    for (const rule of rules) {
      expect(rule.name.length).toBeLessThanOrEqual(255);
      for (const text of [rule.shortDescription.text, rule.fullDescription.text]) {
        expect(text).not.toBe('');
        expect(text.length).toBeLessThanOrEqual(1024);
      }
      expect(rule.help.text).not.toBe('');
      expect(['note', 'warning', 'error']).toContain(rule.defaultConfiguration.level);
      expect(rule.properties.tags.length).toBeLessThanOrEqual(10);
      expect(['error', 'warning', 'recommendation']).toContain(rule.properties['problem.severity']);
      expect(['very-high', 'high', 'medium', 'low']).toContain(rule.properties.precision);
    }
  });

  it.each(reports)('%s gives each result a message, a place and a fingerprint', (_name, report) => {
    for (const result of runIn(report).results) {
      expect(result.message.text).not.toBe('');
      expect(result.locations).toHaveLength(1);
      const { artifactLocation, region } = result.locations[0].physicalLocation;
      expect(artifactLocation.uri).toMatch(/^(?!\/|\.\.|[a-z]+:)./);
      expect(region).toEqual({
        startLine: region.endLine,
        startColumn: 1,
        endLine: region.endLine,
        endColumn: 2,
      });
      expect(result.partialFingerprints.primaryLocationLineHash).toMatch(/^sha256:[0-9a-f]{64}$/);
      // Suppressed results would be open alerts.
      expect(result).not.toHaveProperty('suppressions');
    }
  });

  it('leaves out what the baseline accepts', () => {
    expect(runIn(SCENARIOS.accepted as Report).results).toEqual([]);
  });

  it('has no more results than are taken, the worst of them, and says so', () => {
    const most = 25_000;
    const findings = Array.from({ length: most + 1 }, (_, at): Finding => {
      const level = at === most ? 'error' : 'note';
      return { ...FINDING, record: at, level, fingerprint: `sha256:${String(at).padStart(64, '0')}` };
    });
    const { results, invocations } = runIn(withFindings(findings));
    expect(results).toHaveLength(most);
    expect(results[0].level).toBe('error');
    expect(invocations[0].toolExecutionNotifications[0].message.text).toMatch(/^1 result more is left out/);
  });
});
