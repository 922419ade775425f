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
    ['fail', 'error', 'Tool surface: fail (1 level changed)'],
    ['accepted', 'notice', 'Tool surface: pass (2 findings accepted)'],
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
    const diff = { ...report.diff, findings };
    expect(commandsOf({ ...report, diff, isJudged: true })[1]?.name).toBe(command);
    // Compared and not judged, nothing is an error.
    const [, compared] = commandsOf({ ...report, diff });
    expect([compared?.name, compared?.properties.get('title')]).toEqual(['notice', 'undeclared action']);
  });

  it('list what a gap consists of, and what was seen in place of what was expected', () => {
    const messages = commandsOf(SCENARIOS.fail as Report).map((command) => command?.message ?? '');
    const having = (words: string) => messages.filter((message) => message.includes(words));
    expect(having('coverage is partial')[0]).toContain('Listed: conflict: of the run');
    expect(having('coverage is partial')[0]).toContain('arguments_not_captured: the arguments of 1 call');
    expect(having('run was not seen: weekly')[0]).toContain('Seen: job, nightly.');
    expect(having('service was not seen: billing')[0]).toContain('Seen: agent.');
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
