import { beforeAll, describe, expect, it } from 'vitest';
import { startCollector } from './running-collector.ts';
import { send } from './send.ts';

interface Case {
  readonly what: string;
  readonly kept: boolean;
  readonly kind?: number;
  readonly scope?: string;
  readonly name?: string;
  readonly key?: string;
  readonly isRoot?: boolean;
}

const INTERNAL = 1;
const [SERVER, CLIENT, PRODUCER, CONSUMER] = [2, 3, 4, 5];

/** A span that is below another, of kind INTERNAL and nothing else, unless the row says so. */
const CASES: readonly Case[] = [
  { what: 'a step within a process', kept: false },
  { what: 'a request that a process makes', kept: false, kind: CLIENT, key: 'http.route' },
  { what: 'a message that it sends', kept: false, kind: PRODUCER },
  { what: 'the beginning of a trace', kept: true, isRoot: true },
  { what: 'an entry into a service', kept: true, kind: SERVER },
  { what: 'a message that arrives', kept: true, kind: CONSUMER },
  { what: 'a span of an emitter', kept: true, key: 'assay.emitter.id' },
  { what: 'a span that names a run', kept: true, key: 'assay.run.id' },
  ...[
    'assay-otel',
    'fastmcp',
    'mcp-python-sdk',
    'opentelemetry.instrumentation.mcp.instrumentation',
    '@traceloop/instrumentation-mcp',
  ].map((scope) => ({ what: `scope ${scope}`, kept: true, scope })),
  ...[
    'mcp.method.name',
    'mcp.method',
    'rpc.method',
    'gen_ai.operation.name',
    'openinference.span.kind',
    'ai.operationId',
    // Known to nobody, and so taken off: what is left of it is that it was there.
    'mcp.some.other.key',
  ].map((key) => ({ what: `attribute ${key}`, kept: true, key })),
  { what: 'a tool span that only its name shows', kept: true, name: 'execute_tool search' },
];

/** Ids are the row's number. */
const idOf = (row: number): string => String(row + 1).padStart(16, '0');

function document(
  { kind = INTERNAL, scope = 'example', name = 'step', key, isRoot }: Case,
  row: number,
): string {
  const span = {
    traceId: 'a'.repeat(32),
    spanId: idOf(row),
    ...(!isRoot && { parentSpanId: 'b'.repeat(16) }),
    name,
    kind,
    startTimeUnixNano: '1796000000000000000',
    endTimeUnixNano: '1796000001000000000',
    attributes: key === undefined ? [] : [{ key, value: { stringValue: 'x' } }],
  };
  return JSON.stringify({ resourceSpans: [{ scopeSpans: [{ scope: { name: scope }, spans: [span] }] }] });
}

describe('the audit branch of gateway.yaml', () => {
  let written: string;
  beforeAll(async () => {
    const gateway = await startCollector('gateway.yaml');
    for (const [row, one] of CASES.entries()) await send(gateway.url, document(one, row));
    await gateway.stop();
    written = gateway.written();
  });

  it.each(CASES.map((one, row) => ({ ...one, row })))('$what: kept $kept', ({ kept, row }) => {
    expect(written.includes(`"spanId":"${idOf(row)}"`)).toBe(kept);
  });

  it('says of a span with keys of MCP that nobody knows that it had some', () => {
    expect(written).toContain('{"key":"mcp.redacted","value":{"boolValue":true}}');
    expect(written).not.toContain('mcp.some.other.key');
  });
});
