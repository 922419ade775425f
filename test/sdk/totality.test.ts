import { SpanKind } from '@opentelemetry/api';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { observeToolCall, ToolDecisionSpanExporter, ToolDecisionSpanProcessor } from '../../src/index.ts';
import { DecisionRecordSchema } from '../../src/schema/decision-record.ts';
import type { SdkReadableSpan } from '../../src/span/sdk-span.ts';
import { decisionEvents, recordOf } from './call-span.ts';
import { memoryExporter, provider, simple } from './line.ts';

const RUNS = 300;

/** Keys that tempt a reader into inherited properties, beside any other. */
const key = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'owner',
    'repo',
    'title',
    'user',
    'workspace_id',
    'token',
  ),
);
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false, 0, -0, 1e308, '', '\u0000', '\ud800', 'x'.repeat(300)),
    fc.string({ unit: 'binary' }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 6 }),
  ),
})).value;
const attributeValue = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.double(),
  fc.boolean(),
  fc.array(fc.oneof(fc.string(), fc.constant(undefined)), { maxLength: 3 }),
  json,
);
const toolName = fc.oneof(
  fc.constantFrom('add_deploy_key', 'mcp__slack__invite', 'change_role', 'search', '', '__', 'a.', '\u0007x'),
  fc.string({ unit: 'binary' }),
);

/** One finished span, through processor and guard. */
function finished(name: string, attributes: Record<string, unknown>, handOver?: object): SdkReadableSpan[] {
  const exporter = memoryExporter();
  const guard = new ToolDecisionSpanExporter(exporter);
  const sdk = provider({ spanProcessors: [new ToolDecisionSpanProcessor(), simple(guard)] });
  const span = sdk.getTracer('example').startSpan(name, { kind: SpanKind.CLIENT });
  // Past the API's own checks: 3.x lets objects through, wrappers write what they like.
  Object.assign((span as unknown as SdkReadableSpan).attributes, attributes);
  if (handOver !== undefined) observeToolCall(span, handOver);
  span.end();
  return exporter.getFinishedSpans();
}

function expectOneValidRecord(spans: SdkReadableSpan[]): void {
  expect(spans).toHaveLength(1);
  const [span] = spans as [SdkReadableSpan];
  expect(decisionEvents(span)).toHaveLength(1);
  const parsed = DecisionRecordSchema.safeParse(recordOf(span));
  expect(parsed.success ? [] : parsed.error.issues).toEqual([]);
}

describe('the pipeline is total', () => {
  it('any JSON as arguments gives exactly one valid record', () => {
    fc.assert(
      fc.property(toolName, json, (tool, args) => {
        expectOneValidRecord(
          finished(`tools/call ${tool}`, {
            'mcp.method.name': 'tools/call',
            'gen_ai.tool.name': tool,
            'gen_ai.tool.call.arguments': JSON.stringify(args),
          }),
        );
      }),
      { numRuns: RUNS },
    );
  });

  it('any text as arguments gives exactly one valid record', () => {
    fc.assert(
      fc.property(toolName, fc.string({ unit: 'binary' }), (tool, text) => {
        expectOneValidRecord(
          finished('tools/call', {
            'mcp.method.name': 'tools/call',
            'gen_ai.tool.name': tool,
            'gen_ai.tool.call.arguments': text,
          }),
        );
      }),
      { numRuns: RUNS },
    );
  });

  it('any attribute bag on a call span gives exactly one valid record', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.dictionary(key, attributeValue), (name, attributes) => {
        expectOneValidRecord(finished(name, { ...attributes, 'mcp.method.name': 'tools/call' }));
      }),
      { numRuns: RUNS },
    );
  });

  it('anything handed over gives exactly one valid record', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withMap: true }), json, (anything, args) => {
        expectOneValidRecord(
          finished(
            'x',
            {},
            {
              arguments: args,
              toolName: anything,
              serverId: anything,
              decision: anything,
              credentialAlias: anything,
              declaredManifestDigest: anything,
            },
          ),
        );
        expectOneValidRecord(finished('x', {}, { toolName: 'invite', arguments: anything }));
      }),
      { numRuns: RUNS },
    );
  });

  it('arguments that fight back give one record and no throw', () => {
    const cyclic: Record<string, unknown> = { owner: 'o' };
    cyclic.self = cyclic;
    const hostile = [
      cyclic,
      new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error('no');
          },
        },
      ),
      Object.defineProperty({}, 'owner', {
        enumerable: true,
        get: () => {
          throw new Error('no');
        },
      }),
      Object.create(null, { owner: { value: 'o', enumerable: true } }),
      {
        toJSON: () => {
          throw new Error('no');
        },
      },
      { owner: 10n, repo: Symbol('x') },
      Array.from({ length: 20_000 }, () => 0),
      new Map([['owner', 'o']]),
      () => 'x',
    ];
    for (const args of hostile) {
      expectOneValidRecord(finished('x', {}, { toolName: 'add_deploy_key', arguments: args }));
    }
  });
});
