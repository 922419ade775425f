import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import { readState } from '../../src/run/read-state.ts';
import { RunState } from '../../src/run/run-state.ts';
import type { StateDocument } from '../../src/run/state-document.ts';
import { StateDocumentSchema } from '../../src/schema/state-document.ts';
import { mutations } from '../schema/mutations.ts';
import { fullState } from './states.ts';

const state = fullState();

/** Put in the place of every value of a valid state. */
const REPLACEMENTS: readonly unknown[] = [
  ...[null, 0, 1, -1, 1.5, 2 ** 53, '', 'x', '__proto__', true, false, 'sha256:', '0123456789abcdef', '12'],
  ...[[], [1], [2, 1], {}, { a: 1 }, [[2, 1]], [null], [''], '{}', '{"tool":{"name":"x"}}', 'null', '['],
];

function assess(document: StateDocument): string[] {
  const runs = new RunState();
  runs.merge(document);
  return [...runs.documents({ all: true })].map(canonicalJson);
}

describe('a state that is read by hand', () => {
  it('is what was written', () => {
    expect(StateDocumentSchema.safeParse(state).error?.issues ?? []).toEqual([]);
    expect(readState(`${canonicalJson(state)}\n`)).toEqual(state);
    expect(assess(state)).toHaveLength(1);
  });

  it('can be assessed, whatever in it was changed; and it is not stricter than the schema', () => {
    const counts = { accepted: 0, refused: 0 };
    for (const document of mutations<StateDocument>(state, REPLACEMENTS)) {
      const text = canonicalJson(document);
      const read = readState(text);
      counts[read === undefined ? 'refused' : 'accepted'] += 1;
      if (read !== undefined) expect(() => assess(read)).not.toThrow();
      else if (StateDocumentSchema.safeParse(document).success) expect.fail(`refused: ${text}`);
    }
    expect(counts.accepted).toBeGreaterThan(500);
    expect(counts.refused).toBeGreaterThan(500);
  });

  it('is none where the text is any other', () => {
    const text = canonicalJson(state);
    for (let length = 0; length < text.length; length += 97) {
      expect(readState(text.slice(0, length))).toBeUndefined();
    }
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(readState(json)).toBeUndefined();
      }),
      { numRuns: 500, seed: 20_261_130 },
    );
  });

  it('is not walked where it nests too deep', () => {
    const depth = 1_000_000;
    expect(readState(`${'['.repeat(depth)}${']'.repeat(depth)}`)).toBeUndefined();
    const later = JSON.parse('['.repeat(100) + ']'.repeat(100));
    expect(readState(canonicalJson({ ...state, later }))).toBeUndefined();
  });

  it('sets nothing on any other object', () => {
    const text = canonicalJson(state).replaceAll('{"', '{"__proto__":{"polluted":true},"constructor":{},"');
    const read = readState(text);
    if (read !== undefined) assess(read);
    for (const one of [{}, [], Object.prototype, read ?? {}]) expect(one).not.toHaveProperty('polluted');
    expect(
      readState('{"__proto__":{"schema":"assay.tool_observation_state.v0","spans":[],"marks":[]}}'),
    ).toBe(undefined);
  });
});
