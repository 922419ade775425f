/**
 * Attribute and event names that two programs, or two versions, must share. They are public: a change is a
 * major version. `docs/semconv/assay.yaml` documents each; a test holds the two lists equal.
 */

export const SCHEMA_URL = 'urn:assay-otel:semconv:0.1.0';

export const DECISION_EVENT = 'assay.tool_decision';
export const CHECKPOINT_EVENT = 'assay.tool_observation';
export const RUN_END_EVENT = 'assay.run_end';
/** A span of ours in a run's own trace that tells what became of the run. */
export const SUMMARY_SPAN = 'assay.tool_decision_surface';

const EMITTER_ID = 'assay.emitter.id';
const EPOCH = 'assay.epoch';
const CLASSIFIER_VERSION = 'assay.classifier.version';

/** Event `assay.tool_decision`, in this order: count limits keep the first ones. */
export const EVENT = {
  record: 'assay.record',
  recordDigest: 'assay.record.digest',
  emitterId: EMITTER_ID,
  epoch: EPOCH,
  sequence: 'assay.sequence',
  numbered: 'assay.numbered',
  callStart: 'assay.call.start_time_unix_nano',
  schemaUrl: 'assay.schema_url',
  vantage: 'assay.vantage',
  classifierVersion: CLASSIFIER_VERSION,
  scrubbedKeys: 'assay.redaction.scrubbed_keys',
  scrubbedOther: 'assay.redaction.scrubbed_other',
  conflicts: 'assay.conflicts',
  sameAs: 'assay.call.same_as',
  toolName: 'assay.tool.name',
  toolCategory: 'assay.tool.category',
  classification: 'assay.classification',
  reasonCode: 'assay.reason_code',
  decisionEffect: 'assay.decision.effect',
  decisionSource: 'assay.decision.source',
  decisionEnforced: 'assay.decision.enforced',
  responseStatus: 'assay.response.status',
  serverId: 'assay.server.id',
} as const;

/** On a call span whose event left as a log record. */
export const CARRIER = 'assay.carrier';

/**
 * On a span that a reader passed on: the dialect in which it was written, where the record was made of the span. What is
 * the same request seen twice is told by that.
 */
export const DIALECT = 'assay.dialect';

/** Event `assay.tool_observation`. */
export const CHECKPOINT = {
  checkpoint: 'assay.checkpoint',
  digest: 'assay.checkpoint.digest',
  emitterId: EMITTER_ID,
  epoch: EPOCH,
  ordinal: 'assay.checkpoint.ordinal',
} as const;

/** Event `assay.run_end`. */
export const RUN_END = { seal: 'assay.run_seal', digest: 'assay.run_seal.digest' } as const;

/** Names the local root on a span of ours that carries its checkpoint, since the root itself is not exported. */
export const ROOT_SPAN_ID = 'assay.root.span_id';

/** The instrumentation scope of spans and metrics of ours. */
export const OWN_SCOPE = 'assay-otel';

/** Span `assay.tool_decision_surface`, in this order. */
export const SUMMARY = {
  run: 'assay.run',
  rootSpanId: ROOT_SPAN_ID,
  revision: 'assay.emission.revision',
  fragment: 'assay.emission.fragment',
  proxySeen: 'assay.proxy_seen',
  toolCallsObserved: 'assay.tool_calls_observed',
  policyLayer: 'assay.policy_layer',
  policyDecisionsObserved: 'assay.policy_decisions_observed',
  classifierVersion: CLASSIFIER_VERSION,
  unknownToolCount: 'assay.unknown_tool_count',
  redactionActive: 'assay.redaction_active',
  coverageState: 'assay.coverage.state',
  coverageGaps: 'assay.coverage.gaps',
  surfaceDigest: 'assay.surface.digest',
} as const;

/** Metrics. They go down too, where later evidence corrects what was counted: hence no plural (UpDownCounter). */
export const METRIC = {
  toolCalls: 'assay.tool_call.count',
  gaps: 'assay.coverage.gap.count',
  runs: 'assay.run.count',
} as const;

/** Attributes of metrics alone; the others are those of the event and of the summary. */
export const METRIC_ATTRIBUTE = { gapCode: 'assay.coverage.gap.code' } as const;

/** The only `assay.*` keys that are read as input. */
export const INPUT = {
  policyEffect: 'assay.policy.effect',
  policySource: 'assay.policy.source',
  policyRuleId: 'assay.policy.rule_id',
  policyEnforced: 'assay.policy.enforced',
  credentialAlias: 'assay.credential.alias',
  runId: 'assay.run.id',
} as const;
