import { describe, expect, it } from 'vitest';
import type { RecordDecision } from '../../../src/decision/record.ts';
import { decisionWords, targetWords, toolWords } from '../../../src/report/words/call-words.ts';
import { quoted } from '../../../src/report/words/quote.ts';

const decision = (changes: Partial<RecordDecision>): RecordDecision => ({
  effect: 'allow',
  source: 'gateway',
  rule_id: null,
  enforced: true,
  ...changes,
});

describe('a decision in words', () => {
  it.each([
    [{ source: 'none', enforced: false }, 'allowed (no decision observed)'],
    [{ source: 'none', enforced: false, rule_id: 'r' }, 'allowed (no decision observed)'],
    [{}, 'allowed by gateway'],
    [{ rule_id: 'r 1' }, 'allowed by gateway (rule "r 1")'],
    [{ advised_effect: 'deny' }, 'allowed by gateway (advised to deny)'],
    [{ enforced: false }, 'allowed by gateway'],
    [{ effect: 'deny' }, 'denied by gateway'],
    [{ effect: 'deny', rule_id: 'r', enforced: false }, 'denied by gateway (rule r, not enforced)'],
    [{ effect: 'deny', source: 'none' }, 'denied'],
    [{ effect: 'error', source: 'policy-hook' }, 'not decided by policy-hook, which failed'],
    [{ effect: 'error', source: 'none' }, 'not decided'],
  ] as const)('%j: %s', (changes, expected) => {
    expect(decisionWords({ decision: decision(changes) }, quoted)).toBe(expected);
  });

  it('is none where there is no call', () => {
    expect(decisionWords({ decision: null }, quoted)).toBe('none');
  });
});

describe('a call in words', () => {
  it('is its tool and its server', () => {
    expect(toolWords({ tool: 'a', server: 'b c' }, quoted)).toBe('a on "b c"');
    expect(toolWords({ tool: 'a', server: null }, quoted)).toBe('a');
    expect(toolWords({ tool: null, server: null }, quoted)).toBe('no call');
  });
});

describe('a target in words', () => {
  it('is every field as it stands, hashes and nothing included', () => {
    const hash = `sha256:${'a'.repeat(64)}`;
    const target = { provider: 'github', key_title_hash: hash, read_only: false, channel_id_hash: null };
    expect(targetWords({ target }, quoted)).toBe(
      `provider: github, key_title_hash: ${hash}, read_only: false, channel_id_hash: null`,
    );
  });

  it('is bounded', () => {
    const fields = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`field${at}`, 'x']));
    expect(targetWords({ target: { provider: 'p', ...fields } }, quoted)).toMatch(/field10: x and 29 more$/);
  });

  it('may be unknown', () => {
    expect(targetWords({ target: null }, quoted)).toBe('not known');
  });
});
