import { ROOT_CONTEXT, type Span, trace } from '@opentelemetry/api';
import { describe, expect, it, vi } from 'vitest';
import { ToolDecisionSpanProcessor, type ToolDecisionSpanProcessorOptions } from '../../src/index.ts';
import { recordOf, startCall } from './call-span.ts';
import { memoryExporter, provider, simple } from './line.ts';

const REFUSED = { 'agt.policy.action': 'deny', 'agt.policy.rule': 'no-keys' };

/** One call with what `steps` does below it while it is open; gives its record. */
function recorded(
  steps: (below: (name: string, attributes?: Record<string, string>) => Span) => void,
  options: ToolDecisionSpanProcessorOptions = {},
) {
  const exporter = memoryExporter();
  const sdk = provider({ spanProcessors: [new ToolDecisionSpanProcessor(options), simple(exporter)] });
  const tracer = sdk.getTracer('example.mcp');
  const call = startCall(tracer);
  steps((name, attributes = {}) => tracer.startSpan(name, { attributes }, trace.setSpan(ROOT_CONTEXT, call)));
  call.end();
  const [span] = exporter.getFinishedSpans().filter(({ name }) => name.startsWith('tools/call'));
  if (span === undefined) throw new Error('no call span was exported');
  return recordOf(span);
}

describe('a policy layer’s span below a call, ended before it', () => {
  it('is the call’s decision', () => {
    const record = recorded((below) => below('agt.policy.evaluate', REFUSED).end());
    expect(record.decision).toEqual({ effect: 'deny', enforced: true, rule_id: 'no-keys', source: 'agt' });
    expect(record.response).toMatchObject({ side_effect_asserted: false });
  });

  it('is not where it ends after the call, or names another tool, or decides nothing', () => {
    const open: Span[] = [];
    const late = recorded((below) => open.push(below('agt.policy.evaluate', REFUSED)));
    for (const span of open) span.end();
    const other = recorded((below) =>
      below('agt.policy.evaluate', { ...REFUSED, 'agt.tool.name': 'search_code' }).end(),
    );
    const pending = recorded((below) =>
      below('agt.policy.evaluate', { 'agt.policy.action': 'require_approval' }).end(),
    );
    expect([late, other, pending].map(({ decision }) => decision.source)).toEqual(['none', 'none', 'none']);
  });

  it('waits for whoever sees the run where a client’s call is below as well', () => {
    const record = recorded((below) => {
      below('tools/call add_deploy_key', { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'x' }).end();
      below('agt.policy.evaluate', REFUSED).end();
    });
    expect(record.decision.source).toBe('none');
  });

  it('leaves nothing to ask the operator’s hook', () => {
    const policy = vi.fn(() => ({ effect: 'allow', source: 'hook', enforced: true }) as const);
    const record = recorded((below) => below('agt.policy.evaluate', REFUSED).end(), { policy });
    expect(record.decision.source).toBe('agt');
    expect(policy).not.toHaveBeenCalled();
  });

  it('counts with any other: a refusal among very many approvals is not lost to the first', () => {
    const record = recorded((below) => {
      below('agt.policy.evaluate', { 'agt.policy.action': 'allow' }).end();
      below('claude_code.tool.blocked_on_user', { decision: 'reject', source: 'user_reject' }).end();
    });
    expect(record.decision).toMatchObject({ effect: 'deny', source: 'claude-code' });
  });

  it('is remembered within a bound that a refusal still passes', () => {
    const record = recorded((below) => {
      for (let i = 0; i < 1_000; i += 1)
        below('agt.policy.evaluate', { 'agt.policy.action': 'allow', 'agt.policy.rule': `rule-${i}` }).end();
      below('agt.policy.evaluate', REFUSED).end();
    });
    expect(record.decision.effect).toBe('deny');
  });

  it('keeps what outranks an approval, in whatever order', () => {
    const many = (below: (name: string, attributes?: Record<string, string>) => Span) => {
      for (let i = 0; i < 20; i += 1) below('agt.policy.evaluate', { 'agt.policy.action': 'allow' }).end();
    };
    const failed = { 'agt.policy.action': 'unheard of' };
    const last = recorded((below) => {
      many(below);
      below('agt.policy.evaluate', failed).end();
    });
    const first = recorded((below) => {
      below('agt.policy.evaluate', failed).end();
      many(below);
    });
    expect([last.decision.effect, first.decision.effect]).toEqual(['error', 'error']);
  });
});
