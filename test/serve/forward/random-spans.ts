import fc from 'fast-check';
import type { SpanView } from '../../../src/span/view.ts';
import { fixtureDialects, loadFixtures } from '../../dialect/load-fixture.ts';
import { spanView } from '../../dialect/span.ts';

const SPANS = fixtureDialects().flatMap((dialect) => loadFixtures(dialect).flatMap(({ spans }) => spans));

/** Names under which policy layers speak, and keys and words of theirs. */
const POLICY_NAMES = [
  ...['agt.policy.evaluate', 'agt.approval.request', 'mesh.governance.policy_decision'],
  ...['agentmesh.policy.evaluate', 'execute_guardrail no-secrets', 'AgentCore.Policy.AuthorizeAction'],
  'claude_code.tool.blocked_on_user',
];
const POLICY_KEYS = [
  ...['aws.agentcore.policy.authorization_decision', 'aws.agentcore.gateway.policy.mode'],
  ...['aws.agentcore.policy.determining_policies', 'agt.policy.action', 'agt.policy.rule', 'agt.tool.name'],
  ...['agt.approval.outcome', 'agentmesh.policy.decision', 'agentmesh.policy.allowed', 'policy.decision'],
  ...['policy.result', 'policy.name', 'litellm.guardrail.status', 'litellm.guardrail.mode', 'decision'],
  ...['litellm.guardrail.action', 'litellm.guardrail.name', 'source', 'gen_ai.request.model'],
];
const WORDS = [
  ...['allow', 'DENY', 'accept', 'reject', 'ask', 'ENFORCE', 'LOG_ONLY', 'success', 'guardrail_intervened'],
  ...['pre_mcp_call', 'post_call', 'logging_only', 'blocked', 'none', 'a-rule', '', true, false, 7, null],
  ...[['a-rule'], ['pre_call', 'pre_mcp_call'], ['a-rule', 'another']],
];

/** Spans of policy layers, most of which decide something. */
export const policySpans: fc.Arbitrary<SpanView> = fc
  .record({
    name: fc.constantFrom(...POLICY_NAMES),
    attributes: fc.dictionary(fc.constantFrom(...POLICY_KEYS), fc.constantFrom<unknown>(...WORDS)),
    status: fc.constantFrom<SpanView['status']>({ code: 'unset' }, { code: 'error', message: 'FAKE' }),
  })
  .map((parts) => spanView({ kind: 'internal', parentSpanId: '00f067aa0ba902b7', ...parts }));

const names = [...new Set(SPANS.map(({ name }) => name)), ...POLICY_NAMES, 'handoff to FAKE', 'FAKE'];
const entries = SPANS.flatMap(({ attributes }) => Object.entries(attributes));
const scopes = [...new Map(SPANS.map(({ scope }) => [scope.name, scope])).values()];

/** Spans with parts of any fixture's spans together: what no dialect says and any could be taken for. */
export const mixedSpans: fc.Arbitrary<SpanView> = fc
  .record({
    base: fc.constantFrom(...SPANS),
    name: fc.option(fc.constantFrom(...names), { nil: undefined }),
    more: fc.array(fc.constantFrom(...entries), { maxLength: 4 }),
    scope: fc.option(fc.constantFrom(...scopes), { nil: undefined }),
    kind: fc.constantFrom<SpanView['kind']>('client', 'internal', 'server'),
    isPending: fc.integer({ min: 0, max: 9 }).map((drawn) => drawn === 0),
  })
  .map(({ base, more, isPending, ...parts }) => ({
    ...base,
    name: parts.name ?? base.name,
    scope: parts.scope ?? base.scope,
    kind: parts.kind,
    events: [],
    attributes: {
      ...base.attributes,
      ...Object.fromEntries(more),
      ...(isPending && { 'logfire.span_type': 'pending_span' }),
    },
  }));
