import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/gate/surface-diff.ts';
import { junitReport } from '../../../src/report/junit/junit-report.ts';
import { element, xmlText } from '../../../src/report/junit/xml.ts';
import type { Report } from '../../../src/report/report.ts';
import { SCENARIOS } from '../scenarios.ts';

function withLevel(level: Finding['level']): string {
  const report = SCENARIOS.compared as Report;
  const findings = report.diff.findings.map((finding) => ({ ...finding, level }));
  return junitReport.render({ ...report, isJudged: true, diff: { ...report.diff, findings } });
}

describe('the JUnit report', () => {
  it.each([
    ['error', 'failure type="new_privileged_tool_action"'],
    ['inconclusive', 'error type="new_privileged_tool_action"'],
    ['warning', 'system-out>warning: undeclared action'],
    ['note', 'system-out>note: undeclared action'],
  ] as const)('tells a finding of level %s as <%s', (level, expected) => {
    expect(withLevel(level)).toContain(`<${expected}`);
  });

  it('fails nothing that is only compared', () => {
    const text = junitReport.render(SCENARIOS.compared as Report);
    expect(text).toContain('failures="0" errors="0" skipped="1"');
  });

  it('never passes what is reviewed or accepted', () => {
    const text = junitReport.render(SCENARIOS.accepted as Report);
    expect(text).toContain('tests="5" failures="0" errors="0" skipped="4"');
  });

  it.each(Object.entries(SCENARIOS))('%s has a case, so that no CI calls it empty', (_name, report) => {
    expect(junitReport.render(report)).not.toContain('<testsuites name="assay-otel" tests="0"');
  });
});

describe('XML', () => {
  it.each([
    [`<&>"'`, '&lt;&amp;&gt;&quot;&apos;'],
    ['a\u0000\u000bb', 'a\\u{0}\\u{b}b'],
    ['\ufffe\uffff', '\\u{fffe}\\u{ffff}'],
    ['\ud800', '\\u{d800}'],
    ['\n', '\\u{a}'],
    ['🔑', '🔑'],
  ])('writes %j as %s', (text, expected) => {
    expect(xmlText(text)).toBe(expected);
  });

  it('leaves out attributes that are not there', () => {
    expect(element('a', { b: undefined, c: '"', d: 0 })).toBe('<a c="&quot;" d="0"/>\n');
  });
});
