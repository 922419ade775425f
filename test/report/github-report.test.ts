import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/gate/surface-diff.ts';
import { githubReport } from '../../src/report/github-report.ts';
import type { Report } from '../../src/report/report.ts';
import { readCommand } from './github-runner.ts';
import { SCENARIOS } from './scenarios.ts';

const commandsOf = (report: Report) => githubReport.render(report).trimEnd().split('\n').map(readCommand);

describe('the annotations', () => {
  it.each([
    ['pass', 'notice', 'Tool surface: pass'],
    ['pass-partial', 'notice', 'Tool surface: pass (coverage: partial accepted)'],
    ['fail', 'error', 'Tool surface: fail'],
    ['inconclusive', 'warning', 'Tool surface: inconclusive'],
    ['compared', 'notice', 'Tool surface, compared and not judged'],
  ])('of %s begin with a %s: %s', (name, command, title) => {
    const [first] = commandsOf(SCENARIOS[name] as Report);
    expect(first?.name).toBe(command);
    expect(first?.properties.get('title')).toBe(title);
  });

  it.each([
    ['error', 'error'],
    ['inconclusive', 'warning'],
    ['warning', 'warning'],
    ['note', 'notice'],
  ] as const)('tell level %s as %s', (level, command) => {
    const report = SCENARIOS.compared as Report;
    const findings = report.diff.findings.map((finding): Finding => ({ ...finding, level }));
    expect(commandsOf({ ...report, diff: { ...report.diff, findings } })[1]?.name).toBe(command);
  });

  it('stand at the nearest action of the declared surface', () => {
    const [, command] = commandsOf(SCENARIOS.compared as Report);
    expect(command?.properties.get('file')).toBe('fixtures/declared/declared_prod_allowlist.json');
    expect(command?.properties.get('line')).toBe('4');
  });

  it('come back from the runner as they were, whatever is escaped in them', () => {
    const report = SCENARIOS.compared as Report;
    const file = '100%,a:b%0A.yaml';
    const [, command] = commandsOf({ ...report, declared: { ...report.declared, file } });
    expect(command?.properties.get('file')).toBe(file);
    expect(command?.message).toContain(`("${file}", line 4)`);
  });
});
