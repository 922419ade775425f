import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import { DecisionEventError, decodeToolDecision, digestOf } from '../../src/decision/codec.ts';
import { DECISION_EVENT, EVENT } from '../../src/decision/names.ts';

const event = (record: string, digest = digestOf(record)) => ({
  name: DECISION_EVENT,
  attributes: { [EVENT.record]: record, [EVENT.recordDigest]: digest },
});

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof DecisionEventError) return error.code;
    throw error;
  }
  return 'none';
}

describe('decodeToolDecision', () => {
  it('gives back every canonical record string, unknown fields included', () => {
    const value = fc
      .jsonValue({ noUnicodeString: false })
      .filter((json) => !JSON.stringify(json).includes('\\ud'));
    fc.assert(
      fc.property(fc.dictionary(fc.string(), value), (record) => {
        const text = canonicalJson(record);
        expect(canonicalJson(decodeToolDecision(event(text)).value)).toBe(text);
      }),
    );
  });

  it.each([
    ['another event', { name: 'exception', attributes: {} }, 'not_a_decision_event'],
    ['no record', { name: DECISION_EVENT, attributes: { [EVENT.recordDigest]: 'x' } }, 'record_missing'],
    ['no digest', { name: DECISION_EVENT, attributes: { [EVENT.record]: '{}' } }, 'record_missing'],
    [
      'a record that is no string',
      { name: DECISION_EVENT, attributes: { [EVENT.record]: 1 } },
      'record_missing',
    ],
    ['a cut record', event('{"a":1', digestOf('{"a":1}')), 'event_truncated'],
    ['a changed record', event('{"a":2}', digestOf('{"a":1}')), 'event_truncated'],
    ['a cut record with a digest of its own', event('{"a":1'), 'event_truncated'],
    ['white space', event('{"a": 1}'), 'event_truncated'],
    ['unsorted members', event('{"b":1,"a":1}'), 'event_truncated'],
    ['a key twice', event('{"a":1,"a":1}'), 'event_truncated'],
    ['an array', event('[]'), 'event_truncated'],
    ['null', event('null'), 'event_truncated'],
    ['nesting without end', event('['.repeat(200_000)), 'event_truncated'],
  ])('refuses %s with a typed error that holds no value', (_what, wrong, code) => {
    expect(codeOf(() => decodeToolDecision(wrong))).toBe(code);
  });

  it('every single-character change of a record is noticed', () => {
    const text = '{"owner":"org","repo":"prod"}';
    for (let at = 0; at < text.length; at += 1) {
      const changed = `${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`;
      expect(codeOf(() => decodeToolDecision(event(changed, digestOf(text))))).toBe('event_truncated');
    }
  });
});
