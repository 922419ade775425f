import { describe, expect, it } from 'vitest';
import type { ObservedRecord } from '../../src/gate/observed-run.ts';
import { readGivenRun } from '../../src/gate-entry/given-run.ts';
import { withoutSuperseded } from '../../src/gate-entry/superseded.ts';
import type { Health } from '../../src/run/health.ts';
import {
  allowed,
  denied,
  documentsOf,
  incomplete,
  indexOf,
  lineOf,
  logOnly,
  lookup,
  PARTIAL,
  undeclared,
  webhook,
} from '../cli/judged-files.ts';
import { HEALTH } from '../schema/health-documents.ts';

interface Line {
  readonly run?: string;
  /** First of the numbers of its spans, and how many calls it has. */
  readonly spans: readonly [from: number, calls: number];
  readonly revision: number;
  readonly supersedes?: number;
  readonly health?: Partial<Health>;
  readonly hasIndex?: boolean;
  /** What its calls are, in their order; default all allowed. */
  readonly records?: readonly ObservedRecord[];
  /** All of its calls are on one span. */
  readonly isOneSpan?: boolean;
  readonly fragment?: boolean;
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
  records = Array.from({ length: calls }, () => allowed),
  isOneSpan = false,
  fragment = revision > 1 && supersedes === undefined,
}: Line) {
  const index = indexOf(run, records, from);
  const [first] = index.records;
  const entries = index.records.map((entry) => ({ ...entry, span_ids: first?.span_ids ?? [] }));
  const documents = {
    ...documentsOf(run, records, health),
    index: isOneSpan ? { ...index, records: entries } : index,
  };
  const emission = {
    revision,
    supersedes: supersedes ?? null,
    fragment,
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

const one = (record: ObservedRecord, line: Omit<Line, 'spans' | 'records'>): Line => ({
  spans: [0, 1],
  records: [record],
  ...line,
});
const target = allowed.action.target ?? { provider: 'github' };
const changed = (changes: Partial<ObservedRecord>): ObservedRecord => ({ ...allowed, ...changes });
const onServer = (id: string, record = lookup): ObservedRecord => ({
  ...record,
  server: { ...record.server, id },
});
const aliased = (credential_alias: string | null) =>
  changed({ redaction: { ...allowed.redaction, credential_alias } });
const NO_RESULT = { ...allowed.response, status: 'unknown', side_effect_asserted: false } as const;
const nobodyDecided: ObservedRecord = {
  ...allowed,
  decision: { effect: 'allow', source: 'none', rule_id: null, enforced: false },
  response: NO_RESULT,
};
const secret: ObservedRecord = { ...lookup, reason_code: 'redacted_secret_argument' };
const partOf: ObservedRecord = {
  ...incomplete,
  action: { ...incomplete.action, target: { provider: 'github', owner: String(target.owner) } },
};

/** One call on one span, as an earlier line and as a later one has it, and whether the earlier one goes. */
const records: readonly [title: string, earlier: ObservedRecord, later: ObservedRecord, goes: boolean][] = [
  ['the same', allowed, allowed, true],
  ['another target', undeclared, allowed, false],
  ['more of its target', partOf, allowed, true],
  ['less of its target', allowed, partOf, false],
  ['a decision where none was seen', nobodyDecided, denied, true],
  ['another decision', allowed, denied, false],
  ['a decision that is enforced now', logOnly, denied, false],
  ['a result that is gone', allowed, changed({ response: NO_RESULT }), false],
  ['a credential', aliased(null), aliased('ci-bot'), true],
  ['another credential', aliased('ci-bot'), aliased('owner'), false],
  ['no credential', aliased('ci-bot'), aliased(null), false],
  ['a known tool of another name', lookup, allowed, false],
  ['an unknown tool', allowed, lookup, false],
  ['another unknown tool', webhook, lookup, false],
  ['the unknown tool of another server', onServer('a'), onServer('b'), false],
  ['the unknown tool of a server that is known now', onServer('unknown'), onServer('b'), true],
  ['no secret any more', secret, lookup, false],
];

describe('a later line that says of a call', () => {
  it.each(records)('%s', (_title, earlier, later, goes) => {
    const given = [one(earlier, { revision: 1 }), one(later, { revision: 2, supersedes: 1 })].map(givenLine);
    expect(withoutSuperseded(given).superseded).toBe(goes ? 1 : 0);
  });
});

describe('two calls on one span', () => {
  const two: Line = { spans: [0, 2], isOneSpan: true, revision: 1 };
  it.each<[title: string, later: readonly Line[], superseded: number]>([
    ['stay where a later line has one', [one(allowed, { revision: 2, supersedes: 1 })], 0],
    [
      'stay where that line came twice',
      [one(allowed, { revision: 2, supersedes: 1 }), one(allowed, { revision: 2, supersedes: 1 })],
      0,
    ],
    ['go where it has both', [{ ...two, revision: 2, supersedes: 1 }], 1],
  ])('%s', (_title, later, superseded) => {
    expect(withoutSuperseded([two, ...later].map(givenLine)).superseded).toBe(superseded);
  });
});

describe('a fragment', () => {
  it.each<[title: string, earlier: Line, superseded: number]>([
    ['does not take the place of a first part', { spans: [0, 1], revision: 1 }, 0],
    ['takes that of a fragment', { spans: [0, 1], revision: 1, fragment: true }, 1],
  ])('%s', (_title, earlier, superseded) => {
    const later: Line = { spans: [0, 1], revision: 2, supersedes: 1, fragment: true };
    expect(withoutSuperseded([earlier, later].map(givenLine)).superseded).toBe(superseded);
  });
});

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
