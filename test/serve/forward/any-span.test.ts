import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SpanView } from '../../../src/span/view.ts';
import { hop } from './hop.ts';
import { mixedSpans, policySpans } from './random-spans.ts';
import { samePlace } from './same-place.ts';

const SECRET = 'ghp_FAKE1111111111111111111111111111FAKE';
const CANARY = 'canaryFAKEvalue';

describe('the next receiver says the same', () => {
  it.each(['mcp', 'all'] as const)('of any span, under toolSpans %s', (toolSpans) => {
    fc.assert(
      fc.property(mixedSpans, (span) => {
        const { here, there } = hop([span], toolSpans);
        expect(there.map(samePlace)).toEqual(here.map(samePlace));
      }),
      { numRuns: 2_000, seed: 7 },
    );
  });

  it('of a call that has only begun, known by a name that may not leave and with the marks of another dialect', () => {
    const attributes = {
      'mcp.method.name': 'resources/list',
      'mlflow.spanType': '"TOOL"',
      'logfire.span_type': 'pending_span',
    };
    const { here, there } = hop([{ ...BARE, name: 'AgentCore.Gateway.InvokeTool', attributes }]);
    expect(here[0]?.mcp).toBe('tools/call');
    expect(there.map(samePlace)).toEqual(here.map(samePlace));
  });

  it('of any span of a policy layer', () => {
    let decided = 0;
    fc.assert(
      fc.property(policySpans, (span) => {
        const { here, there } = hop([span]);
        expect(there.map(samePlace)).toEqual(here.map(samePlace));
        if (here[0]?.policy !== undefined) decided += 1;
      }),
      { numRuns: 2_000, seed: 7 },
    );
    expect(decided).toBeGreaterThan(500);
  });
});

describe('nothing leaves', () => {
  it('that has the shape of a secret, wherever it stands', () => {
    const planted = fc.record({
      span: fc.oneof(mixedSpans, policySpans),
      every: fc.integer({ min: 1, max: 4 }),
    });
    fc.assert(
      fc.property(planted, ({ span, every }) => {
        expect(hop([withSecret(span, every)]).body).not.toContain(SECRET);
      }),
      { numRuns: 2_000, seed: 7 },
    );
  });

  it('of what is content and no label', () => {
    fc.assert(
      fc.property(fc.oneof(mixedSpans, policySpans), (span) => {
        expect(hop([withContent(span)]).body).not.toContain(CANARY);
      }),
      { numRuns: 1_000, seed: 7 },
    );
  });

  it.each<[string, Partial<SpanView>]>([
    [
      'a guardrail',
      { name: `execute_guardrail ${CANARY}`, attributes: { 'litellm.guardrail.status': 'success' } },
    ],
    ['a method', { name: `sse.${CANARY}`, scope: scope('github.com/stacklok/toolhive/pkg/telemetry') }],
    [
      'a path',
      {
        name: `/${CANARY}`,
        scope: scope('agentgateway'),
        attributes: { 'mcp.method.name': 'tools/call' },
      },
    ],
    ['anything else', { name: CANARY }],
  ])('of the name of %s', (_, parts) => {
    const { body, here, there } = hop([{ ...BARE, ...parts }]);
    expect(body).not.toContain(CANARY);
    expect(there.map(samePlace)).toEqual(here.map(samePlace));
  });
});

function scope(name: string): SpanView['scope'] {
  return { name, version: '' };
}

const BARE: SpanView = {
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  traceFlags: 1,
  name: '',
  kind: 'internal',
  startTimeUnixNano: '1796000000000000000',
  endTimeUnixNano: '1796000000250000000',
  attributes: {},
  duplicateKeys: [],
  droppedAttributesCount: 0,
  droppedEventsCount: 0,
  events: [],
  links: [],
  status: { code: 'unset' },
  scope: { name: 'agent', version: '' },
  resource: {},
};

/** A secret in the name, and after each of `every` values. */
function withSecret(span: SpanView, every: number): SpanView {
  const planted = Object.entries(span.attributes).map(([key, value], at) => [
    key,
    at % every === 0 && typeof value === 'string' ? `${value} ${SECRET}` : value,
  ]);
  return { ...span, name: `${span.name} ${SECRET}`, attributes: Object.fromEntries(planted) };
}

function withContent(span: SpanView): SpanView {
  const { attributes } = span;
  const content = ['litellm.guardrail.response', 'policy.reason', 'gen_ai.tool.call.result', `x.${CANARY}`];
  const held = { [CANARY]: CANARY };
  return {
    ...span,
    attributes: { ...attributes, ...Object.fromEntries(content.map((key) => [key, CANARY])) },
    status: { code: span.status.code, message: CANARY },
    events: [{ name: CANARY, attributes: held, timeUnixNano: '0' }],
    links: [{ traceId: span.traceId, spanId: span.spanId, attributes: held }],
    resource: { ...span.resource, ...held },
  };
}
