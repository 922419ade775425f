import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layerDecision } from '../../src/dialect/policy-layers.ts';
import { policySpan } from '../../src/dialect/policy-span.ts';
import { recognise } from '../../src/dialect/recognise.ts';
import { loadFixtures } from './load-fixture.ts';
import { OPTIONS, spanView, withAttributes } from './span.ts';

const DECISION = 'aws.agentcore.policy.authorization_decision';
const MODE = 'aws.agentcore.gateway.policy.mode';
const allow = { effect: 'allow', enforced: false };
const deny = { effect: 'deny', enforced: true };
const advised = { effect: 'allow', enforced: false, advisedEffect: 'deny' };

describe('a policy layer on a span', () => {
  it.each([
    [
      'AgentCore allows and enforces',
      { [DECISION]: 'ALLOW', [MODE]: 'ENFORCE' },
      { ...allow, enforced: true },
    ],
    ['AgentCore denies and enforces', { [DECISION]: 'DENY', [MODE]: 'ENFORCE' }, deny],
    ['AgentCore allows and logs', { [DECISION]: 'ALLOW', [MODE]: 'LOG_ONLY' }, allow],
    ['AgentCore denies and logs', { [DECISION]: 'DENY', [MODE]: 'LOG_ONLY' }, advised],
    ['AgentCore denies and logs, in other spelling', { [DECISION]: 'DENY', [MODE]: ' log-only' }, advised],
    ['AgentCore denies in no mode', { [DECISION]: 'DENY' }, deny],
    ['AgentCore denies in an unknown mode', { [DECISION]: 'DENY', [MODE]: 'SHADOW' }, deny],
    ['AgentCore denies in a mode that is no word', { [DECISION]: 'DENY', [MODE]: 7 }, deny],
    ['AgentCore allows in no mode', { [DECISION]: 'ALLOW' }, allow],
    ['AgentCore says something else', { [DECISION]: 'PERHAPS' }, { effect: 'error', enforced: false }],
  ])('%s', (_, attributes, expected) => {
    expect(layerDecision(attributes)).toEqual({ ...expected, source: 'agentcore' });
  });

  it.each([
    ['allow', allow],
    ['deny', deny],
    ['warn', allow],
    ['log', allow],
    ['unknown', { effect: 'error', enforced: false }],
  ])('agt.policy.action of %s', (action, expected) => {
    const attributes = { 'agt.policy.action': action, 'agt.policy.rule': 'no-deploy-keys' };
    expect(layerDecision(attributes)).toEqual({ ...expected, source: 'agt', ruleId: 'no-deploy-keys' });
  });

  it('a rule called none is none', () => {
    const attributes = { 'agt.policy.action': 'allow', 'agt.policy.rule': 'none' };
    expect(layerDecision(attributes)).toEqual({ ...allow, source: 'agt' });
  });

  it.each([
    ['approved', allow],
    ['rejected', deny],
    ['denied', deny],
    ['timed out', { effect: 'error', enforced: false }],
  ])('an approval that was asked for and %s', (outcome, expected) => {
    const asked = { 'agt.policy.action': 'require_approval', 'agt.approval.outcome': outcome };
    expect(layerDecision(asked)).toEqual({ ...expected, source: 'agt' });
    expect(layerDecision({ 'agt.approval.outcome': outcome })).toEqual({ ...expected, source: 'agt' });
  });

  it.each([
    ['a decision', { 'agentmesh.policy.decision': 'deny', 'agentmesh.policy.allowed': true }, deny],
    ['an allowance', { 'agentmesh.policy.allowed': false }, deny],
    ['a pass', { 'agentmesh.policy.allowed': true }, allow],
  ])('agentmesh with %s', (_, attributes, expected) => {
    expect(layerDecision(attributes)).toEqual({ ...expected, source: 'agentmesh' });
  });

  it.each([
    [
      { 'policy.decision': 'DENY', 'policy.name': 'p-1' },
      { ...deny, source: 'unknown', ruleId: 'p-1' },
    ],
    [{ 'policy.result': 'allow' }, { ...allow, source: 'unknown' }],
  ])('keys that others may use: %j', (attributes, expected) => {
    expect(layerDecision(attributes)).toEqual(expected);
  });

  it.each([
    {},
    { [MODE]: 'ENFORCE' },
    { [DECISION]: '' },
    { [DECISION]: null },
    { 'agt.policy.rule': 'r' },
    { 'agt.policy.action': 'require_approval' },
    { 'agt.policy.action': 'require_approval', 'agt.approval.outcome': 'pending' },
    { 'agentmesh.policy.decision': 'requires_approval' },
    { 'policy.decision': 'ApprovalRequired' },
    { 'policy.result': '200 rules loaded' },
    { 'policy.decision': 7 },
    { decision: 'deny' },
  ])('%j is no decision', (attributes) => {
    expect(layerDecision(attributes)).toBeUndefined();
  });

  it('of two, an enforced deny is what took effect', () => {
    const both = { [DECISION]: 'ALLOW', [MODE]: 'ENFORCE', 'agt.policy.action': 'deny' };
    expect(layerDecision(both)).toEqual({ ...deny, source: 'agt' });
    expect(layerDecision({ ...both, 'agt.policy.action': 'allow' })?.source).toBe('agentcore');
  });

  it.each([
    [['p-1'], 'p-1'],
    [['p-1', 'p-2'], undefined],
    [[], undefined],
    [[7], undefined],
    ['p-1', undefined],
  ])('the rule of AgentCore is its determining policy where that is one: %j', (policies, ruleId) => {
    const attributes = { [DECISION]: 'DENY', 'aws.agentcore.policy.determining_policies': policies };
    expect(layerDecision(attributes)?.ruleId).toBe(ruleId);
  });

  it('is total', () => {
    const keys = [DECISION, MODE, 'agt.policy.action', 'agt.approval.outcome', 'agentmesh.policy.allowed'];
    const attributes = fc.dictionary(
      fc.constantFrom(...keys, 'policy.decision', 'policy.result', 'policy.name', '__proto__'),
      fc.oneof(fc.constantFrom('ALLOW', 'deny', 'LOG_ONLY', true, null), fc.anything()),
    );
    fc.assert(
      fc.property(attributes, (map) => {
        const decision = layerDecision(map);
        if (decision !== undefined) expect(['allow', 'deny', 'error']).toContain(decision.effect);
      }),
    );
  });
});

describe('on the span of a call', () => {
  const recognised = (attributes: Record<string, unknown>) => {
    const result = recognise(withAttributes(attributes), OPTIONS);
    return result.is === 'call' ? result.call : undefined;
  };

  it('is read whatever dialect the span speaks, and blocks the call', () => {
    expect(recognised({ 'agt.policy.action': 'deny' })).toMatchObject({
      dialect: 'semantic-conventions',
      decision: { ...deny, source: 'agt' },
      status: 'blocked',
    });
  });

  it('gives way to what the application says', () => {
    const call = recognised({ 'agt.policy.action': 'deny', 'assay.policy.effect': 'allow' });
    expect(call?.decision).toEqual({ ...allow, source: 'unknown' });
  });
});

describe('a span of a policy layer', () => {
  const guardrail = (attributes: Record<string, unknown>, code: 'unset' | 'error' = 'unset') =>
    policySpan(
      spanView({
        name: 'execute_guardrail no-secrets',
        kind: 'internal',
        attributes: { 'litellm.guardrail.name': 'no-secrets', ...attributes },
        status: { code },
      }),
    );
  const ruled = { source: 'litellm', ruleId: 'no-secrets' };

  it.each([
    ['passed', { 'litellm.guardrail.status': 'success' }, 'unset', { ...allow, ...ruled }],
    ['refused', { 'litellm.guardrail.status': 'guardrail_intervened' }, 'error', { ...deny, ...ruled }],
    ['masked', { 'litellm.guardrail.status': 'guardrail_intervened' }, 'unset', { ...allow, ...ruled }],
    [
      'only logs',
      { 'litellm.guardrail.status': 'guardrail_intervened', 'litellm.guardrail.mode': 'logging_only' },
      'error',
      { ...advised, ...ruled },
    ],
    [
      'says that it blocked',
      { 'litellm.guardrail.status': 'guardrail_intervened', 'litellm.guardrail.action': 'BLOCKED' },
      'unset',
      { ...deny, ...ruled },
    ],
    [
      'did not answer',
      { 'litellm.guardrail.status': 'guardrail_failed_to_respond' },
      'error',
      { effect: 'error', enforced: false, ...ruled },
    ],
  ] as const)('of LiteLLM that %s', (_, attributes, code, decision) => {
    expect(guardrail(attributes, code)).toEqual({ decision, about: 'request' });
  });

  it.each(['pre_mcp_call', ['pre_call', 'pre_mcp_call']])(
    'of LiteLLM before a tool call is about that',
    (mode) => {
      const said = guardrail({ 'litellm.guardrail.status': 'success', 'litellm.guardrail.mode': mode });
      expect(said?.about).toBe('call');
    },
  );

  it('of LiteLLM that names a tool call as its model is about that', () => {
    const said = guardrail({
      'litellm.guardrail.status': 'success',
      'litellm.guardrail.mode': 'pre_call',
      'gen_ai.request.model': 'mcp-tool-call',
    });
    expect(said?.about).toBe('call');
  });

  it.each(['during_mcp_call', 'post_call', '****', ''])('of LiteLLM that runs %s decides nothing', (mode) => {
    const attributes = { 'litellm.guardrail.status': 'guardrail_intervened', 'litellm.guardrail.mode': mode };
    expect(guardrail(attributes, 'error')).toBeUndefined();
  });

  it('of LiteLLM that did not run says nothing', () => {
    expect(guardrail({ 'litellm.guardrail.status': 'not_run' })).toBeUndefined();
    expect(guardrail({})).toBeUndefined();
  });

  it('of AgentCore is about its parent, and a listing is about no call', () => {
    const spans = loadFixtures('agentcore-gateway').flatMap((fixture) => fixture.spans);
    const told = spans.flatMap((span) => {
      const said = policySpan(span);
      return said === undefined ? [] : [[span.name, said.about, said.decision.effect, said.decision.ruleId]];
    });
    expect(new Set(told.map(([name]) => name))).toEqual(new Set(['AgentCore.Policy.AuthorizeAction']));
    expect(told.map(([, ...rest]) => rest)).toContainEqual(['parent', 'deny', 'no_deploy_keys-1']);
  });

  it.each([
    ['agt.policy.evaluate', { 'agt.policy.action': 'deny', 'agt.tool.name': 'add_deploy_key' }],
    ['agt.approval.request', { 'agt.approval.outcome': 'rejected' }],
    ['mesh.governance.policy_decision', { 'policy.decision': 'DENY' }],
    ['agentmesh.policy.evaluate', { 'agentmesh.policy.allowed': false }],
  ])('%s', (name, attributes) => {
    const said = policySpan(spanView({ name, kind: 'internal', attributes }));
    expect(said).toMatchObject({ about: 'call', decision: { effect: 'deny', enforced: true } });
    expect(said?.toolName).toBe('agt.tool.name' in attributes ? 'add_deploy_key' : undefined);
    expect(policySpan(spanView({ name, kind: 'internal', attributes: {} }))).toBeUndefined();
    expect(policySpan(spanView({ name: 'work', attributes }))).toBeUndefined();
  });
});
