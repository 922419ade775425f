import { describe, expect, it } from 'vitest';
import { policySpan } from '../../src/dialect/policy-span.ts';
import { spanView } from './span.ts';

function permission(
  attributes: Readonly<Record<string, unknown>>,
  name = 'claude_code.tool.blocked_on_user',
) {
  return policySpan(
    spanView({
      name,
      kind: 'internal',
      scope: { name: 'com.anthropic.claude_code.tracing', version: '' },
      attributes: { 'span.type': 'tool.blocked_on_user', ...attributes },
    }),
  );
}

describe('what Claude Code was allowed', () => {
  it.each([
    ['accept', 'config', { effect: 'allow', source: 'claude-code', ruleId: 'config', enforced: false }],
    [
      'accept',
      'user_temporary',
      { effect: 'allow', source: 'claude-code', ruleId: 'user_temporary', enforced: false },
    ],
    ['reject', 'hook', { effect: 'deny', source: 'claude-code', ruleId: 'hook', enforced: true }],
    ['reject', 'user_abort', { effect: 'deny', source: 'claude-code', ruleId: 'user_abort', enforced: true }],
    ['reject', undefined, { effect: 'deny', source: 'claude-code', enforced: true }],
  ])('%s by %s is a decision about the span above', (decision, source, expected) => {
    expect(permission({ decision, source })).toEqual({ decision: expected, about: 'parent' });
  });

  it.each([['unknown'], ['timeout'], [''], [true], [undefined]])('%s is no decision', (decision) => {
    expect(permission({ decision, source: 'config' })).toBeUndefined();
  });

  it.each(['claude_code.tool', 'claude_code.tool.execution', 'approval'])('is not read on %s', (name) => {
    expect(permission({ decision: 'accept', source: 'config' }, name)).toBeUndefined();
  });
});
