import { describe, expect, it } from 'vitest';
import { DEFAULTS } from '../../src/config.ts';
import type { Surface } from '../../src/decision/record.ts';
import { observe } from '../../src/pipeline.ts';
import { documentsOf } from '../../src/run/documents.ts';
import { factOfSpan } from '../../src/run/fact-of-span.ts';
import type { SpanFact } from '../../src/run/span-fact.ts';
import type { SpanView } from '../../src/span/view.ts';
import { loadFixtures } from '../dialect/load-fixture.ts';
import { readRun } from './read-run.ts';
import { spanView } from './span-views.ts';
import { call as madeCall, traced } from './traced.ts';

type Parts = Partial<SpanView> & { readonly spanId: string };

const below = (parentSpanId: string, parts: Parts): SpanView => spanView({ ...parts, parentSpanId });

const call = (spanId: string, parentSpanId: string, tool = 'add_deploy_key', more = {}): SpanView =>
  below(parentSpanId, {
    spanId,
    name: `tools/call ${tool}`,
    kind: 'client',
    attributes: { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': tool, ...more },
  });

const said = (spanId: string, parentSpanId: string, name: string, attributes: object): SpanView =>
  below(parentSpanId, { spanId, name, attributes: { ...attributes } });

const guardrail = (spanId: string, parentSpanId: string, mode = 'pre_mcp_call'): SpanView => ({
  ...said(spanId, parentSpanId, 'execute_guardrail no-secrets', {
    'litellm.guardrail.name': 'no-secrets',
    'litellm.guardrail.mode': mode,
    'litellm.guardrail.status': 'guardrail_intervened',
  }),
  status: { code: 'error' },
});

const evaluated = (spanId: string, parentSpanId: string, tool?: string, action = 'deny'): SpanView =>
  said(spanId, parentSpanId, 'agt.policy.evaluate', {
    'agt.policy.action': action,
    ...(tool !== undefined && { 'agt.tool.name': tool }),
  });

const factOf = (span: SpanView): SpanFact =>
  factOfSpan(span, { observe: (view) => observe(view, DEFAULTS) }).fact;

const ROOT = spanView({ spanId: '0000000000000001', name: 'invoke_agent' });
const A = '000000000000000a';
const B = '000000000000000b';
const P = '00000000000000f1';

const decisions = (...spans: readonly SpanView[]) =>
  surface(...spans).map(({ tool, decision: { effect, source } }) => [tool.name, effect, source]);

function surface(...spans: readonly SpanView[]): Surface['observed_tool_decisions'] {
  return readRun([ROOT, ...spans]).surface.observed_tool_decisions;
}

const nobody = ['add_deploy_key', 'allow', 'none'];
const refused = ['add_deploy_key', 'deny', 'agt'];

describe('what a policy layer says on a span of its own', () => {
  it('is of the call directly above', () => {
    expect(decisions(call(A, ROOT.spanId), evaluated(P, A))).toEqual([refused]);
  });

  it('is of the only call beside it', () => {
    expect(decisions(evaluated(P, ROOT.spanId), call(A, ROOT.spanId))).toEqual([refused]);
  });

  it('is of none of two calls beside it, unless it names one of them', () => {
    const calls = [call(A, ROOT.spanId), call(B, ROOT.spanId, 'search_code')];
    expect(decisions(evaluated(P, ROOT.spanId), ...calls)).toEqual([
      nobody,
      ['search_code', 'allow', 'none'],
    ]);
    expect(decisions(evaluated(P, ROOT.spanId, 'add_deploy_key'), ...calls)).toEqual([
      refused,
      ['search_code', 'allow', 'none'],
    ]);
  });

  it('is of no call where it may be about a local tool beside it, unless it names the call', () => {
    const local = below(ROOT.spanId, {
      spanId: B,
      name: 'execute_tool add_numbers',
      attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'add_numbers' },
    });
    const made = (tool?: string) => {
      const spans = [ROOT, evaluated(P, ROOT.spanId, tool), call(A, ROOT.spanId), local];
      return readRun(spans, 'mcp').surface.observed_tool_decisions.map(({ decision }) => decision.source);
    };
    expect([made(), made('add_deploy_key'), made('add_numbers')]).toEqual([['none'], ['agt'], ['none']]);
  });

  it('is of none of a call and its retry', () => {
    const calls = [call(A, ROOT.spanId), call(B, ROOT.spanId)];
    expect(decisions(evaluated(P, ROOT.spanId, 'add_deploy_key'), ...calls)).toEqual([nobody, nobody]);
  });

  it('is not of a call that it does not name', () => {
    expect(decisions(call(A, ROOT.spanId), evaluated(P, A, 'search_code'))).toEqual([nobody]);
  });

  it('is of a call further up only where it names that', () => {
    const between = below(A, { spanId: B, name: 'handler' });
    expect(decisions(call(A, ROOT.spanId), between, evaluated(P, B))).toEqual([nobody]);
    expect(decisions(call(A, ROOT.spanId), between, evaluated(P, B, 'github.add_deploy_key'))).toEqual([
      refused,
    ]);
  });

  it('is of another trace’s call never', () => {
    const elsewhere = { ...evaluated(P, A), traceId: 'c0ffee00c0ffee00c0ffee00c0ffee00' };
    const resource = { 'assay.run.id': 'run-1' };
    const spans = [ROOT, call(A, ROOT.spanId), elsewhere].map((span) => ({ ...span, resource }));
    const [record] = readRun(spans).surface.observed_tool_decisions;
    expect(record?.decision.source).toBe('none');
  });

  it('blocks the call, which then has no side effect to assert', () => {
    const [record] = surface(call(A, ROOT.spanId), evaluated(P, A));
    expect(record?.decision).toMatchObject({ effect: 'deny', enforced: true });
    expect(record?.response).toMatchObject({ side_effect_asserted: false });
  });

  it('is counted as a decision, and says that there is a policy layer', () => {
    const { health } = readRun([ROOT, call(A, ROOT.spanId), evaluated(P, A)]);
    expect(health).toMatchObject({ policy_layer: 'present', policy_decisions_observed: 1 });
  });

  it('gives the same documents in any order', () => {
    const spans = [ROOT, call(A, ROOT.spanId), evaluated(P, A), guardrail('00000000000000f2', A)];
    expect(JSON.stringify(readRun([...spans].reverse()))).toBe(JSON.stringify(readRun(spans)));
  });
});

describe('two policy layers about one call', () => {
  it('a refusal took effect beside whatever the call says itself', () => {
    const allowed = call(A, ROOT.spanId, 'add_deploy_key', {
      'assay.policy.effect': 'allow',
      'assay.policy.source': 'mine',
    });
    expect(decisions(allowed, evaluated(P, A))).toEqual([refused]);
    expect(decisions(allowed, evaluated(P, A, undefined, 'allow'))).toEqual([
      ['add_deploy_key', 'allow', 'mine'],
    ]);
  });

  it('the same layer’s word on the call itself stands: it knows whether it enforces', () => {
    const logOnly = call(A, ROOT.spanId, 'add_deploy_key', {
      'assay.policy.effect': 'deny',
      'assay.policy.enforced': false,
      'assay.policy.source': 'agt',
    });
    const [record] = surface(logOnly, evaluated(P, A));
    expect(record?.decision).toMatchObject({ effect: 'allow', enforced: false, advised_effect: 'deny' });
  });

  it('a word that a processor put onto the call is one of those that were heard', () => {
    const { traceId, facts } = traced((start) => {
      const made = madeCall(start, 'add_deploy_key');
      start('agt.policy.evaluate', { 'agt.policy.action': 'allow' }, made).end();
      const handler = start('handler', {}, made);
      const named = { 'agt.policy.action': 'deny', 'agt.tool.name': 'add_deploy_key' };
      start('agt.policy.evaluate', named, handler).end();
      handler.end();
      made.end();
    });
    const [record] = documentsOf(traceId, facts, false).surface.observed_tool_decisions;
    expect(record?.decision).toMatchObject({ effect: 'deny', enforced: true, source: 'agt' });
    expect(record?.response).toMatchObject({ side_effect_asserted: false });
  });

  it('a refusal counts before an approval', () => {
    const two = [evaluated(P, A, undefined, 'allow'), guardrail('00000000000000f2', A)];
    expect(decisions(call(A, ROOT.spanId), ...two)).toEqual([['add_deploy_key', 'deny', 'litellm']]);
  });
});

describe('a guardrail of LiteLLM', () => {
  const chat = below(ROOT.spanId, {
    spanId: B,
    name: 'chat gpt-5',
    attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'gpt-5' },
  });
  const denied = ['add_deploy_key', 'deny', 'litellm'];

  it('that runs before tool calls is of the call beside it', () => {
    expect(decisions(guardrail(P, ROOT.spanId), chat, call(A, ROOT.spanId))).toEqual([denied]);
  });

  it('that runs before any request is of the call, unless a model was asked beside it', () => {
    const before = guardrail(P, ROOT.spanId, 'pre_call');
    expect(decisions(before, call(A, ROOT.spanId))).toEqual([denied]);
    expect(decisions(before, chat, call(A, ROOT.spanId))).toEqual([nobody]);
  });
});

describe('very many words of policy layers', () => {
  it('are looked at once each, not once for every span beside them', () => {
    const one = factOf(guardrail(P, ROOT.spanId, 'pre_call'));
    let asked = 0;
    const many = Array.from({ length: 3_000 }, (_, at): SpanFact => {
      const fact = { ...one, span: (0x1000 + at).toString(16).padStart(16, '0') };
      return Object.defineProperty(fact, 'model', {
        enumerable: true,
        get: () => {
          asked += 1;
          return undefined;
        },
      });
    });
    const facts = [ROOT, call(A, ROOT.spanId)].map(factOf);
    const { surface: made } = documentsOf(ROOT.traceId, [...facts, ...many], false);
    expect(made.observed_tool_decisions[0]?.decision).toMatchObject({ effect: 'deny', source: 'litellm' });
    expect(asked).toBeLessThan(20 * 3_000);
  });
});

describe('what is no decision', () => {
  it.each([
    ['an approval that is pending', 'agt.policy.evaluate', { 'agt.policy.action': 'require_approval' }],
    ['an approval that was asked for', 'agt.approval.request', { 'agt.approval.outcome': 'pending' }],
    [
      'a listing of what may be called',
      'AgentCore.Policy.PartiallyAuthorizeActions',
      { 'aws.agentcore.policy.denied_tools': ['add_deploy_key'] },
    ],
    ['a user who was not told', 'claude_code.tool.blocked_on_user', { decision: 'unknown' }],
    ['a word under a name that anybody uses', 'check', { decision: 'deny', allowed: false }],
  ])('%s', (_, name, attributes) => {
    expect(decisions(call(A, ROOT.spanId), said(P, A, name, attributes))).toEqual([nobody]);
  });
});

describe('the fixtures', () => {
  it('of LiteLLM as captured: its guardrail is beside the call, and let it pass', () => {
    for (const name of ['success', 'other-repository', 'tool-error']) {
      const fixture = loadFixtures('litellm').find((one) => one.name === `captured-litellm-${name}`);
      const spans = (fixture?.spans ?? []).map((span) => ({
        ...span,
        resource: { ...span.resource, 'assay.run.id': 'run-1' },
      }));
      const records = readRun(spans).surface.observed_tool_decisions;
      const heard = records.filter(({ decision }) => decision.source === 'litellm');
      expect(heard.map(({ tool, decision }) => [tool.name, decision.effect, decision.rule_id])).toEqual([
        ['add_deploy_key', 'allow', 'no-secrets'],
      ]);
    }
  });

  it.each([
    ['claude-code', 'accepted-with-output', ['allow', 'claude-code']],
    ['claude-code', 'rejected', ['deny', 'claude-code']],
    ['litellm', 'failed-beside-a-guardrail', ['deny', 'litellm']],
    ['agentcore-gateway', 'denied-and-enforced', ['deny', 'agentcore']],
    ['agentcore-gateway', 'denied-in-log-only-mode', ['allow', 'agentcore']],
  ])('of %s: %s', (dialect, name, expected) => {
    const spans = loadFixtures(dialect).find((fixture) => fixture.name === name)?.spans ?? [];
    const records = readRun(spans).surface.observed_tool_decisions;
    expect(records.map(({ decision: { effect, source } }) => [effect, source])).toEqual([expected]);
  });

  it('of a log-only mode says what was advised', () => {
    const fixture = loadFixtures('agentcore-gateway').find(({ name }) => name === 'denied-in-log-only-mode');
    const [record] = readRun(fixture?.spans ?? []).surface.observed_tool_decisions;
    expect(record?.decision).toMatchObject({ enforced: false, advised_effect: 'deny' });
  });
});
