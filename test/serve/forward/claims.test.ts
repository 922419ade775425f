import { afterEach, describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../src/decision/canonical-json.ts';
import { digestOf } from '../../../src/decision/codec.ts';
import { AGENT, callSpan } from '../../cli/call-spans.ts';
import { type Fields, otlpAttribute, otlpDocument, otlpSpan } from '../../span/otlp/documents.ts';
import { receiving, until } from '../receiving.ts';
import { reference } from '../reference.ts';
import { closeTargets } from '../target.ts';

afterEach(closeTargets);

const SENT = 'assay_otel_serve_forwarded_spans_total{outcome="sent"}';
const text = (key: string, stringValue: string) => otlpAttribute(key, { stringValue });

/** The documents of one run at a receiver and at the next one. */
async function twoHops(document: Fields, spans: number) {
  const next = await receiving();
  const one = await receiving({ forward: new URL(next.url) });
  await one.post(JSON.stringify(document));
  await until('all spans to be sent', async () => (await one.metric(SENT)) === spans);
  await one.stop();
  await next.stop();
  const [[here], [there]] = [one.written, next.written];
  if (here === undefined || there === undefined) throw new Error('Expected a run at both receivers');
  return { here, there };
}

/** A run of a process that was observed whole, with one more span below its root. */
function completeRun(more: (root: Fields) => Fields): { document: Fields; spans: number } {
  const document = JSON.parse(reference()[0] ?? '', ofTheWholeProcess);
  const { spans } = document.resourceSpans[0].scopeSpans.at(-1);
  const all = document.resourceSpans[0].scopeSpans.flatMap((scope: { spans: Fields[] }) => scope.spans);
  const root = all.find((span: Fields) => (span.parentSpanId ?? '') === '');
  spans.push(more(root));
  return { document, spans: all.length + 1 };
}

/** Says in each checkpoint that what watched for calls watched the process, from its beginning. */
function ofTheWholeProcess(key: string, value: unknown): unknown {
  if (key !== 'attributes' || !Array.isArray(value)) return value;
  const said = value.find((entry) => entry.key === 'assay.checkpoint')?.value.stringValue;
  if (said === undefined) return value;
  const { from, instrumentation, ...more } = JSON.parse(said);
  const watched = instrumentation.map((one: Fields) => ({ ...one, covers: 'process', since: from }));
  const checkpoint = canonicalJson({ ...more, from, instrumentation: watched });
  const changed = { 'assay.checkpoint': checkpoint, 'assay.checkpoint.digest': digestOf(checkpoint) };
  return [
    ...value.filter((entry) => !Object.hasOwn(changed, entry.key)),
    ...Object.entries(changed).map(([name, written]) => text(name, written)),
  ];
}

describe('claims at the second receiver', () => {
  it('are allowed where they are at the first', async () => {
    const { document, spans } = completeRun(({ traceId, spanId }) =>
      otlpSpan({ traceId, spanId: 'f'.repeat(16), parentSpanId: spanId, name: 'chat' }),
    );
    const { here, there } = await twoHops(document, spans);
    expect(here.health.claims.no_undeclared_tool_use).toBe('allowed');
    expect(there.health).toEqual(here.health);
  });

  it.each([
    ['execute_tool get_time', []],
    ['Tool Usage', [text('tool_name', 'get_time')]],
    ['claude_code.tool', [text('tool_name', 'Bash')]],
    ['Function: {name}', [text('name', 'get_time')]],
  ])('are blocked by a tool span that is known by its name alone: %s', async (name, attributes) => {
    const { document, spans } = completeRun(({ traceId, spanId }) =>
      otlpSpan({ traceId, spanId: 'f'.repeat(16), parentSpanId: spanId, name, attributes }),
    );
    const { here, there } = await twoHops(document, spans);
    expect(here.health.limits).toContainEqual({ code: 'unattributed_tool_spans', count: 1 });
    expect(here.health.claims.no_undeclared_tool_use).toBe('blocked');
    expect(there.health).toEqual(here.health);
  });
});

describe("a framework's span that a client's call proves", () => {
  const run = (repository: string): Fields[] => [
    otlpSpan({
      spanId: 'a'.repeat(16),
      name: 'execute_tool add_deploy_key',
      startTimeUnixNano: '1796000000000000000',
      endTimeUnixNano: '1796000000250000000',
      attributes: [
        text('gen_ai.operation.name', 'execute_tool'),
        text('gen_ai.tool.name', 'add_deploy_key'),
        text('gen_ai.tool.call.arguments', `{"owner":"org","repo":"${repository}"}`),
      ],
    }),
    callSpan({ parentSpanId: 'a'.repeat(16) }),
  ];

  it.each([
    ['the same', 'prod-repo', 1, 0],
    ['another', 'other-repo', 2, 1],
  ])('of %s target is told so twice', async (_, repository, records, gaps) => {
    const { here, there } = await twoHops(otlpDocument(run(repository), AGENT), 2);
    expect(here.surface.observed_tool_decisions).toHaveLength(records);
    expect(here.health.coverage.gaps.filter(({ code }) => code === 'conflict')).toHaveLength(gaps);
    expect(there.surface).toEqual(here.surface);
    expect(there.health.coverage).toEqual(here.health.coverage);
  });
});
