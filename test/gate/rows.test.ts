import { afterAll, describe, expect, it } from 'vitest';
import { gate } from '../../src/gate/gate.ts';
import { LEVELS, ROWS, type RowName } from '../../src/gate/rows.ts';
import { EXIT_CODES } from '../../src/gate/verdict.ts';
import { declared } from './declared.ts';
import { OUTCOMES, runOf, TODAY } from './observed.ts';
import { ROW_CASES } from './row-cases.ts';

/** The published table: level and codes of every row. */
const TABLE: Readonly<Record<RowName, readonly [level: string, ...codes: readonly string[]]>> = {
  new_privileged_tool_action: ['error', 'new_privileged_tool_action'],
  'inconclusive_tool_target.undeclared': ['error', 'new_privileged_tool_action', 'inconclusive_tool_target'],
  'inconclusive_tool_target.declared': ['inconclusive', 'inconclusive_tool_target'],
  'inconclusive_tool_target.unconstrained': ['inconclusive', 'inconclusive_tool_target'],
  'attempted.declared': ['warning', 'attempted_privileged_tool_action_denied'],
  'attempted.incomplete': ['warning', 'attempted_privileged_tool_action_denied', 'inconclusive_tool_target'],
  'attempted.undeclared': ['error', 'attempted_privileged_tool_action_denied'],
  deny_not_effective: ['warning', 'attempted_privileged_tool_action_denied'],
  'policy_failed.declared': ['inconclusive', 'policy_decision_failed'],
  'policy_failed.undeclared': ['error', 'new_privileged_tool_action'],
  policy_failed_open: ['note', 'policy_failed_open'],
  'unclassified.denied': ['warning', 'unclassified_tool_action'],
  'unclassified.undecided': ['inconclusive', 'unclassified_tool_action', 'policy_decision_failed'],
  'unclassified.high_risk': ['error', 'unclassified_tool_action'],
  'unclassified.other': ['inconclusive', 'unclassified_tool_action'],
  'unclassified.reviewed_high_risk': ['warning', 'unclassified_tool_action'],
  inconclusive_observation_gap: ['inconclusive', 'inconclusive_observation_gap'],
  'credential_scope.insufficient': ['error', 'credential_scope_insufficient'],
  'credential_alias.unknown': ['error', 'credential_alias_unknown'],
  'credential_scope.unknown': ['inconclusive', 'required_scope_unknown'],
  'credential_scope.overbroad': ['note', 'credential_scope_overbroad'],
  'credential_scope.unrecognised': ['note', 'required_scope_unknown'],
  required_decision: ['note', 'required_decision_not_observed'],
};

const VERDICTS = [
  ['error', 'fail', 1],
  ['inconclusive', 'inconclusive', 3],
  ['warning', 'pass', 0],
  ['note', 'pass', 0],
] as const;

const CASES = ROW_CASES.map(([title, call, outcome, surface, rows, listed]) => ({
  title,
  run: runOf({ ...call, ...OUTCOMES[outcome] }),
  surface,
  rows,
  listed,
}));

/** A case for each row that it shows; what else it shows is turned down. */
const SINGLE = CASES.flatMap(({ rows, ...rest }) => rows.map((row) => ({ ...rest, row })));
const ALL_NOTES = Object.fromEntries(Object.keys(ROWS).map((name) => [name, 'note' as const]));

describe('the rows', () => {
  const covered = new Set<RowName>(['inconclusive_observation_gap']);

  it.each(CASES)('$title', ({ run, surface, rows, listed }) => {
    const diff = gate([run], surface, { today: TODAY });
    const expected = rows.flatMap((row) => {
      covered.add(row);
      const [level, ...codes] = TABLE[row];
      return codes.map((code) => ({ row, code, level }));
    });
    expect(diff.findings.map(({ row, code, level }) => ({ row, code, level }))).toEqual(expected);
    expect(diff.matched).toHaveLength(listed === 'matched' ? 1 : 0);
    expect(diff.reviewed).toHaveLength(listed === 'reviewed' ? 1 : 0);
    const worst = LEVELS.find((level) => expected.some((finding) => finding.level === level));
    expect(diff.verdict).toBe(VERDICTS.find(([level]) => level === worst)?.[1] ?? 'pass');
    const levels = Object.entries(TABLE).map(([row, [level]]) => [row, level]);
    expect(diff.levels).toEqual(Object.fromEntries(levels));
  });

  it.each(SINGLE)('$row takes every level: $title', ({ run, surface, row }) => {
    for (const [level, verdict, exitCode] of VERDICTS) {
      const diff = gate([run], surface, { today: TODAY, levels: { ...ALL_NOTES, [row]: level } });
      const levels = diff.findings.flatMap((finding) => (finding.row === row ? [finding.level] : []));
      expect(new Set(levels)).toEqual(new Set([level]));
      expect(diff.verdict).toBe(verdict);
      expect(EXIT_CODES[diff.verdict]).toBe(exitCode);
      expect(diff.levels[row]).toBe(level);
    }
  });

  it('leaves the level of a gap alone', () => {
    const missing = { ...runOf(), health: { state: 'missing' } } as const;
    const diff = gate([missing], declared([]), { today: TODAY, levels: ALL_NOTES });
    expect(diff.findings.map(({ row, level }) => [row, level])).toEqual([
      ['inconclusive_observation_gap', 'inconclusive'],
    ]);
    expect(diff.levels.inconclusive_observation_gap).toBe('inconclusive');
    expect(diff.verdict).toBe('inconclusive');
  });

  afterAll(() => {
    // A row that no case shows is not tested.
    expect([...covered].sort()).toEqual(Object.keys(ROWS).sort());
  });
});
