import type { Decision } from '../span/observed-call.ts';
import { type Attributes, attribute, type SpanView, stringAttribute } from '../span/view.ts';
import { normaliseDecision } from './decision.ts';
import { layerDecision } from './policy-layers.ts';

/** A span that is no call but a policy layer's word about one, which whoever joins spans may look for. */
export interface PolicySpan {
  readonly decision: Decision;
  /**
   * Where the call is that it is about. `parent`: the span directly above. `call`: one that has the same parent or
   * is above it; only where exactly one can be meant is it that one's. `request`: so too, but a request to a model
   * may be meant as well.
   */
  readonly about: 'parent' | 'call' | 'request';
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
const ACTION = 'litellm.guardrail.action';
const MODE = 'litellm.guardrail.mode';
const AUTHORISATION = 'AgentCore.Policy.AuthorizeAction';
/** Where Claude Code says what the user, a rule or a hook decided, below the tool's span and ended before it. */
const PERMISSION = 'claude_code.tool.blocked_on_user';

/** Whether a span may be a policy layer's own. As cheap as it gets: it is asked of every span. */
export function mayBePolicySpan(name: string): boolean {
  switch (name.charCodeAt(0)) {
    case 0x61: // a
    case 0x6d: // m
      return GOVERNANCE_SPANS.has(name);
    case 0x65: // e
      return name.startsWith(GUARDRAIL);
    case 0x63: // c
      return name === PERMISSION;
    case 0x41: // A
      return name === AUTHORISATION;
    default:
      return false;
  }
}

/**
 * What a span of a policy layer's own says about a call, or `undefined` where it is none or nobody has decided.
 * AgentCore's `PartiallyAuthorizeActions` says which tools are listed and refuses no call. Pure and total.
 */
export function policySpan(span: SpanView): PolicySpan | undefined {
  const { attributes, name } = span;
  if (name.startsWith(GUARDRAIL)) return guardrail(span);
  if (name === PERMISSION) return permission(attributes);
  const isAgentcore = name === AUTHORISATION;
  if (!isAgentcore && !GOVERNANCE_SPANS.has(name)) return undefined;
  const decision = layerDecision(attributes);
  if (decision === undefined) return undefined;
  if (isAgentcore) return { decision, about: 'parent' };
  return { decision, about: 'call', toolName: stringAttribute(attributes, 'agt.tool.name') };
}

/** What LiteLLM names as the model where what it asks its guardrails about is a tool call. */
const CALL_AS_MODEL = 'mcp-tool-call';

/** What LiteLLM's guardrails say they did where they refused, beside the failure of their span. */
const REFUSED: ReadonlySet<string> = new Set(['block', 'blocked', 'deny', 'denied', 'reject', 'rejected']);

/**
 * LiteLLM's. One that intervened has refused only where its span failed or it says so: else it changed what the
 * request holds. One that only logs refuses nothing; one that runs beside the request or after it does not decide
 * whether that is made.
 */
function guardrail({ attributes, status }: SpanView): PolicySpan | undefined {
  const said = attribute(attributes, 'litellm.guardrail.status');
  if (said === undefined || said === 'not_run') return undefined;
  const mode = wordsOf(attribute(attributes, MODE));
  // One that was masked on the way is not known, and may be any of them.
  const isMasked = attribute(attributes, MODE) !== undefined && !/[a-z]/.test(mode);
  if (isMasked || mode.includes('during') || mode.includes('post')) return undefined;
  const isRefused = status.code === 'error' || REFUSED.has(wordsOf(attribute(attributes, ACTION)));
  const isRefusal = said === 'guardrail_intervened' && isRefused;
  const passes = said === 'success' || said === 'guardrail_intervened';
  const decision = normaliseDecision({
    effect: isRefusal ? 'deny' : passes ? 'allow' : 'error',
    source: 'litellm',
    ruleId: attribute(attributes, 'litellm.guardrail.name'),
    enforced: mode.includes('logging_only') ? false : undefined,
  });
  const isOfCall = mode.includes('mcp') || attribute(attributes, 'gen_ai.request.model') === CALL_AS_MODEL;
  return { decision, about: isOfCall ? 'call' : 'request' };
}

/** A word or a list of words, in lower case. */
function wordsOf(value: unknown): string {
  const text = Array.isArray(value) ? value.filter(isText).join(' ') : isText(value) ? value : '';
  return text.slice(0, 256).trim().toLowerCase();
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** `accept` or `reject`; whatever else stands there (`unknown`, where it was not told) is no decision. */
function permission(attributes: Attributes): PolicySpan | undefined {
  const effect = attribute(attributes, 'decision');
  if (effect !== 'accept' && effect !== 'reject') return undefined;
  const ruleId = attribute(attributes, 'source');
  return { decision: normaliseDecision({ effect, source: 'claude-code', ruleId }), about: 'parent' };
}
