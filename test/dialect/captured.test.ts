import { describe, expect, it } from 'vitest';
import { DEFAULTS } from '../../src/config.ts';
import { observe } from '../../src/pipeline.ts';
import { leaving } from './leaving.ts';
import { type Fixture, fixtureDialects, loadFixtures } from './load-fixture.ts';

/** As `fixtures/capture/dialect/calls.mjs` names them; every planted value says so itself. */
const CASES = ['success', 'tool-error', 'other-repository'] as const;
const PLANTED = 'FAKE';
const REPOSITORY = {
  success: 'payments-api',
  'tool-error': 'archived-api',
  'other-repository': 'billing-api',
};

type Case = (typeof CASES)[number];

/** By `<dialect>/<instrumentation>`. */
const captures = new Map<string, Map<string, Fixture>>();
for (const dialect of fixtureDialects()) {
  for (const fixture of loadFixtures(dialect)) {
    const [, instrumentation, name] =
      /^captured-(.+)-(success|tool-error|other-repository)$/.exec(fixture.name) ?? [];
    if (instrumentation === undefined || name === undefined) continue;
    const key = `${dialect}/${instrumentation}`;
    captures.set(key, (captures.get(key) ?? new Map()).set(name, fixture));
  }
}

describe.each([...captures])('the captures of %s', (_key, cases) => {
  const calls = (name: Case) => {
    const { spans = [], options } = cases.get(name) ?? {};
    return spans.flatMap((span) => {
      const observed = observe(span, { ...DEFAULTS, toolSpans: options?.toolSpans ?? 'mcp' });
      return observed.is === 'call' ? [{ span, ...observed }] : [];
    });
  };

  it('are complete, and each holds a call', () => {
    expect([...cases.keys()].sort()).toEqual([...CASES].sort());
    expect(CASES.filter((name) => calls(name).length === 0)).toEqual([]);
  });

  it('have the repository that was called as their target, wherever arguments were captured', () => {
    for (const name of CASES) {
      for (const { call, record } of calls(name)) {
        const isCaptured = call.arguments.state === 'captured';
        expect(JSON.stringify(record.action.target).includes(REPOSITORY[name])).toBe(isCaptured);
      }
    }
  });

  it('say success of no tool error', () => {
    expect(calls('tool-error').map(({ record }) => record.response.status)).not.toContain('success');
  });

  it('leave nothing planted in a record or on a call span that may leave', () => {
    for (const { span, record } of CASES.flatMap(calls)) {
      expect(JSON.stringify(record).includes(PLANTED)).toBe(false);
      expect(JSON.stringify(leaving(span)).includes(PLANTED)).toBe(false);
    }
  });
});
