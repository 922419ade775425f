import { HEALTH_NON_CLAIMS, HEALTH_SCHEMA, type Health } from '../../src/run/health.ts';

/** Valid health documents, one per state; tests change one thing at a time. */

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const EMITTER = '0123456789abcdef';
const EPOCH = '1-0123456789abcdef';

const coverage = {
  emitter: EMITTER,
  epoch: EPOCH,
  numbered: 0,
  recorded: 0,
  withdrawn: 0,
  open: [],
  sealed: true,
  sampler: 'observing',
  instrumentation: ['assay-otel/mcp installed process'],
} as const;

const complete: Health = {
  schema: HEALTH_SCHEMA,
  run_id: 'job',
  proxy_seen: true,
  tool_calls_observed: 0,
  policy_layer: 'absent',
  policy_decisions_observed: 0,
  classifier_version: ['assay.classifiers.v0'],
  unknown_tool_count: 0,
  redaction_active: true,
  scope: {
    emitters: [
      {
        trace: TRACE,
        emitter: EMITTER,
        epoch: EPOCH,
        service: 'agent',
        attested: [
          { vantage: 'client', scope: 'assay-otel/mcp', covers: 'process', since: '1796000000000000000' },
        ],
        run_root: true,
        from: '1796000000000000000',
        until: '1796000000000000001',
      },
    ],
    uncovered_services: [],
  },
  coverage: { state: 'complete', gaps: [], notes: [], emitters: [coverage] },
  limits: [],
  claims: { observed_calls: 'allowed', no_tool_use: 'allowed', no_undeclared_tool_use: 'allowed' },
  surface_digest: `sha256:${'0'.repeat(64)}`,
  non_claims: HEALTH_NON_CLAIMS,
};

const blocked = {
  observed_calls: 'allowed',
  no_tool_use: 'blocked',
  no_undeclared_tool_use: 'blocked',
} as const;

const partial: Health = {
  ...complete,
  tool_calls_observed: 2,
  policy_layer: 'present',
  policy_decisions_observed: 1,
  unknown_tool_count: 2,
  scope: { ...complete.scope, uncovered_services: ['billing'] },
  coverage: {
    state: 'partial',
    gaps: [
      { code: 'conflict', count: 1, what: 'run_id' },
      { code: 'not_final', count: 1, emitter: EMITTER, open: [[6, 6]] },
      {
        code: 'sequence_gap',
        count: 3,
        emitter: EMITTER,
        missing: [
          [1, 1],
          [4, 5],
        ],
        classification: 'not_observed',
      },
    ],
    notes: [{ code: 'export_failed', count: 1 }],
    emitters: [{ ...coverage, numbered: 6, recorded: 2, open: [[6, 6]], sealed: false }],
  },
  limits: [{ code: 'arguments_not_captured', count: 1 }],
  claims: blocked,
};

const unknown: Health = {
  ...complete,
  policy_layer: 'unknown',
  scope: { emitters: [], uncovered_services: [] },
  coverage: { state: 'unknown', gaps: [], notes: [], emitters: [] },
  claims: blocked,
};

export const HEALTH = { complete, partial, unknown } as const;
