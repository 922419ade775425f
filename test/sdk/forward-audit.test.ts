import { describe, expect, it } from 'vitest';
import { factReader } from '../../src/cli/read-fact.ts';
import { ToolDecisionSpanExporter, ToolDecisionSpanProcessor } from '../../src/index.ts';
import type { SpanFact } from '../../src/run/span-fact.ts';
import { fromSdkSpan } from '../../src/span/from-sdk.ts';
import type { SdkReadableSpan } from '../../src/span/sdk-span.ts';
import type { SpanView } from '../../src/span/view.ts';
import { sdkSpan } from '../dialect/leaving.ts';
import { fixtureDialects, loadFixtures } from '../dialect/load-fixture.ts';
import { spanView } from '../dialect/span.ts';
import { samePlace } from '../serve/forward/same-place.ts';
import { checkpointOf } from './call-span.ts';
import { memoryExporter, provider, simple } from './line.ts';

const CANARY = 'canaryFAKEvalue';
const read = factReader({ toolSpans: 'mcp' });

/** What a span is taken for, and what it is after it left under the audit allow-list; the latter only where it did. */
function audited(view: SpanView) {
  const left: SdkReadableSpan[] = [];
  const delegate = {
    export: (spans: SdkReadableSpan[], done: (result: { code: number }) => void) => {
      left.push(...spans);
      done({ code: 0 });
    },
    shutdown: async () => {},
  };
  const span = sdkSpan(view);
  new ToolDecisionSpanExporter(delegate, { forward: 'audit' }).export([span], () => {});
  const [one] = left.map(fromSdkSpan);
  return { here: read(fromSdkSpan(span)).fact, there: one && read(one).fact, span: one };
}

/** Whether a run would look cleaner without a span. */
function isEvidence({ calls, tool, unrecognised, policy }: SpanFact): boolean {
  const speaks = calls ?? tool ?? unrecognised;
  return speaks !== undefined || (policy !== undefined && policy.about !== 'request');
}

describe('forward "audit" keeps what a run would look cleaner without, of', () => {
  const cases = fixtureDialects().flatMap((dialect) =>
    loadFixtures(dialect).map((fixture) => [`${dialect}/${fixture.name}`, fixture.spans] as const),
  );

  it.each(cases)('%s', (_name, spans) => {
    for (const view of spans) {
      const { here, there } = audited(view);
      expect(there !== undefined).toBe(isEvidence(here));
      if (there === undefined || here.calls !== undefined) continue;
      expect(samePlace(there)).toEqual(samePlace(here));
    }
  });
});

describe('forward "audit"', () => {
  it.each<[string, Partial<SpanView>, Partial<SpanFact>]>([
    [
      'a tool span that is known by its name alone',
      { name: 'execute_tool get_time', attributes: { x: CANARY } },
      { tool: 'unattributed' },
    ],
    [
      'a span of MCP that nobody can read',
      { name: CANARY, attributes: { 'mcp.new.thing': CANARY } },
      { unrecognised: true },
    ],
    [
      'the word of a policy layer',
      {
        name: 'agt.policy.evaluate',
        attributes: { 'agt.policy.action': 'deny', 'agt.policy.rule': 'a-rule', 'policy.reason': CANARY },
      },
      {
        policy: {
          about: 'call',
          decision: { effect: 'deny', enforced: true, rule_id: 'a-rule', source: 'agt' },
        },
      },
    ],
  ])('sends %s, and no content of it', (_, parts, fact) => {
    const { there, span } = audited(spanView({ ...parts, kind: 'internal' }));
    expect(there).toMatchObject(fact);
    expect(JSON.stringify(span)).not.toContain(CANARY);
  });

  it('leaves on a root that carries a checkpoint what else that says', () => {
    const memory = memoryExporter();
    const guard = new ToolDecisionSpanExporter(memory, { forward: 'audit' });
    const sdk = provider({ spanProcessors: [new ToolDecisionSpanProcessor(), simple(guard)] });
    const attributes = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'get_time', x: CANARY };
    sdk.getTracer('example').startSpan('execute_tool get_time', { attributes }).end();
    const [left] = memory.getFinishedSpans();
    expect(left && checkpointOf(left)).toMatchObject({ final: true });
    expect(left && read(fromSdkSpan(left)).fact).toMatchObject({ tool: 'unattributed', ordinal: 1 });
    expect(left && Object.values(left.attributes)).not.toContain(CANARY);
  });

  it.each<[string, Partial<SpanView>]>([
    ['a chat', { name: 'chat', attributes: { 'gen_ai.operation.name': 'chat' } }],
    ['another method of MCP', { name: 'tools/list', attributes: { 'mcp.method.name': 'tools/list' } }],
    [
      'a guardrail that may be about a request to a model',
      { name: 'execute_guardrail a', attributes: { 'litellm.guardrail.status': 'success' } },
    ],
  ])('sends nothing of %s', (_, parts) => {
    expect(audited(spanView(parts)).span).toBeUndefined();
  });
});
