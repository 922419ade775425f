import fc from 'fast-check';
import { expect, it } from 'vitest';
import { factReader } from '../../src/cli/read-fact.ts';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import { RunState } from '../../src/run/run-state.ts';
import { validateArtifact } from '../../src/schema/artifact.ts';
import { readOtlpJson } from '../../src/span/otlp/read-otlp-json.ts';
import { callAttributes, documentOf, type KeyValue, spanOf } from './reading-documents.ts';

const SECRET = `ghp_${'A1b2'.repeat(9)}`;

const KEYS = [
  ...['gen_ai.tool.name', 'gen_ai.tool.call.arguments', 'gen_ai.tool.call.result', 'gen_ai.operation.name'],
  ...['assay.policy.effect', 'assay.policy.source', 'assay.policy.rule_id', 'assay.policy.enforced'],
  ...['assay.credential.alias', 'mcp.method.name', 'mcp.server.name', 'server.address', 'server.port'],
  ...['error.type', 'rpc.response.status_code', 'openinference.span.kind', 'input.value', 'tool.parameters'],
  ...['traceloop.span.kind', 'traceloop.entity.input', 'traceloop.entity.name', 'traceloop.workflow.name'],
  ...['sentry.origin', 'mcp.tool.name', 'mcp.request.argument.owner', 'ai.operationId', 'ai.toolCall.args'],
  ...['__proto__', 'constructor', 'assay.record', 'assay.record.digest', 'assay.vantage'],
];

const texts = fc.oneof(
  fc.constantFrom('tools/call', 'add_deploy_key', 'gh.invite', '{"owner":"o","repo":"r"}', '{"owner":'),
  fc.constantFrom('TOOL', 'tool', 'auto.ai.mcp', 'auto.function.mcp_server', 'ai.toolCall', 'execute_tool'),
  fc.constantFrom('deny', 'allow', '\ud800', '\0\u001b[2J', SECRET, 'x'.repeat(700), ' ', 'None', 'null'),
  fc.constantFrom(`{"owner":"${SECRET}","repo":"r"}`, `{"title":"${SECRET}","owner":"o","repo":"r"}`),
  fc.string({ unit: 'binary' }),
  fc.json(),
);

const { value: values } = fc.letrec<{ value: Record<string, unknown> }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    { arbitrary: fc.record({ stringValue: texts }), weight: 4 },
    fc.record({ intValue: fc.oneof(fc.integer(), fc.constant('99999999999999999999')) }),
    fc.record({ doubleValue: fc.oneof(fc.double(), fc.constant('NaN')) }),
    fc.record({ boolValue: fc.boolean() }),
    fc.constantFrom({}, { bytesValue: 'AAAA' }),
    fc.record({ arrayValue: fc.record({ values: fc.array(tie('value'), { maxLength: 3 }) }) }),
    fc.record({
      kvlistValue: fc.record({
        values: fc.array(
          fc.record({
            key: fc.constantFrom('owner', 'repo', 'title', 'arguments', 'tool_name', '__proto__', 'toJSON'),
            value: tie('value'),
          }),
          { maxLength: 4 },
        ),
      }),
    }),
  ),
}));

const attributes = fc.array(fc.record({ key: fc.constantFrom(...KEYS), value: values }), { maxLength: 12 });
const scopes = fc.constantFrom(
  'test',
  'fastmcp',
  'mcp-python-sdk',
  '@traceloop/instrumentation-mcp',
  'gen_ai',
);
const names = fc.constantFrom('tools/call a', 'execute_tool b', 'x.tool', '\u001b');

it('gives every span that can be read a valid record without a secret, or none', () => {
  const read = factReader({ toolSpans: 'all' });
  let derived = 0;
  fc.assert(
    fc.property(attributes, scopes, names, attributes, fc.boolean(), (random, scope, name, event, isCall) => {
      const own: readonly KeyValue[] = isCall ? callAttributes('add_deploy_key', ...random) : random;
      const events = [{ name: 'assay.tool_decision', attributes: event }];
      const span = spanOf(own, { name, events, flags: 0x300, parentSpanId: '2'.repeat(16) });
      const document: unknown = JSON.parse(JSON.stringify(documentOf([span], [], scope)));
      const runs = new RunState();
      for (const view of readOtlpJson(document).spans) {
        const { fact } = read(view);
        runs.add(fact);
        for (const call of fact.calls ?? []) {
          derived += 1;
          expect(call.record).not.toContain(SECRET);
          expect(Buffer.byteLength(call.record)).toBeLessThan(8192);
        }
      }
      for (const { runId, surface, health, index } of runs.documents({ all: true })) {
        const line = canonicalJson({ run_id: runId, surface, health, index });
        expect(validateArtifact(JSON.parse(line))).toEqual([]);
      }
    }),
    { numRuns: 1500 },
  );
  expect(derived).toBeGreaterThan(100);
});
