import { describe, expect, it } from 'vitest';
import { readGivenRun } from '../../src/gate-entry/given-run.ts';
import { withoutSuperseded } from '../../src/gate-entry/superseded.ts';
import type { Health } from '../../src/run/health.ts';
import { allowed, documentsOf, indexOf, lineOf, PARTIAL } from '../cli/judged-files.ts';
import { HEALTH } from '../schema/health-documents.ts';

interface Line {
  readonly run?: string;
  /** First of the numbers of its spans, and how many calls it has. */
  readonly spans: readonly [from: number, calls: number];
  readonly revision: number;
  readonly supersedes?: number;
  readonly health?: Partial<Health>;
  readonly hasIndex?: boolean;
}

const NO_EMITTER: Partial<Health> = {
  scope: HEALTH.unknown.scope,
  coverage: HEALTH.unknown.coverage,
  claims: PARTIAL.claims ?? HEALTH.partial.claims,
};
const [entry] = HEALTH.complete.scope.emitters;
const OTHER_EMITTER: Partial<Health> = {
  scope: {
    emitters: entry === undefined ? [] : [{ ...entry, emitter: 'fedcba9876543210' }],
    uncovered_services: [],
  },
};

function givenLine({
  run = 'job',
  spans: [from, calls],
  revision,
  supersedes,
  health,
  hasIndex = true,
}: Line) {
  const records = Array.from({ length: calls }, () => allowed);
  const documents = { ...documentsOf(run, records, health), index: indexOf(run, records, from) };
  const emission = {
    revision,
    supersedes: supersedes ?? null,
    fragment: revision > 1 && supersedes === undefined,
  };
  const line = JSON.parse(lineOf(run, documents, emission));
  const reading = readGivenRun(hasIndex ? line : { ...line, index: undefined });
  if ('problems' in reading) throw new Error(reading.problems.join());
  return reading.document;
}

const cases: readonly [title: string, lines: readonly Line[], staying: readonly number[]][] = [
  [
    'one that a later one holds all of',
    [
      { spans: [0, 1], revision: 1 },
      { spans: [0, 2], revision: 2, supersedes: 1 },
    ],
    [1],
  ],
  [
    'a chain of them',
    [
      { spans: [0, 1], revision: 1 },
      { spans: [0, 2], revision: 2, supersedes: 1 },
      { spans: [0, 3], revision: 3, supersedes: 2 },
    ],
    [2],
  ],
  [
    'one without a call, where it is the only one of its revision',
    [
      { spans: [0, 0], revision: 1, health: NO_EMITTER },
      { spans: [0, 1], revision: 2, supersedes: 1 },
    ],
    [1],
  ],
  [
    'one of which nothing tells whose it is, among several',
    [
      { spans: [0, 0], revision: 1, health: NO_EMITTER },
      { spans: [0, 1], revision: 1 },
      { spans: [0, 1], revision: 2, supersedes: 1 },
    ],
    [0, 2],
  ],
  [
    'that of another process, which counts its own lines',
    [
      { spans: [50, 1], revision: 1, health: OTHER_EMITTER },
      { spans: [0, 1], revision: 1 },
      { spans: [0, 2], revision: 2, supersedes: 1 },
    ],
    [0, 2],
  ],
  [
    'that of another process without a call',
    [
      { spans: [0, 0], revision: 1, health: { ...PARTIAL, ...OTHER_EMITTER } },
      { spans: [0, 2], revision: 2, supersedes: 1 },
    ],
    [0, 1],
  ],
  [
    'one whose calls cannot be followed',
    [
      { spans: [0, 1], revision: 1, hasIndex: false },
      { spans: [0, 2], revision: 2, supersedes: 1 },
    ],
    [0, 1],
  ],
  [
    'one whose call went to another run',
    [
      { spans: [0, 2], revision: 1 },
      { spans: [0, 1], revision: 2, supersedes: 1 },
      { run: 'other', spans: [1, 1], revision: 1 },
    ],
    [1, 2],
  ],
  [
    'one that a later one has less of',
    [
      { spans: [0, 2], revision: 1 },
      { spans: [0, 1], revision: 2, supersedes: 1 },
    ],
    [0, 1],
  ],
  [
    'a part beside its fragment',
    [
      { spans: [0, 1], revision: 1 },
      { spans: [1, 1], revision: 2 },
    ],
    [0, 1],
  ],
  [
    'one of another run',
    [
      { spans: [0, 1], revision: 1 },
      { run: 'other', spans: [0, 1], revision: 2, supersedes: 1 },
    ],
    [0, 1],
  ],
];

describe('of the lines of a run', () => {
  it.each(cases)('%s: those that stay', (_title, lines, staying) => {
    const given = lines.map(givenLine);
    const { runs, superseded } = withoutSuperseded(given);
    expect(runs.map((run) => given.indexOf(run))).toEqual(staying);
    expect(superseded).toBe(lines.length - staying.length);
    const reversed = withoutSuperseded(given.toReversed()).runs;
    expect(reversed.toReversed().map((run) => given.indexOf(run))).toEqual(staying);
  });
});
