import { describe, expect, it } from 'vitest';
import { EMISSION_SCHEMA, type Emission } from '../../../src/run/emission.ts';
import type { Mark } from '../../../src/run/mark.ts';
import { STATE_SCHEMA, type StateDocument } from '../../../src/run/state-document.ts';
import { nextEmission, readEmission } from '../../../src/sinks/directory/next-emission.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';

function emission(revision: number, supersedes: number | null, fragment = false): Emission {
  const parts = { closed_by: 'idle', emitted_by: 'test' } as const;
  return { schema: EMISSION_SCHEMA, run_id: 'job', revision, supersedes, fragment, ...parts };
}

function state(...marks: readonly Mark[]): StateDocument {
  return { schema: STATE_SCHEMA, spans: [], marks };
}

const part: Mark = { mark: 'part', trace: TRACE, part: 'a', revision: 1 };
const after: Mark = { mark: 'fragment', trace: TRACE, of: 'a', revision: 1, run: 'job', numbers: [] };

interface Row {
  readonly here: Emission;
  readonly marks?: readonly Mark[];
  readonly earlier?: Emission;
  readonly earlierMarks?: readonly Mark[];
  readonly next: readonly [revision: number, supersedes: number | null, fragment: boolean];
}

const rows: Readonly<Record<string, Row>> = {
  'the first': { here: emission(1, null), next: [1, null, false] },
  'a later one where nothing is': { here: emission(3, 2), next: [3, 2, false] },
  'a fragment where nothing is': { here: emission(2, null, true), marks: [after], next: [2, null, true] },
  'one without marks where nothing is': { here: emission(2, null, true), next: [2, null, true] },
  'an amendment': { here: emission(2, 1), earlier: emission(1, null), next: [2, 1, false] },
  'a first one after a restart': { here: emission(1, null), earlier: emission(7, 6), next: [8, 7, false] },
  'a fragment whose part is there': {
    ...{ here: emission(2, null, true), marks: [after] },
    ...{ earlier: emission(1, null), earlierMarks: [part], next: [2, 1, false] },
  },
  'a fragment whose part is elsewhere': {
    ...{ here: emission(2, null, true), marks: [after] },
    ...{ earlier: emission(1, null), next: [2, 1, true] },
  },
  'the part of a fragment that is there': {
    ...{ here: emission(1, null), marks: [part] },
    ...{ earlier: emission(2, null, true), earlierMarks: [after], next: [3, 2, false] },
  },
  'what is no fragment, to a fragment that is there': {
    ...{ here: emission(1, null), earlier: emission(2, null, true), earlierMarks: [after] },
    ...{ next: [3, 2, true] },
  },
  'a fragment without marks, to the first part': {
    ...{ here: emission(2, null, true), earlier: emission(1, null), next: [2, 1, false] },
  },
  'a fragment without marks, to another': {
    ...{ here: emission(3, null, true), earlier: emission(2, null, true), next: [3, 2, true] },
  },
  'a fragment without marks, to one that is whole by now': {
    ...{ here: emission(3, null, true), marks: [part] },
    ...{ earlier: emission(2, null, true), earlierMarks: [after], next: [3, 2, true] },
  },
  'a first one, to a fragment without marks': {
    ...{ here: emission(1, null), earlier: emission(2, null, true), next: [3, 2, true] },
  },
  'a fragment, to a state whose envelope was not written': {
    ...{ here: emission(2, null, true), marks: [after], earlierMarks: [part], next: [2, 1, false] },
  },
  'a first one, to such a state': { here: emission(1, null), earlierMarks: [], next: [1, null, false] },
};

describe('the envelope of', () => {
  it.each(Object.entries(rows))('%s', (_what, { here, marks = [], earlier, earlierMarks, next }) => {
    const there = earlierMarks ?? (earlier === undefined ? undefined : []);
    const united = state(...(there ?? []), ...marks);
    const { revision, supersedes, fragment, ...rest } = nextEmission(
      { emission: here, state: state(...marks) },
      { emission: earlier, state: there && state(...there) },
      united,
    );
    expect([revision, supersedes, fragment]).toEqual(next);
    expect(rest).toMatchObject({ run_id: 'job', closed_by: 'idle', emitted_by: 'test' });
  });
});

describe('an envelope that is read by hand', () => {
  const text = JSON.stringify(emission(2, 1));
  it('is what was written', () => {
    expect(readEmission(text)).toEqual(emission(2, 1));
  });

  it.each([
    ...['', 'null', '[]', '1', '{}', text.slice(0, -1), text.replace('emission.v0', 'emission.v1')],
    ...['0', '-1', '1.5', '"2"', 'null', '9007199254740991', '1e300'].map((value) =>
      text.replace('"revision":2', `"revision":${value}`),
    ),
    text.replace('"fragment":false', '"fragment":0'),
    text.replace('"job"', '1'),
  ])('is none (%#)', (json) => {
    expect(json).not.toBe(text);
    expect(readEmission(json)).toBeUndefined();
  });
});
