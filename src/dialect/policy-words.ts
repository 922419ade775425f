import type { PolicySpan } from './policy-span.ts';

/** A policy layer's word as a record stores it, and where the call is that it is about. */
export interface StoredPolicy {
  readonly about: PolicySpan['about'];
  readonly decision: {
    readonly effect: 'allow' | 'deny' | 'error';
    readonly advised_effect?: 'deny' | undefined;
    readonly enforced: boolean;
    readonly rule_id: string | null;
    readonly source: string;
  };
  readonly tool?: string | undefined;
}

const GUARDRAIL = 'execute_guardrail ';

/** The name of a span on which a policy layer spoke: one of the names that are known, without that of a guardrail. */
export function policySpanName(name: string): string {
  return name.startsWith(GUARDRAIL) ? `${GUARDRAIL}guardrail` : name;
}

type Words = Readonly<Record<string, string | string[] | undefined>>;

/** By their source, what layers that say it under keys of their own write; of one that is not here `policy.*`. */
const SAID_BY: Readonly<Record<string, (policy: StoredPolicy) => Words>> = {
  litellm: ({ about, decision }) => ({
    'litellm.guardrail.status': wordOf(decision, STATUSES),
    'litellm.guardrail.action': isDeny(decision) ? 'block' : undefined,
    'litellm.guardrail.mode': [
      about === 'call' ? 'pre_mcp_call' : 'pre_call',
      ...loggingOnly(decision),
    ].join(),
    'litellm.guardrail.name': rule(decision),
  }),
  'claude-code': ({ decision }) => ({
    decision: isDeny(decision) ? 'reject' : 'accept',
    source: rule(decision),
  }),
  agentcore: ({ decision }) => ({
    'aws.agentcore.policy.authorization_decision': wordOf(decision, EFFECTS),
    'aws.agentcore.gateway.policy.mode': decision.enforced ? 'ENFORCE' : 'LOG_ONLY',
    'aws.agentcore.policy.determining_policies': decision.rule_id === null ? undefined : [decision.rule_id],
  }),
  agt: ({ decision }) => ({
    'agt.policy.action': wordOf(decision, EFFECTS),
    'agt.policy.rule': rule(decision),
  }),
  agentmesh: ({ decision }) => ({ 'agentmesh.policy.decision': wordOf(decision, EFFECTS) }),
};

/**
 * The word of a policy layer on a span of its own, written anew from what was read and checked, as the layer itself
 * would say it: the next reader takes it for the same.
 */
export function policyWords(policy: StoredPolicy): Readonly<Record<string, string | string[]>> {
  const { source } = policy.decision;
  const say = Object.hasOwn(SAID_BY, source) ? SAID_BY[source] : undefined;
  const said = Object.entries({ ...(say ?? anyLayer)(policy), 'agt.tool.name': policy.tool });
  return Object.fromEntries(said.flatMap(([key, word]) => (word === undefined ? [] : [[key, word]])));
}

function anyLayer({ decision }: StoredPolicy): Words {
  return { 'policy.decision': wordOf(decision, EFFECTS), 'policy.name': rule(decision) };
}

type Decision = StoredPolicy['decision'];

const EFFECTS = { allow: 'allow', deny: 'deny', error: 'error' } as const;
const STATUSES = {
  allow: 'success',
  deny: 'guardrail_intervened',
  error: 'guardrail_failed_to_respond',
} as const;

/** A refusal that did not take effect is said as one; that it was not enforced stands beside it. */
function wordOf(decision: Decision, words: Readonly<Record<Decision['effect'], string>>): string {
  return words[isDeny(decision) ? 'deny' : decision.effect];
}

function isDeny({ effect, advised_effect }: Decision): boolean {
  return effect === 'deny' || advised_effect === 'deny';
}

function loggingOnly({ advised_effect }: Decision): string[] {
  return advised_effect === 'deny' ? ['logging_only'] : [];
}

function rule({ rule_id }: Decision): string | undefined {
  return rule_id ?? undefined;
}
