import type { KnownCandidate, UnknownCandidate } from '../classify/candidate.ts';
import { label } from '../redact/label.ts';
import type { RedactedTarget } from '../redact/redact-target.ts';
import type { Correlation, Decision, ObservedCall, ResponseStatus } from '../span/observed-call.ts';
import type { Action, ClassificationState, DecisionRecord, RecordDecision } from './record.ts';

const UNCLASSIFIED: Action = {
  class: 'unclassified',
  verb: null,
  resource_type: null,
  target: null,
  required_scope: null,
};

/** What no policy layer said: no refusal was reported and nobody decided. */
const UNDECIDED: Decision = { effect: 'allow', source: 'none', enforced: false };

const DIGEST = /^sha256:[0-9a-f]{64}$/;

interface Classified {
  readonly category: string | null;
  readonly state: ClassificationState;
  readonly reasonCode: string;
  readonly detail?: string | undefined;
  readonly action: Action;
}

/** A candidate with its target made safe; an unknown tool has none. */
export type RedactedCandidate =
  | { readonly candidate: UnknownCandidate; readonly target: undefined }
  | { readonly candidate: KnownCandidate; readonly target: RedactedTarget };

/**
 * The decision record of one observed call: total, pure, and safe to store (seed "Record shape"). Every
 * string that came from outside is masked, sanitised and bounded here or was projected by redaction.
 * `decision` is what a policy layer said; none means that nobody decided, which is said as such.
 */
export function decide(
  call: ObservedCall,
  redacted: RedactedCandidate,
  policyDecision: Decision | undefined,
): DecisionRecord {
  const changed: string[] = [];
  const stored = (path: string, raw: string): string => {
    const safe = label(raw);
    if (safe.changed) changed.push(path);
    return safe.value;
  };
  const classified = classification(redacted, changed);
  const decision = recordDecision(policyDecision ?? UNDECIDED, stored);
  const status = responseStatus(call.status, decision);
  const alias = call.credentialAlias;
  const digest = call.declaredManifestDigest;
  const serverId = stored('server.id', call.serverId || 'unknown');
  const toolName = stored('tool.name', call.toolName || 'unknown');
  const credentialAlias = alias ? stored('redaction.credential_alias', alias) : null;
  return {
    server: {
      id: serverId,
      transport: 'mcp',
      ...(digest !== undefined && DIGEST.test(digest) && { declared_manifest_digest: digest }),
    },
    tool: { name: toolName, category: classified.category },
    classification: classified.state,
    reason_code: classified.reasonCode,
    ...(classified.detail !== undefined && { detail: classified.detail }),
    action: classified.action,
    decision,
    response: {
      status,
      side_effect_asserted: decision.effect === 'allow' && status === 'success',
      side_effect_verified: false,
    },
    redaction: {
      arguments_redacted: true,
      credential_alias: credentialAlias,
      secret_material_stored: false,
      ...(changed.length > 0 && { sanitized_fields: changed.sort() }),
    },
    correlation: recordCorrelation(call.correlation),
  };
}

function classification({ candidate, target }: RedactedCandidate, changed: string[]): Classified {
  if (target === undefined) {
    return {
      category: null,
      state: 'observed_unknown_tool',
      reasonCode: candidate.secretKeySeen ? 'redacted_secret_argument' : 'unknown_tool_name',
      action: UNCLASSIFIED,
    };
  }
  changed.push(...target.sanitizedFields);
  return {
    category: candidate.category,
    state: target.state,
    reasonCode: target.reasonCode,
    detail: target.detail,
    action: {
      class: 'privileged_admin_action',
      verb: candidate.verb,
      resource_type: candidate.resourceType,
      target: target.target,
      required_scope: candidate.requiredScope,
    },
  };
}

function recordDecision(decision: Decision, stored: (path: string, raw: string) => string): RecordDecision {
  return {
    effect: decision.effect,
    source: stored('decision.source', decision.source || 'unknown'),
    rule_id: decision.ruleId ? stored('decision.rule_id', decision.ruleId) : null,
    enforced: decision.enforced,
    ...(decision.advisedEffect !== undefined && { advised_effect: decision.advisedEffect }),
  };
}

/** An enforced deny is what blocked the call, unless the span shows that the tool answered. */
function responseStatus(status: ResponseStatus, decision: RecordDecision): ResponseStatus {
  const blocked = decision.effect === 'deny' && decision.enforced && status !== 'success';
  return blocked ? 'blocked' : status;
}

function recordCorrelation(correlation: Correlation): DecisionRecord['correlation'] {
  const propagated = correlation.basis === 'propagated_trace_context';
  return {
    basis: correlation.basis,
    traceparent: propagated ? correlation.traceparent : null,
    source_class: propagated ? 'propagated' : null,
  };
}
