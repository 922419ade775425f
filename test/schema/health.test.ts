import { describe, expect, it } from 'vitest';
import type { GapCode, Health } from '../../src/run/health.ts';
import { validateArtifact } from '../../src/schema/artifact.ts';
import { HEALTH } from './health-documents.ts';

type Path = readonly (string | number)[];
type Change = readonly [path: Path, value: unknown];

const { complete, partial, unknown } = HEALTH;

/** A copy of `health` with values replaced; `undefined` leaves the field out. */
function changed(health: Health, changes: readonly Change[]): unknown {
  const copy: unknown = structuredClone(health);
  for (const [path, value] of changes) {
    let holder = copy as Record<string | number, unknown>;
    for (const step of path.slice(0, -1)) holder = holder[step] as Record<string | number, unknown>;
    const last = path.at(-1) ?? '';
    if (value === undefined) delete holder[last];
    else holder[last] = value;
  }
  return copy;
}

const pathsOf = (document: unknown) => validateArtifact(document).map(({ path }) => path);
const messagesOf = (document: unknown) => validateArtifact(document).map(({ message }) => message);

const SCOPE = ['scope', 'emitters', 0];
const ATTESTED = [...SCOPE, 'attested', 0];
const COVERAGE = ['coverage', 'emitters', 0];
const GAPS = ['coverage', 'gaps'];
const SEQUENCE_GAP = [...GAPS, 2];
const CLAIMS = ['claims.no_tool_use', 'claims.no_undeclared_tool_use'];
const NO_TOOL_USE: Path = ['claims', 'no_tool_use'];
const NO_UNDECLARED: Path = ['claims', 'no_undeclared_tool_use'];

const GAP_CODES: readonly GapCode[] = [
  ...(['checkpoint_missing', 'conflict', 'emitter_missing', 'event_lost', 'event_truncated'] as const),
  ...(['evicted', 'instrumentation_not_attested', 'not_final', 'not_sampled', 'root_not_observed'] as const),
  ...(['run_not_sealed', 'sampler_unknown', 'seal_mismatch', 'unrecognised_mcp_span'] as const),
  'unrecorded_calls',
];

/** The coverage of one more epoch of the same emitter. */
const SECOND_EPOCH = { ...partial.coverage.emitters[0], epoch: '2-0123456789abcdef' };

describe('a health document', () => {
  it.each<[string, Health, readonly Change[]]>([
    ['that is complete', complete, []],
    ['that is partial', partial, []],
    ['that is unknown', unknown, []],
    ['that is unknown with gaps', unknown, [[GAPS, [{ code: 'emitter_missing', count: 1 }]]]],
    [
      'with fields of a later version',
      complete,
      [
        [['later'], 1],
        [['scope', 'later'], {}],
        [[...SCOPE, 'later'], []],
        [['claims', 'later'], 'allowed'],
      ],
    ],
    ['of a service without name', complete, [[[...SCOPE, 'service'], null]]],
    ['that claims less than it may', complete, [[NO_TOOL_USE, 'blocked']]],
    [
      'with withdrawn numbers',
      complete,
      [
        [[...COVERAGE, 'numbered'], 3],
        [[...COVERAGE, 'withdrawn'], 3],
      ],
    ],
    ['of an unknown sampler', complete, [[[...COVERAGE, 'sampler'], 'unknown']]],
    ['beside a service that nothing watches', complete, [[['scope', 'uncovered_services'], ['billing']]]],
    ['of a declared sampler', complete, [[[...COVERAGE, 'sampler'], 'declared']]],
    [
      'of known tools only',
      complete,
      [
        [['tool_calls_observed'], 2],
        [NO_TOOL_USE, 'blocked'],
      ],
    ],
    [
      'of an emitter that misses the same numbers in two epochs',
      partial,
      [
        [[...SEQUENCE_GAP, 'count'], 6],
        [
          ['coverage', 'emitters'],
          [partial.coverage.emitters[0], SECOND_EPOCH],
        ],
      ],
    ],
  ])('%s is accepted', (_title, health, changes) => {
    expect(messagesOf(changed(health, changes))).toEqual([]);
  });

  it.each(GAP_CODES)('may have a gap %s', (code) => {
    expect(messagesOf(changed(partial, [[[...GAPS, 0], { code, count: 1 }]]))).toEqual([]);
  });

  it.each<[string, Health, readonly Change[], readonly string[]]>([
    [
      'parts missing',
      complete,
      [
        [['scope'], undefined],
        [['claims'], undefined],
        [['surface_digest'], undefined],
      ],
      ['scope', 'claims', 'surface_digest'],
    ],
    [
      'words that are none of the enumerated',
      partial,
      [
        [['policy_layer'], 'some'],
        [[...GAPS, 0, 'code'], 'other'],
        [[...COVERAGE, 'sampler'], 'other'],
        [[...ATTESTED, 'covers'], 'thread'],
        [[...ATTESTED, 'vantage'], 'proxy'],
        [[...SEQUENCE_GAP, 'classification'], 'classified'],
      ],
      [
        'policy_layer',
        'scope.emitters[0].attested[0].vantage',
        'scope.emitters[0].attested[0].covers',
        'coverage.gaps[0].code',
        'coverage.gaps[2].classification',
        'coverage.emitters[0].sampler',
      ],
    ],
    [
      'ids and times of another form',
      partial,
      [
        [[...SCOPE, 'trace'], 'T'],
        [[...SCOPE, 'epoch'], '1'],
        [[...SCOPE, 'from'], 5],
        [[...GAPS, 1, 'emitter'], 'E'],
      ],
      [
        'scope.emitters[0].trace',
        'scope.emitters[0].epoch',
        'scope.emitters[0].from',
        'coverage.gaps[1].emitter',
      ],
    ],
    [
      'counts of nothing',
      partial,
      [
        [[...GAPS, 0, 'count'], 0],
        [['coverage', 'notes', 0, 'count'], 0],
        [['limits', 0, 'count'], 0],
      ],
      ['limits[0].count', 'coverage.gaps[0].count', 'coverage.notes[0].count'],
    ],
    [
      'observed calls that are blocked',
      complete,
      [[['claims', 'observed_calls'], 'blocked']],
      ['claims.observed_calls'],
    ],
    [
      'more decisions than calls',
      partial,
      [[['policy_decisions_observed'], 3]],
      ['policy_decisions_observed'],
    ],
    ['more unknown tools than calls', partial, [[['unknown_tool_count'], 3]], ['unknown_tool_count']],
    ['decisions without a policy layer', partial, [[['policy_layer'], 'absent']], ['policy_layer']],
    ['complete with gaps', partial, [[['coverage', 'state'], 'complete']], ['coverage.state']],
    ['unknown with emitters', partial, [[['coverage', 'state'], 'unknown']], ['coverage.state']],
    ['partial without gaps', complete, [[['coverage', 'state'], 'partial']], ['coverage.state', ...CLAIMS]],
    ['complete without emitters', unknown, [[['coverage', 'state'], 'complete']], ['coverage.state']],
    ['partial without emitters', unknown, [[['coverage', 'state'], 'partial']], ['coverage.state']],
    [
      'ranges out of order',
      partial,
      [
        [
          [...COVERAGE, 'open'],
          [
            [3, 3],
            [1, 2],
          ],
        ],
        [[...GAPS, 1, 'open'], [[2, 1]]],
        [
          [...SEQUENCE_GAP, 'missing'],
          [
            [1, 2],
            [2, 2],
          ],
        ],
      ],
      ['coverage.emitters[0].open[1]', 'coverage.gaps[1].open[0]', 'coverage.gaps[2].missing[1]'],
    ],
    [
      'a range of a number',
      partial,
      [[[...SEQUENCE_GAP, 'missing'], [[1]]]],
      ['coverage.gaps[2].missing[0]'],
    ],
    [
      'a sequence gap that lists nothing',
      partial,
      [[[...SEQUENCE_GAP, 'missing'], undefined]],
      ['coverage.gaps[2].missing'],
    ],
    [
      'a sequence gap that counts fewer than it lists',
      partial,
      [[[...SEQUENCE_GAP, 'count'], 2]],
      ['coverage.gaps[2].count'],
    ],
    [
      'a sequence gap that counts more than it lists',
      partial,
      [[[...SEQUENCE_GAP, 'count'], 4]],
      ['coverage.gaps[2].count'],
    ],
    [
      'a sequence gap that counts more than its epochs can miss',
      partial,
      [
        [[...SEQUENCE_GAP, 'count'], 7],
        [
          ['coverage', 'emitters'],
          [partial.coverage.emitters[0], SECOND_EPOCH, { ...SECOND_EPOCH, emitter: 'f'.repeat(16) }],
        ],
      ],
      ['coverage.gaps[2].count'],
    ],
    [
      'complete with what is not told to its end',
      complete,
      [
        [[...COVERAGE, 'sealed'], false],
        [[...COVERAGE, 'open'], [[1, 1]]],
        [[...COVERAGE, 'numbered'], 9],
        [[...COVERAGE, 'recorded'], 7],
        [[...COVERAGE, 'withdrawn'], 1],
      ],
      ['coverage.emitters[0].sealed', 'coverage.emitters[0].open', 'coverage.emitters[0].numbered'],
    ],
    ['complete without its emitter', complete, [[['coverage', 'emitters'], []]], ['scope.emitters[0].epoch']],
    [
      'complete with another epoch',
      complete,
      [[[...COVERAGE, 'epoch'], '2-0123456789abcdef']],
      ['scope.emitters[0].epoch'],
    ],
    ['no tool use with calls', complete, [[['tool_calls_observed'], 1]], ['claims.no_tool_use']],
    [
      'nothing undeclared with unknown tools',
      complete,
      [
        [['tool_calls_observed'], 1],
        [['unknown_tool_count'], 1],
        [NO_TOOL_USE, 'blocked'],
      ],
      ['claims.no_undeclared_tool_use'],
    ],
    ['claims without a run root', complete, [[[...SCOPE, 'run_root'], false]], CLAIMS],
    ['claims of what watched a server', complete, [[[...ATTESTED, 'vantage'], 'server']], CLAIMS],
    ['claims of what watched one object', complete, [[[...ATTESTED, 'covers'], 'object']], CLAIMS],
    ['claims of what watched too late', complete, [[[...ATTESTED, 'since'], '1796000000000000001']], CLAIMS],
    [
      'claims of a run with a second root that nothing watched',
      complete,
      [[[...SCOPE.slice(0, 2), 1], { ...complete.scope.emitters[0], attested: [] }]],
      CLAIMS,
    ],
    ...['calls_recorded_elsewhere', 'detached_calls', 'unattributed_tool_spans', 'uncovered_calls'].map(
      (code) =>
        [`claims with the limit ${code}`, complete, [[['limits'], [{ code, count: 1 }]]], CLAIMS] as [
          string,
          Health,
          readonly Change[],
          readonly string[],
        ],
    ),
  ])('%s is refused, all of it at once', (_title, health, changes, paths) => {
    expect(pathsOf(changed(health, changes)).sort()).toEqual([...paths].sort());
  });

  it.each<[string, Path]>([
    ['partial', NO_TOOL_USE],
    ['partial', NO_UNDECLARED],
    ['unknown', NO_TOOL_USE],
    ['unknown', NO_UNDECLARED],
  ])('%s never allows %s', (state, claim) => {
    const document = changed(state === 'partial' ? partial : unknown, [
      [claim, 'allowed'],
      [['tool_calls_observed'], 0],
      [['policy_decisions_observed'], 0],
      [['unknown_tool_count'], 0],
    ]);
    expect(messagesOf(document)).toContain(
      `Expected \`${claim.join('.')}\` to be "blocked" unless \`coverage.state\` is "complete", got "allowed"`,
    );
  });

  it('is told what it should say', () => {
    const document = changed(partial, [
      [['coverage', 'state'], 'complete'],
      [['unknown_tool_count'], 3],
      [[...SEQUENCE_GAP, 'count'], 2],
    ]);
    expect(messagesOf(document)).toEqual([
      'Expected `unknown_tool_count` to be at most `tool_calls_observed`, got a number',
      'Expected `coverage.state` to be "partial" where there are gaps, got another string',
      'Expected `coverage.gaps[2].count` to be as many as `missing` lists, got a number',
    ]);
  });
});
