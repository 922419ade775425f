import type { Span } from '@opentelemetry/api';
import { v1 } from '../mcp/support/v1.ts';
import type { Processor } from '../sdk/line.ts';
import { runAgent } from './agent.ts';
import type { GapCase } from './gap-case.ts';
import { type Body, masked, onSpan, passedOn, redigested, type SpanChange, withEvents } from './stored.ts';
import { idle } from './traced-process.ts';

const CALL = 'tools/call search';

/** A processor of the host's that adds an attribute to the spans of that call. */
const enriching = (key: string, value: string): Processor =>
  idle({
    onStart(span) {
      if (span.name === CALL) (span as unknown as Span).setAttribute(key, value);
    },
  });

const enriched = (key: string, agreeing: string, other: string) => (isFaulty: boolean) =>
  runAgent({ others: [enriching(key, isFaulty ? other : agreeing)] });

/** The same bodies twice, once through something that changes a span; without the fault, twice as they are. */
const alsoThrough = (change: SpanChange) => async (isFaulty: boolean) => {
  const bodies = await runAgent({});
  return [...bodies, ...passedOn(bodies, isFaulty ? change : (span) => [span])];
};

/** A span of a service without a processor, as exporters that do not look for repeated keys write it. */
function spanOfBilling([first = '']: readonly string[], names: readonly string[]): string {
  const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
  const span = {
    ...(JSON.parse(first) as Body).resourceSpans[0]?.scopeSpans[0]?.spans[0],
    spanId: 'd'.repeat(16),
    name: CALL,
    kind: 3,
    attributes: [
      text('mcp.method.name', 'tools/call'),
      ...names.map((name) => text('gen_ai.tool.name', name)),
    ],
    events: [],
  };
  const resource = { attributes: [text('service.name', 'billing')] };
  return JSON.stringify({
    resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'rpc' }, spans: [span] }] }],
  });
}

/** A connection on which the repository that a call is about becomes another one. */
function rewriting(): ReturnType<typeof v1.linkedPair> {
  const [client, server] = v1.linkedPair();
  const send = client.send.bind(client);
  client.send = (message, options) => {
    const { params } = message;
    const given = params?.arguments as { readonly repo?: string } | undefined;
    if (given?.repo === undefined) return send(message, options);
    return send({ ...message, params: { ...params, arguments: { ...given, repo: 'elsewhere' } } }, options);
  };
  return [client, server];
}

/** Two things that should agree and do not. */
export const CONFLICTS: readonly GapCase[] = [
  {
    code: 'conflict',
    cause: 'a processor of the host gives a call another tool name',
    gaps: ['conflict tool_name'],
    run: enriched('mcp.tool.name', 'search', 'lookup'),
  },
  {
    code: 'conflict',
    cause: 'a processor of the host gives a call another MCP method',
    gaps: ['conflict mcp_method'],
    run: enriched('mcp.method', 'tools/call', 'tools/list'),
  },
  {
    code: 'conflict',
    cause: 'an exporter of another service writes a key twice',
    gaps: ['conflict duplicate_attribute'],
    calls: 4,
    async run(isFaulty) {
      const bodies = await runAgent({});
      return [...bodies, spanOfBilling(bodies, isFaulty ? ['search', 'lookup'] : ['search'])];
    },
  },
  {
    code: 'conflict',
    cause: 'of one span, a pipeline stores two records',
    gaps: ['conflict record', 'conflict sequence', 'seal_mismatch'],
    run: alsoThrough(
      onSpan(CALL, (span) => [withEvents(span, (event) => redigested(event, 'assay.record', masked))]),
    ),
  },
  {
    code: 'conflict',
    cause: 'a connector copies a call under a span id of its own',
    gaps: ['conflict sequence'],
    run: alsoThrough(onSpan(CALL, (span) => [{ ...span, spanId: 'c'.repeat(16) }])),
  },
  {
    code: 'conflict',
    cause: 'a process was restored twice from one snapshot, and each copy ended the trace',
    gaps: ['conflict checkpoint'],
    run: alsoThrough(
      onSpan('agent', (span) => [
        withEvents(span, (event) =>
          redigested(event, 'assay.checkpoint', (said) => ({
            ...said,
            until: `${BigInt(String(said.until)) + 1n}`,
          })),
        ),
      ]),
    ),
  },
  {
    code: 'conflict',
    cause: 'a proxy between client and server changes what a call is about',
    gaps: ['conflict target'],
    run: (isFaulty) => runAgent({ instrumentedServer: true, ...(isFaulty && { link: rewriting }) }),
  },
];
