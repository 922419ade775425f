import type { Decision } from '../span/observed-call.ts';
import { type Attributes, attribute, stringAttribute } from '../span/view.ts';
import { normaliseDecision } from './decision.ts';

type Said = Partial<Record<keyof Decision, unknown>>;

/** Words for a call that waits for somebody: nobody has decided yet. */
const PENDING: ReadonlySet<string> = new Set([
  ...['approvalrequired', 'calldeferred', 'require_approval', 'requires_approval'],
  ...['ask', 'review', 'pending', 'escalate'],
]);
/** Rules that say something and let the call pass. */
const NOTED: ReadonlySet<string> = new Set(['warn', 'log', 'audit']);
const NOT_ENFORCING: ReadonlySet<string> = new Set(['log_only', 'audit', 'dry_run']);
const LONGEST_WORD = 32;

/** Each policy layer that writes its word on spans; `undefined` where it wrote none. */
const LAYERS: readonly ((attributes: Attributes) => Said | undefined)[] = [
  agentcore,
  governanceToolkit,
  rustMesh,
  anyMesh,
];

/**
 * What a policy layer says on a span itself, whatever dialect that speaks; `undefined` where none does, or where
 * the call waits for an approval. Of several that speak, an enforced deny is what took effect. Never throws.
 */
export function layerDecision(attributes: Attributes): Decision | undefined {
  let first: Decision | undefined;
  for (const layer of LAYERS) {
    const said = layer(attributes);
    if (said === undefined || PENDING.has(wordOf(said.effect))) continue;
    const decision = normaliseDecision(said);
    if (decision.effect === 'deny') return decision;
    first ??= decision;
  }
  return first;
}

/** Amazon Bedrock AgentCore: a deny in log-only mode is one that did not take effect. */
function agentcore(attributes: Attributes): Said | undefined {
  const effect = present(attributes, 'aws.agentcore.policy.authorization_decision');
  if (effect === undefined) return undefined;
  const mode = wordOf(attribute(attributes, 'aws.agentcore.gateway.policy.mode'));
  const enforced = mode === 'enforce' ? true : NOT_ENFORCING.has(mode) ? false : undefined;
  const policies = attribute(attributes, 'aws.agentcore.policy.determining_policies');
  const [ruleId] = Array.isArray(policies) && policies.length === 1 ? policies : [];
  return { effect, source: 'agentcore', enforced, ruleId };
}

/** Microsoft Agent Governance Toolkit: its policy engine, and where that asked somebody, the answer. */
function governanceToolkit(attributes: Attributes): Said | undefined {
  const action = present(attributes, 'agt.policy.action');
  const isPending = action === undefined || PENDING.has(wordOf(action));
  const effect = isPending ? present(attributes, 'agt.approval.outcome') : action;
  if (effect === undefined) return undefined;
  const ruleId = ruleOf(attributes, 'agt.policy.rule');
  return { effect: NOTED.has(wordOf(effect)) ? 'allow' : effect, source: 'agt', ruleId };
}

function rustMesh(attributes: Attributes): Said | undefined {
  const effect =
    present(attributes, 'agentmesh.policy.decision') ?? present(attributes, 'agentmesh.policy.allowed');
  return effect === undefined ? undefined : { effect, source: 'agentmesh' };
}

/** Its Python mesh, under keys that others use as well: a word that is no decision is none of its. */
function anyMesh(attributes: Attributes): Said | undefined {
  const effect = present(attributes, 'policy.decision') ?? present(attributes, 'policy.result');
  if (effect === undefined || normaliseDecision({ effect }).effect === 'error') return undefined;
  return { effect, ruleId: ruleOf(attributes, 'policy.name') };
}

function present(attributes: Attributes, key: string): unknown {
  const value = attribute(attributes, key);
  return value === null || value === '' ? undefined : value;
}

/** A word as it is compared, however its parts are joined; empty where something else stands. */
function wordOf(value: unknown): string {
  if (typeof value !== 'string' || value.length > LONGEST_WORD) return '';
  return value
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
}

/** AGT writes `none` where no rule matched. */
function ruleOf(attributes: Attributes, key: string): string | undefined {
  const rule = stringAttribute(attributes, key);
  return rule === 'none' ? undefined : rule;
}
