import { describe, expect, it } from 'vitest';
import { levelsInForce, readLevels } from '../../src/gate/levels.ts';

describe('readLevels', () => {
  it('reads rows and levels, the later of two', () => {
    const entries = [
      'inconclusive_tool_target.unconstrained=note',
      ' attempted.declared = error ',
      'attempted.declared=warning',
    ];
    expect(readLevels(entries)).toEqual({
      levels: { 'inconclusive_tool_target.unconstrained': 'note', 'attempted.declared': 'warning' },
      problems: [],
    });
  });

  it.each([
    ['no pair', 'attempted.declared', 'to be ROW=LEVEL'],
    ['no row', '=note', 'to be one of new_privileged_tool_action, '],
    ['a row that is none', 'attempted=note', 'to be one of new_privileged_tool_action, '],
    ['a name of every object', 'toString=note', 'to be one of new_privileged_tool_action, '],
    ['no level', 'attempted.declared=', 'to be error, inconclusive, warning or note'],
    ['a level that is none', 'attempted.declared=info', 'for `attempted.declared`'],
    ['the level of a gap', 'inconclusive_observation_gap=note', '--accept-coverage'],
  ])('refuses %s', (_title, entry, part) => {
    const { levels, problems } = readLevels([entry]);
    expect(levels).toEqual({});
    expect(problems).toEqual([expect.stringContaining(part)]);
  });

  it('does not offer the row of a gap', () => {
    expect(readLevels(['attempted=note']).problems.join()).not.toContain('inconclusive_observation_gap');
  });

  it('tells every problem', () => {
    expect(readLevels(['a', 'b=note', 'attempted.declared=x']).problems).toHaveLength(3);
  });
});

describe('levelsInForce', () => {
  it('does not take a level of a gap, however it came', () => {
    const overrides = { inconclusive_observation_gap: 'note', required_decision: 'error' } as const;
    const levels = levelsInForce(overrides);
    expect(levels.inconclusive_observation_gap).toBe('inconclusive');
    expect(levels.required_decision).toBe('error');
  });
});
