import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aboutDialect } from '../../src/dialect/about.ts';
import type { AboutDialect, Dialect } from '../../src/dialect/dialect.ts';
import { mayBeToolSpan } from '../../src/dialect/fingerprint.ts';
import { GATEWAYS } from '../../src/dialect/gateways.ts';
import { recognise } from '../../src/dialect/recognise.ts';
import { DIALECTS } from '../../src/dialect/registry.ts';
import type { SpanView } from '../../src/span/view.ts';
import { fixtureDialects, loadFixtures } from './load-fixture.ts';
import { OPTIONS, spanView } from './span.ts';

const SOURCES = join(import.meta.dirname, '../../src/dialect');

/** Dialects that cannot have the fixture: where no span of theirs can ever show it. */
const NO_SUCCESS: Readonly<Record<string, string>> = {
  'sentry-python': 'marks only handlers that raised; neither a success nor the result itself is on the span',
  'agentcore-gateway': 'shows neither `isError` nor a result',
  'docker-gateway': 'marks a tool error as OK and records no result',
  toolhive: 'sees HTTP and records no result',
};
const NO_TOOL_ERROR: Readonly<Record<string, string>> = {};

/** Every dialect that a file exports, with what the file says about it. */
async function exportedDialects(): Promise<[dialect: Dialect, about: AboutDialect][]> {
  const files = readdirSync(SOURCES).filter((file) => file.endsWith('.ts'));
  const modules = await Promise.all(files.map((file) => import(join(SOURCES, file))));
  return modules.flatMap((module) =>
    Object.values(module)
      .filter(isDialect)
      .map((dialect): [Dialect, AboutDialect] => [dialect, module.about]),
  );
}

function isDialect(value: unknown): value is Dialect {
  return typeof value === 'object' && value !== null && 'recognise' in value && 'marksToolError' in value;
}

function statusesOf(name: string): readonly string[] {
  return loadFixtures(name).flatMap(({ spans, options }) =>
    spans.flatMap((span) => {
      const recognised = recognise(span, options);
      return recognised.is === 'call' && recognised.call.dialect === name ? [recognised.call.status] : [];
    }),
  );
}

describe('the registry', () => {
  it('has every dialect that a file exports, once', async () => {
    const exported = new Set((await exportedDialects()).map(([dialect]) => dialect));
    expect(new Set(DIALECTS)).toEqual(exported);
    expect(DIALECTS).toHaveLength(exported.size);
  });

  it('has what each file says about its dialect', async () => {
    for (const [dialect, about] of await exportedDialects()) {
      expect([dialect.name, aboutDialect(dialect)]).toEqual([dialect.name, about]);
    }
  });

  it('has a fixture folder for every dialect and no other', () => {
    expect(fixtureDialects()).toEqual(DIALECTS.map(({ name }) => name).sort());
  });
});

describe('gateways', () => {
  it('are dialects', () => {
    const names = new Set(DIALECTS.map(({ name }) => name));
    expect([...GATEWAYS].filter((name) => !names.has(name))).toEqual([]);
  });
});

describe.each(DIALECTS.map((dialect) => [dialect.name, dialect] as const))('%s', (name, dialect) => {
  it('has a name of its own, in kebab-case', () => {
    expect(name).toMatch(/^[a-z]+(-[a-z0-9]+)*$/);
    expect(DIALECTS.filter((other) => other.name === name)).toHaveLength(1);
  });

  it('is documented', () => {
    const { title, source, documents } = aboutDialect(dialect);
    const texts = [title, source, ...Object.values(documents)];
    expect(texts.every((text) => text.trim() !== '')).toBe(true);
  });

  it('has a fixture of a success and one of a tool error, or a reason', () => {
    const statuses = statusesOf(name);
    expect(statuses.includes('success')).toBe(!Object.hasOwn(NO_SUCCESS, name));
    expect(statuses.includes('error')).toBe(!Object.hasOwn(NO_TOOL_ERROR, name));
  });
});

const FINGERPRINTS = DIALECTS.map((dialect) => aboutDialect(dialect).fingerprint);

/** Keys that dialects read, and a few that they do not. */
const KEYS = [
  ...FINGERPRINTS.flatMap(({ attributes }) => attributes ?? []),
  'gen_ai.tool.name',
  'gen_ai.tool.type',
  'gen_ai.tool.call.arguments',
  'gen_ai.tool.call.result',
  'mcp.tool.name',
  'mcp.request.argument.owner',
  'mcp.request.argument.__proto__',
  'mcp.tool.result.is_error',
  'mcp.tool.result.content_count',
  'sentry.origin',
  'rpc.system',
  'rpc.service',
  'rpc.response.status_code',
  'http.response.status_code',
  'error.type',
  'traceloop.span.kind',
  'traceloop.entity.name',
  'traceloop.entity.input',
  'traceloop.entity.output',
  'traceloop.workflow.name',
  'ai.toolCall.name',
  'ai.toolCall.args',
  'ai.toolCall.result',
  'tool.name',
  'tool.parameters',
  'content',
  'input.value',
  'output.value',
  'langfuse.observation.type',
  'langfuse.observation.input',
  'langfuse.observation.output',
  'langfuse.observation.level',
  'langsmith.span.kind',
  'langsmith.trace.name',
  'gen_ai.serialized.name',
  'gen_ai.prompt',
  'gen_ai.completion',
  'mastra.span.type',
  'mastra.mcp_server_request.input',
  'gen_ai.tool.success',
  'gcp.vertex.agent.tool_call_args',
  'gcp.vertex.agent.tool_response',
  'gen_ai.system',
  'gen_ai.tool.status',
  'gen_ai.input.messages',
  'request',
  'response',
  'mcp_data',
  'name',
  'tool_name',
  'tool_input',
  'pydantic_ai.tool.deferral.name',
  'mlflow.spanInputs',
  'mlflow.spanOutputs',
  'server.address',
  'server.port',
  'mcp.server.name',
  'mcp.target',
  'mcp.tool.arguments',
  'mcp.tool.error',
  'http.status',
  'success',
  'spring.ai.kind',
  'spring.ai.tool.call.arguments',
  'aws.agentcore.policy.authorization_decision',
  'aws.agentcore.gateway.policy.mode',
  'agt.policy.action',
  'assay.policy.effect',
  'assay.policy.source',
  'assay.policy.enforced',
  'assay.credential.alias',
  'service.name',
  'logfire.span_type',
  '__proto__',
  'constructor',
  'toString',
];
const WORDS = [
  'tools/call',
  'tools/list',
  'execute_tool',
  'ai.toolCall',
  'TOOL',
  'tool',
  'mcp',
  'jsonrpc',
  'auto.ai.mcp',
  'auto.function.mcp_server',
  'mcp_tool_call',
  'mcp_server_request',
  'strands-agents',
  '(merged tools)',
  '{"params":{"name":"a","arguments":{"owner":"acme"},"meta":{"traceparent":"x"}}}',
  '[{"parts":[{"type":"tool_call","arguments":{"owner":"acme"}}]}]',
  '{"code":-32602,"message":"x"}',
  '{"server":"github"}',
  'mcp__github__add_deploy_key',
  'add_deploy_key',
  'tool_call',
  'mcp_server_tool_call',
  'pending_span',
  'LOG_ONLY',
  'deny',
  '{"owner":"acme"}',
  '{"tool_name":"a","arguments":{"owner":"acme"}}',
  '{"input":"{}"}',
  '{"isError":true}',
  '{"owner":',
  '',
  'GitHub.mcp',
  '\ud800',
  'x'.repeat(50_000),
];
const SCOPE_NAMES = [
  ...FINGERPRINTS.flatMap(({ scopes }) => scopes ?? []),
  '@sentry/node',
  'ai',
  'gen_ai',
  'assay-otel/mcp',
  '',
];
const SPAN_NAMES = [
  'tools/call add_deploy_key',
  'tools/call',
  'MCP send tools/call x',
  'execute_tool x',
  'x.tool',
  '.tool',
  'tools/list.mcp',
  'delegate x',
  'ai.toolCall',
  'tool.execute x',
  'running tool',
  'MCP request: tools/call x',
  'MCP server handle request: tools/call',
  'Function: {name}',
  'claude_code.tool',
  'anthropic.tool_use x',
  'Tool Usage',
  'mcp.tool.call',
  'mcp.tools/call',
  'tool.add_deploy_key',
  'tool.invoke',
  'mcp.client.call',
  'CallTool',
  'AgentCore.Gateway.InvokeTool',
  'AgentCore.Gateway.InvokeTool.github___x',
  '',
];

const value = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...WORDS) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(
      Number.NaN,
      -32602,
      403n,
      true,
      new Uint8Array(4),
      null,
      undefined,
      Symbol('s'),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.anything({
      withBigInt: true,
      withNullPrototype: true,
      withTypedArray: true,
      withSparseArray: true,
    }),
  },
);
const attributes = fc
  .array(fc.tuple(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...KEYS) }, fc.string()), value), {
    maxLength: 12,
  })
  .chain((entries) =>
    fc.boolean().map((bare) => {
      const map: Record<string, unknown> = bare ? Object.create(null) : {};
      for (const [key, entry] of entries) {
        Object.defineProperty(map, key, {
          value: entry,
          enumerable: true,
          configurable: true,
          writable: true,
        });
      }
      return map;
    }),
  );
const events = fc.array(
  fc.record({
    name: fc.constantFrom('gen_ai.tool.message', 'gen_ai.client.inference.operation.details', 'tool.output'),
    attributes,
    timeUnixNano: fc.constant('0'),
  }),
  { maxLength: 2 },
);
const madeUp: fc.Arbitrary<SpanView> = fc
  .record({
    attributes,
    events,
    resource: attributes,
    name: fc.oneof(fc.constantFrom(...SPAN_NAMES), fc.string()),
    scope: fc.record({
      name: fc.oneof(fc.constantFrom(...SCOPE_NAMES), fc.string()),
      version: fc.constant(''),
    }),
    kind: fc.constantFrom('unspecified', 'internal', 'server', 'client'),
    status: fc.record({
      code: fc.constantFrom('unset', 'ok', 'error'),
      message: fc.constantFrom(undefined, 'cancelled'),
    }),
    parentSpanId: fc.constantFrom(undefined, '', '00f067aa0ba902b7', 'no id'),
    parentIsRemote: fc.constantFrom(undefined, true, false),
    traceFlags: fc.constantFrom(0, 1, 255, 769, Number.NaN),
  })
  .map((overrides) => spanView(overrides as Partial<SpanView>));
/** A span of a fixture, as it is or with random attributes over its own. */
const recorded: fc.Arbitrary<SpanView> = fc
  .constantFrom(...DIALECTS.map(({ name }) => loadFixtures(name).flatMap(({ spans }) => spans)))
  .chain((spans) => fc.constantFrom(...spans))
  .chain((view) =>
    fc.option(attributes).map((over) => ({ ...view, attributes: { ...view.attributes, ...over } })),
  );
const span = fc.oneof(madeUp, recorded);
const handOver = fc.option(
  fc.record(
    {
      toolName: value,
      arguments: fc.anything(),
      serverId: value,
      decision: fc.anything(),
      credentialAlias: value,
    },
    { requiredKeys: [] },
  ),
  { nil: undefined, freq: 3 },
);

describe('any span', () => {
  it('is exactly one thing, and nothing throws', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(span, handOver, fc.constantFrom('mcp', 'all'), (view, handed, toolSpans) => {
        const options = { ...OPTIONS, toolSpans, handOver: handed } as Parameters<typeof recognise>[1];
        const recognised = recognise(view, options);
        expect(['call', 'mcp', 'tool', 'other']).toContain(recognised.is);
        if (handed !== undefined) expect(recognised.is).toBe('call');
        if (recognised.is === 'call') expect(recognised.call.dialect).not.toBe('');
        seen.add(recognised.is === 'call' ? recognised.call.dialect : recognised.is);
      }),
      { numRuns: 3000 },
    );
    // The generator reaches every dialect; otherwise the property says little.
    expect([...seen].sort()).toEqual([...DIALECTS.map(({ name }) => name), 'mcp', 'other', 'tool'].sort());
  });

  it('each thing that a dialect declares as its fingerprint is asked for', () => {
    for (const key of FINGERPRINTS.flatMap(({ attributes }) => attributes ?? [])) {
      expect([key, mayBeToolSpan('app', 'work', { [key]: 'x' })]).toEqual([key, true]);
    }
    for (const scope of FINGERPRINTS.flatMap(({ scopes }) => scopes ?? [])) {
      expect([scope, mayBeToolSpan(scope, 'work', {})]).toEqual([scope, true]);
    }
    for (const prefix of FINGERPRINTS.flatMap(({ namePrefixes }) => namePrefixes ?? [])) {
      expect([prefix, mayBeToolSpan('app', `${prefix}x`, {})]).toEqual([prefix, true]);
    }
  });

  it('that a dialect recognises passes the fingerprint', () => {
    fc.assert(
      fc.property(span, (view) => {
        if (recognise(view, OPTIONS).is === 'other') return;
        expect(mayBeToolSpan(view.scope.name, view.name, view.attributes)).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  it('of an ordinary kind does not', () => {
    const http = {
      'http.request.method': 'GET',
      'url.path': '/tools/call',
      'server.address': 'x',
      'sentry.origin': 'auto.http',
    };
    expect(mayBeToolSpan('@opentelemetry/instrumentation-http', 'GET /tools/call', http)).toBe(false);
  });
});
