import type { Decision } from '../span/observed-call.ts';
import { type Attributes, attribute, type SpanView, stringAttribute } from '../span/view.ts';
import { normaliseDecision } from './decision.ts';
import { layerDecision } from './policy-layers.ts';

/** A span that is no call but a policy layer's word about one, which whoever joins spans may look for. */
export interface PolicySpan {
  readonly decision: Decision;
  /**
   * Where the call is that it is about. `parent`: the span directly above. `nearby`: a span of the same trace that
   * has the same parent or is above it; only where exactly one can be meant is it that one's.
   */
  readonly about: 'parent' | 'nearby';
  /** The tool that it is about, where it says so; raw. */
  readonly toolName?: string | undefined;
}

/** Spans on which Microsoft's Agent Governance Toolkit says what was decided, in Python and in Rust. */
const GOVERNANCE_SPANS: ReadonlySet<string> = new Set([
  'agt.policy.evaluate',
  'agt.approval.request',
  'mesh.governance.policy_decision',
  'agentmesh.policy.evaluate',
]);
const GUARDRAIL = 'execute_guardrail ';
/** Where Claude Code says what the user, a rule or a hook decided, below the tool's span and ended before it. */
const PERMISSION = 'claude_code.tool.blocked_on_user';

/**
 * What a span of a policy layer's own says about a call, or `undefined` where it is none or nobody has decided.
 * AgentCore's `PartiallyAuthorizeActions` says which tools are listed and refuses no call. Pure and total.
 */
export function policySpan(span: SpanView): PolicySpan | undefined {
  const { attributes, name } = span;
  if (name.startsWith(GUARDRAIL)) return guardrail(span);
  if (name === PERMISSION) return permission(attributes);
  const isAgentcore = name === 'AgentCore.Policy.AuthorizeAction';
  if (!isAgentcore && !GOVERNANCE_SPANS.has(name)) return undefined;
  const decision = layerDecision(attributes);
  if (decision === undefined) return undefined;
  return {
    decision,
    about: isAgentcore ? 'parent' : 'nearby',
    toolName: stringAttribute(attributes, 'agt.tool.name'),
  };
}

/**
 * LiteLLM's. One that intervened has refused only where its span failed: else it changed what the call holds.
 * One that only logs refuses nothing.
 */
function guardrail({ attributes, status }: SpanView): PolicySpan | undefined {
  const said = attribute(attributes, 'litellm.guardrail.status');
  if (said === undefined || said === 'not_run') return undefined;
  const isRefusal = said === 'guardrail_intervened' && status.code === 'error';
  const passes = said === 'success' || said === 'guardrail_intervened';
  const isLogging = attribute(attributes, 'litellm.guardrail.mode') === 'logging_only';
  const decision = normaliseDecision({
    effect: isRefusal ? 'deny' : passes ? 'allow' : 'error',
    source: 'litellm',
    ruleId: attribute(attributes, 'litellm.guardrail.name'),
    enforced: isLogging ? false : undefined,
  });
  return { decision, about: 'nearby' };
}

/** `accept` or `reject`; whatever else stands there (`unknown`, where it was not told) is no decision. */
function permission(attributes: Attributes): PolicySpan | undefined {
  const effect = attribute(attributes, 'decision');
  if (effect !== 'accept' && effect !== 'reject') return undefined;
  const ruleId = attribute(attributes, 'source');
  return { decision: normaliseDecision({ effect, source: 'claude-code', ruleId }), about: 'parent' };
}
