import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import type { Checkpoint } from '../../src/decision/checkpoint.ts';
import { digestOf } from '../../src/decision/codec.ts';
import { NON_CLAIMS, SURFACE_SCHEMA } from '../../src/decision/record.ts';
import { BASELINE_SCHEMA } from '../../src/gate/baseline.ts';
import { EMISSION_SCHEMA, type Emission } from '../../src/run/emission.ts';
import { INDEX_SCHEMA } from '../../src/run/index-document.ts';
import { validateArtifact } from '../../src/schema/artifact.ts';
import { AUDIT_RECORD_SCHEMA } from '../../src/verify/audit-record.ts';
import { bindingDigest } from '../../src/verify/subject.ts';
import { declared, GITHUB } from '../gate/declared.ts';
import { fullState } from '../run/states.ts';
import { HEALTH } from './health-documents.ts';
import { RECORDS } from './records.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';
const EPOCH = '1-0123456789abcdef';
const HASH = `sha256:${'0'.repeat(64)}`;

const surface = {
  schema: SURFACE_SCHEMA,
  observed_tool_decisions: [RECORDS.github, RECORDS.unknown],
  non_claims: NON_CLAIMS,
};
const entry = {
  trace_id: TRACE,
  span_ids: [SPAN],
  start_time_unix_nano: '1796000000000000000',
  duration_nano: '0',
  service: 'agent',
  vantage: 'client',
  emitter: null,
  record_digest: digestOf(canonicalJson(RECORDS.github)),
};
const index = {
  schema: INDEX_SCHEMA,
  run_id: 'job',
  records: [entry, { ...entry, service: null, record_digest: digestOf(canonicalJson(RECORDS.unknown)) }],
};
const health = {
  ...HEALTH.partial,
  surface_digest: digestOf(canonicalJson(surface)),
};
const emission: Emission = {
  schema: EMISSION_SCHEMA,
  run_id: 'job',
  revision: 2,
  supersedes: 1,
  closed_by: 'root_ended',
  fragment: false,
  emitted_by: 'assay-otel/0.1.0 exporter',
};
const line = { run_id: 'job', surface, health, index, emission };
const checkpoint: Checkpoint = {
  emitter: '0123456789abcdef',
  epoch: EPOCH,
  ordinal: 1,
  numbered: 5,
  withdrawn: [
    [1, 1],
    [3, 4],
  ],
  open: [],
  open_roots: [SPAN],
  root: SPAN,
  run_root: null,
  run: 'trace',
  final: true,
  resumed: false,
  seal: HASH,
  unrecorded: 0,
  detached_calls: 0,
  instrumentation: [
    {
      scope: 'assay-otel/mcp',
      version: '0.1.0',
      vantage: 'client',
      basis: 'installed',
      covers: 'process',
      since: '0',
    },
  ],
  sampler: 'observing',
  not_sampled: 0,
  read_in_process: false,
  limits: [],
  hooks_missed: 0,
  scrub: 'strict',
  policy_hook: false,
  classifier_version: ['assay.classifiers.v0'],
  initialize_seen: true,
  tools_list_seen: false,
  from: '1796000000000000000',
  until: '1796000000000000001',
};

const declaredSurface = declared([GITHUB], { reviewed_tools: [{ server: 's', tool: 't', reason: 'seen' }] });
const baseline = { schema: BASELINE_SCHEMA, accepted: [{ fingerprint: HASH, reason: 'known' }] };
const subject = { action_class: 'github_deploy_key', verb: 'create', target: { owner: 'org', repo: 'r' } };
const audit = {
  schema: AUDIT_RECORD_SCHEMA,
  provider: 'github',
  record_id: 'entry-1',
  subject,
  binding_digest: bindingDigest(subject),
};

const state = fullState();
const fact = state.spans.find(({ calls }) => calls !== undefined);
const [call] = fact?.calls ?? [];

const messagesOf = (document: unknown) => validateArtifact(document).map(({ message }) => message);
const pathsOf = (document: unknown) => validateArtifact(document).map(({ path }) => path);

describe('validateArtifact', () => {
  it.each([
    ['a surface', surface],
    ['a surface of no calls', { ...surface, observed_tool_decisions: [] }],
    ['a health document', health],
    ['an index', index],
    [
      'an index of a call that is two spans',
      { ...index, records: [{ ...entry, span_ids: [SPAN, '0123456789abcdef'] }] },
    ],
    ['a line of surface', line],
    ['a record', RECORDS.slack],
    ['a checkpoint', checkpoint],
    ['a checkpoint that is not final', { ...checkpoint, final: false, open: [[5, 5]], resumed: true }],
    ['a line of an older version', { run_id: 'job', surface, index }],
    ['a line with parts of a later version', { ...line, later: {} }],
    ['an emission', emission],
    ['a first emission', { ...emission, revision: 1, supersedes: null }],
    ['a fragment, which takes the place of nothing', { ...emission, supersedes: null, fragment: true }],
    ['a later writing of a fragment', { ...emission, revision: 3, supersedes: 2, fragment: true }],
    ['a state', state],
    ['a state of nothing', { ...state, spans: [], marks: [] }],
    ['a declared surface', declaredSurface],
    ['a declared surface of nothing', declared([])],
    ['a baseline', baseline],
    ['a provider audit record', audit],
  ])('accepts %s', (_title, document) => {
    expect(messagesOf(document)).toEqual([]);
  });

  it.each([
    ['another schema', { ...surface, schema: 'assay.tool_decision_surface.v1' }, ['schema']],
    ['a schema that is no string', { ...surface, schema: 1 }, ['schema']],
    ['a surface without records', { schema: SURFACE_SCHEMA }, ['observed_tool_decisions', 'non_claims']],
    [
      'two bad records of a surface',
      { ...surface, observed_tool_decisions: [{ ...RECORDS.github, tool: 1 }, RECORDS.github, null] },
      ['observed_tool_decisions[0].tool', 'observed_tool_decisions[2]'],
    ],
    [
      'an index with bad ids',
      { ...index, records: [{ ...entry, trace_id: TRACE.toUpperCase(), span_ids: [] }] },
      ['records[0].trace_id', 'records[0].span_ids'],
    ],
    [
      'a time that is a number',
      { ...index, records: [{ ...entry, duration_nano: 5 }] },
      ['records[0].duration_nano'],
    ],
    [
      'a line whose index is of another run',
      { ...line, index: { ...index, run_id: 'other' } },
      ['index.run_id'],
    ],
    [
      'a line whose health is of another run',
      { ...line, health: { ...health, run_id: 'other' } },
      ['health.run_id'],
    ],
    [
      'a line whose health is of another surface',
      { ...line, health: { ...health, surface_digest: HASH } },
      ['health.surface_digest'],
    ],
    [
      'a line whose health counts other calls',
      { ...line, health: { ...health, tool_calls_observed: 3 } },
      ['health.tool_calls_observed'],
    ],
    [
      'a line whose health contradicts itself',
      { ...line, health: { ...health, limits: [{}], policy_layer: 'absent' } },
      ['health.limits[0].code', 'health.limits[0].count', 'health.policy_layer'],
    ],
    [
      'a line whose surface is too deep for a digest',
      { ...line, surface: { ...surface, later: JSON.parse('['.repeat(66) + ']'.repeat(66)) } },
      ['surface'],
    ],
    ['a line whose index is short', { ...line, index: { ...index, records: [entry] } }, ['index.records']],
    [
      'a line whose index is out of order',
      { ...line, index: { ...index, records: [...index.records].reverse() } },
      ['index.records[0].record_digest', 'index.records[1].record_digest'],
    ],
    [
      'a line whose emission is of another run',
      { ...line, emission: { ...emission, run_id: 'other' } },
      ['emission.run_id'],
    ],
    [
      'a line with half an emission',
      { ...line, emission: { ...emission, emitted_by: '' } },
      ['emission.emitted_by'],
    ],
    ['an emission that supersedes itself', { ...emission, supersedes: 2 }, ['supersedes']],
    ['an emission that supersedes a later one', { ...emission, supersedes: 3 }, ['supersedes']],
    ['an emission that supersedes no revision', { ...emission, supersedes: 0 }, ['supersedes']],
    [
      'a later emission beside an earlier one, and no fragment',
      { ...emission, supersedes: null },
      ['supersedes'],
    ],
    [
      'an emission of another kind',
      { ...emission, closed_by: 'whim', fragment: 'no', emitted_by: '' },
      ['closed_by', 'fragment', 'emitted_by'],
    ],
    [
      'a state with bad facts',
      { ...state, spans: [{ ...fact, span: 'x', calls: [{ ...call, vantage: 'above', start: 5 }] }, null] },
      ['spans[0].span', 'spans[0].calls[0].vantage', 'spans[0].calls[0].start', 'spans[1]'],
    ],
    [
      'a state with a record that is not canonical',
      { ...state, spans: [{ ...fact, calls: [{ ...call, record: `${call?.record} ` }] }] },
      ['spans[0].calls[0].record'],
    ],
    [
      'a state with marks of another kind, and ranges out of order',
      {
        ...state,
        marks: [
          { mark: 'other', trace: TRACE },
          {
            mark: 'fragment',
            revision: 1,
            trace: TRACE,
            of: 'a',
            run: 'job',
            numbers: [
              {
                emitter: SPAN,
                epoch: EPOCH,
                calls: [
                  [3, 4],
                  [1, 2],
                ],
              },
            ],
          },
        ],
      },
      ['marks[0].mark', 'marks[1].numbers[0].calls[1]'],
    ],
    ['a final checkpoint with open calls', { ...checkpoint, open: [[5, 5]] }, ['final']],
    ['a final checkpoint of a resumed epoch', { ...checkpoint, resumed: true }, ['final']],
    [
      'ranges that overlap',
      {
        ...checkpoint,
        withdrawn: [
          [1, 3],
          [3, 4],
        ],
      },
      ['withdrawn[1]'],
    ],
    ['a range that runs backwards', { ...checkpoint, withdrawn: [[4, 3]] }, ['withdrawn[0]']],
    ['a range beyond the numbers', { ...checkpoint, withdrawn: [[5, 6]] }, ['withdrawn[0]']],
    ['a range of three', { ...checkpoint, withdrawn: [[1, 2, 3]] }, ['withdrawn[0]']],
    ['a checkpoint that ends before it begins', { ...checkpoint, until: '1' }, ['until']],
    [
      'a checkpoint with a wrong epoch and sampler',
      { ...checkpoint, epoch: '1', sampler: 'other' },
      ['epoch', 'sampler'],
    ],
    ['a fraction', { ...checkpoint, numbered: 1.5 }, ['numbered']],
    [
      'a declared surface with wrong entries and a word too many',
      {
        ...declared([{ ...GITHUB, allowed_targets: [{ ownr: 'o' }], note: '' } as never]),
        reviewed_tools: [{}],
      },
      [
        'declared_tool_actions[0]',
        'reviewed_tools[0].server',
        'reviewed_tools[0].tool',
        'reviewed_tools[0].reason',
        'declared_tool_actions[0].allowed_targets[0]',
      ],
    ],
    ['a declared surface that does not say so', { declared_tool_actions: [] }, ['schema']],
    [
      'a baseline without reason, and a day that is none',
      { ...baseline, accepted: [{ fingerprint: HASH, until: '2027-02-29' }] },
      ['accepted[0].reason', 'accepted[0].until'],
    ],
    ['an audit record with another digest', { ...audit, binding_digest: HASH }, ['binding_digest']],
    ['OTLP', { resourceSpans: [] }, ['']],
    ['a list', [surface], ['']],
    ['a string', 'surface', ['']],
  ])('refuses %s, all of it at once', (_title, document, paths) => {
    expect(pathsOf(document)).toEqual(paths);
  });

  it('says which schemas it knows and which it got', () => {
    expect(messagesOf({ schema: 'assay.tool_decision_surface.v1' })).toEqual([
      'Expected `schema` to be "assay.tool_decision_surface.v0", "assay.tool_observation_health.v0", "assay.tool_observation_index.v0", "assay.tool_observation_emission.v0", "assay.tool_observation_state.v0", "assay.declared_tool_surface.v0", "assay.tool_surface_baseline.v0", "assay.tool_surface_diff.v0", "assay.provider_audit_record.v0", "assay.tool_classifiers.v0" or "assay.span_explanation.v0", got "assay.tool_decision_surface.v1"',
    ]);
  });

  it('says what is wrong with an emission and with the records of a state', () => {
    expect(messagesOf({ ...emission, supersedes: 2 })).toEqual([
      'Expected `supersedes` to be lower than `revision`, got one that is not',
    ]);
    expect(messagesOf({ ...emission, supersedes: null })).toEqual([
      'Expected `supersedes` to be an earlier revision, unless this is the first one or a fragment, got null',
    ]);
    const record = canonicalJson({ ...RECORDS.unknown, reason_code: 5, classification: 'canary' });
    expect(messagesOf({ ...state, spans: [{ ...fact, calls: [{ ...call, record }] }] })).toEqual([
      'Expected `spans[0].calls[0].record` to be the canonical JSON of a valid decision record, got one that is wrong at `classification`, `reason_code`',
    ]);
    expect(messagesOf({ ...state, marks: [{ mark: 'whole' }] })).toEqual([
      'Expected `marks[0].mark` to be a mark whose `mark` is "loss", "part" or "fragment", got a string',
    ]);
  });

  it('is total, and never shows what a document holds', () => {
    const canary = 'Canary 7f3a, no name';
    const junk = fc.oneof(fc.jsonValue(), fc.constantFrom(canary, [canary], { [canary]: canary }));
    const steps = fc.constantFrom(
      ...Object.keys(checkpoint),
      ...Object.keys(RECORDS.github),
      ...Object.keys(health),
      ...Object.keys(emission),
      'spans',
      'marks',
      'declared_tool_actions',
      'reviewed_tools',
      'declared_credentials',
      'accepted',
      'subject',
      'emission',
      'health',
      'index',
      'surface',
      'schema',
      canary,
    );
    const documents = fc.constantFrom<object>(
      surface,
      health,
      index,
      line,
      checkpoint,
      emission,
      state,
      declaredSurface,
      { ...declaredSurface, declared_credentials: { [`${canary} of mine`]: { scopes: [1] } } },
      baseline,
      audit,
      ...Object.values(RECORDS),
    );
    fc.assert(
      fc.property(documents, steps, junk, (document, step, value) => {
        expect(messagesOf({ ...document, [step]: value }).join()).not.toContain(canary);
      }),
      { numRuns: 1000 },
    );
    fc.assert(fc.property(fc.jsonValue(), (document) => void validateArtifact(document)));
  });
});
