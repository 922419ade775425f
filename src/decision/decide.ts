import type { KnownCandidate, UnknownCandidate } from '../classify/candidate.ts';
import { label } from '../redact/label.ts';
import type { RedactedTarget, TargetValue } from '../redact/redact-target.ts';
import type { Correlation, Decision, ObservedCall, ResponseStatus } from '../span/observed-call.ts';
import type { Action, ClassificationState, DecisionRecord, RecordDecision, Target } from './record.ts';

const UNCLASSIFIED: Action = {
  class: 'unclassified',
  required_scope: null,
  resource_type: null,
  target: null,
  verb: null,
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
 * The decision record of one observed call: total, pure, and safe to store (docs/record.md). Every
 * string that came from outside is masked, sanitised and bounded here or was projected by redaction. Members
 * are put in canonical order, so that writing them out needs no sorting (a test holds this); a member that is
 * `undefined` is not written.
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
    action: classified.action,
    classification: classified.state,
    correlation: recordCorrelation(call.correlation),
    decision,
    detail: classified.detail,
    reason_code: classified.reasonCode,
    redaction: {
      arguments_redacted: true,
      credential_alias: credentialAlias,
      sanitized_fields: changed.length > 0 ? changed.sort() : undefined,
      secret_material_stored: false,
    },
    response: {
      side_effect_asserted: decision.effect === 'allow' && status === 'success',
      side_effect_verified: false,
      status,
    },
    server: {
      declared_manifest_digest: digest !== undefined && DIGEST.test(digest) ? digest : undefined,
      id: serverId,
      transport: 'mcp',
    },
    tool: { category: classified.category, name: toolName },
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
  const { rule, verb } = candidate;
  return {
    category: rule.category,
    state: target.state,
    reasonCode: target.reasonCode,
    detail: target.detail,
    action: {
      class: rule.actionClass,
      consequence_class: rule.consequence,
      required_scope: rule.requiredScope,
      resource_type: rule.resourceType,
      target: inKeyOrder(target.target),
      verb,
    },
  };
}

function inKeyOrder(target: Target): Target {
  const ordered: Record<string, TargetValue> = {};
  for (const key of Object.keys(target).sort()) ordered[key] = target[key] as TargetValue;
  return ordered as Target;
}

/** A policy layer's word as a record has it; `stored` makes a string safe, and is told where it stands. */
export function recordDecision(
  decision: Decision,
  stored: (path: string, raw: string) => string,
): RecordDecision {
  return {
    advised_effect: decision.advisedEffect,
    effect: decision.effect,
    enforced: decision.enforced,
    rule_id: decision.ruleId ? stored('decision.rule_id', decision.ruleId) : null,
    source: stored('decision.source', decision.source || 'unknown'),
  };
}

/** An enforced deny is what blocked the call, unless the span shows that the tool answered. */
export function responseStatus(status: ResponseStatus, decision: RecordDecision): ResponseStatus {
  const blocked = decision.effect === 'deny' && decision.enforced && status !== 'success';
  return blocked ? 'blocked' : status;
}

function recordCorrelation(correlation: Correlation): DecisionRecord['correlation'] {
  const propagated = correlation.basis === 'propagated_trace_context';
  return {
    basis: correlation.basis,
    source_class: propagated ? 'propagated' : null,
    traceparent: propagated ? correlation.traceparent : null,
  };
}
