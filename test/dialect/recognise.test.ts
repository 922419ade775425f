import { describe, expect, it } from 'vitest';
import { identify, recognise } from '../../src/dialect/recognise.ts';
import type { HandOver, ObservedCall } from '../../src/span/observed-call.ts';
import type { SpanView } from '../../src/span/view.ts';
import { OPTIONS, spanView, withAttributes } from './span.ts';

function callOf(span: SpanView, handOver?: HandOver): ObservedCall {
  const recognised = recognise(span, { ...OPTIONS, handOver });
  if (recognised.is !== 'call') throw new Error(`Expected a call, got ${recognised.is}`);
  return recognised.call;
}

const server = (attributes: Record<string, unknown>) =>
  spanView({ kind: 'server', attributes: { 'mcp.method.name': 'tools/call', ...attributes } });

describe('server id', () => {
  /** Every name of a server, in order of precedence. */
  const names: [string, Record<string, unknown>, string][] = [
    ['mcp.server.name', { 'mcp.server.name': 'a' }, 'a'],
    ['fastmcp.server.name', { 'fastmcp.server.name': 'b' }, 'b'],
    ['litellm.mcp.server.name', { 'litellm.mcp.server.name': 'c' }, 'c'],
    ['mastra.mcp_tool_call.server_name', { 'mastra.mcp_tool_call.server_name': 'd' }, 'd'],
    ['mcp.server', { 'mcp.server': 'e' }, 'e'],
    ['mcp_data.server', { 'mcp_data.server': 'f' }, 'f'],
    ['mcp.target', { 'mcp.target': 'g' }, 'g'],
    ['rpc.service', { 'rpc.system': 'mcp', 'rpc.service': 'h' }, 'h'],
    ['gateway.name', { 'gateway.name': 'i' }, 'i'],
    ['server.address', { 'server.address': 'mcp.example', 'server.port': 443 }, 'mcp.example:443'],
  ];

  it.each(names)('%s outranks all after it, and the name of the tool', (key, _, expected) => {
    const from = names.findIndex(([name]) => name === key);
    const attributes = Object.assign({}, ...names.slice(from).map(([, present]) => present));
    const call = callOf(server({ ...attributes, 'gen_ai.tool.name': 'github.add_deploy_key' }));
    expect(call).toMatchObject({ serverId: expected, serverIdFromName: false });
  });

  it.each([
    ['without a port', { 'server.address': 'mcp.example' }, 'mcp.example'],
    ['with a port in text', { 'server.address': 'mcp.example', 'server.port': '8443' }, 'mcp.example:8443'],
    ['with a port that is none', { 'server.address': 'mcp.example', 'server.port': {} }, 'mcp.example'],
    ['without rpc.system', { 'rpc.service': 'h' }, 'agent-host'],
    ['of the wrong type', { 'mcp.server.name': 7 }, 'agent-host'],
    ['that is empty', { 'mcp.server.name': '' }, 'agent-host'],
  ])('%s', (_, attributes, expected) => {
    expect(callOf(server(attributes)).serverId).toBe(expected);
  });

  it('is the namespace of the tool name, marked as such, before the service of a server span', () => {
    const call = callOf(server({ 'gen_ai.tool.name': 'mcp__github__add_deploy_key' }));
    expect(call).toMatchObject({ serverId: 'github', serverIdFromName: true });
  });

  it('is never the service of a client span', () => {
    expect(callOf(spanView())).toMatchObject({ serverId: undefined, serverIdFromName: false });
  });

  it('is what was handed over before all else', () => {
    expect(callOf(server({ 'mcp.server.name': 'a' }), { serverId: 'handed' }).serverId).toBe('handed');
  });
});

describe('a hand-over', () => {
  const handed: HandOver = {
    toolName: 'handed_tool',
    arguments: { a: 1 },
    credentialAlias: 'alias',
    declaredManifestDigest: `sha256:${'0'.repeat(64)}`,
  };

  it('outranks what the span says', () => {
    const span = withAttributes({
      'gen_ai.tool.call.arguments': '{"b":1}',
      'assay.credential.alias': 'other',
    });
    expect(callOf(span, handed)).toMatchObject({
      dialect: 'semantic-conventions',
      toolName: 'handed_tool',
      arguments: { state: 'captured', fields: { a: 1 } },
      credentialAlias: 'alias',
      declaredManifestDigest: handed.declaredManifestDigest,
      conflicts: [],
    });
  });

  it('leaves the rest to the span', () => {
    const span = withAttributes({ 'gen_ai.tool.call.arguments': '{"b":1}' });
    expect(callOf(span, { serverId: 's' }).arguments).toEqual({ state: 'captured', fields: { b: 1 } });
  });

  it.each([
    ['no tool span', spanView({ attributes: {}, name: 'work', kind: 'internal' }), 'hand-over', 'framework'],
    ['another MCP method', spanView({ attributes: { 'mcp.method.name': 'ping' } }), 'hand-over', 'client'],
    ['a server span of its own', spanView({ attributes: {}, kind: 'server' }), 'hand-over', 'server'],
    [
      'an unproven tool span',
      spanView({ attributes: { 'gen_ai.operation.name': 'execute_tool' } }),
      'execute-tool',
      'framework',
    ],
  ])('proves %s', (_, span, dialect, vantage) => {
    expect(callOf(span, handed)).toMatchObject({ dialect, vantage, toolName: 'handed_tool' });
    expect(callOf(span, {})).toMatchObject({ dialect });
  });

  it('of the wrong types is ignored, field by field', () => {
    const wrong = {
      toolName: 7,
      serverId: {},
      credentialAlias: [],
      declaredManifestDigest: null,
    } as unknown as HandOver;
    expect(callOf(spanView(), wrong)).toEqual(callOf(spanView()));
  });
});

describe('a decision', () => {
  const onSpan = {
    'assay.policy.effect': 'allow',
    'assay.policy.source': 'application',
    'assay.policy.enforced': true,
  };

  it('is the hand-over’s before the span’s', () => {
    const decision = { effect: 'deny', source: 'gateway', enforced: true } as const;
    expect(callOf(withAttributes(onSpan), { decision }).decision).toEqual(decision);
    expect(callOf(withAttributes(onSpan)).decision).toEqual({
      effect: 'allow',
      source: 'application',
      enforced: true,
    });
  });

  it.each([
    ['nothing', {}, undefined],
    ['a source without an effect', { 'assay.policy.source': 'application' }, undefined],
    [
      'an effect of the wrong type',
      { 'assay.policy.effect': 7 },
      { effect: 'error', source: 'unknown', enforced: false },
    ],
    [
      'our own mirrored attributes',
      { 'assay.decision.effect': 'deny', 'assay.decision.source': 'x' },
      undefined,
    ],
    [
      "another product's attributes",
      { 'assay.decision': 'deny', 'assay.policy.decision': 'deny' },
      undefined,
    ],
    ['an error code', { 'error.type': '403', 'http.response.status_code': 403 }, undefined],
  ])('is not read from %s unless it is one', (_, attributes, expected) => {
    expect(callOf(withAttributes(attributes)).decision).toEqual(expected);
  });
});

describe('conflicts', () => {
  it.each([
    ['names that differ', { 'mcp.tool.name': 'other' }, ['tool_name']],
    ['names that agree', { 'mcp.tool.name': 'add_deploy_key' }, []],
    ['a name of the wrong type', { 'mcp.tool.name': 7 }, []],
  ])('%s', (_, attributes, expected) => {
    const call = callOf(withAttributes(attributes));
    expect(call).toMatchObject({ toolName: 'add_deploy_key', conflicts: expected });
  });

  it('a key twice on the wire', () => {
    expect(callOf(spanView({ duplicateKeys: ['a'] })).conflicts).toEqual(['duplicate_attribute']);
  });
});

describe('the tool name', () => {
  const sentry = { 'mcp.method.name': 'tools/call', 'sentry.origin': 'auto.function.mcp_server' };
  it.each([
    ['the own key', { ...sentry, 'mcp.tool.name': 'own', 'gen_ai.tool.name': 'own' }, 'own'],
    ['another common key', { ...sentry, 'gen_ai.tool.name': 'common' }, 'common'],
    ['the tail of the span name', sentry, 'tail'],
    ['the tail, where the key has the wrong type', { ...sentry, 'mcp.tool.name': ['own'] }, 'tail'],
  ])('is taken from %s', (_, attributes, expected) => {
    expect(callOf(spanView({ name: 'tools/call tail', attributes }))).toMatchObject({
      toolName: expected,
      conflicts: [],
    });
  });

  it.each(['tools/call', 'tools/call ', 'renamed by the application'])(
    'is not in the span name %j',
    (name) => {
      expect(callOf(spanView({ name, attributes: sentry })).toolName).toBeUndefined();
    },
  );
});

describe('the vantage of a Python SDK span that was renamed', () => {
  it.each([
    ['client', 'client'],
    ['server', 'server'],
    ['internal', 'server'],
  ] as const)('of kind %s is %s', (kind, vantage) => {
    const scope = { name: 'mcp-python-sdk', version: '' };
    expect(callOf(spanView({ kind, scope, name: 'renamed' })).vantage).toBe(vantage);
  });
});

describe('unproven tool spans', () => {
  const span = spanView({
    attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'lookup' },
  });
  const localTools = new Set(['lookup']);

  it.each([
    ['are left out', {}, { is: 'tool', toolName: 'lookup', local: false }],
    ['are local where the operator says so', { localTools }, { is: 'tool', toolName: 'lookup', local: true }],
    [
      'stay local where all are taken in',
      { localTools, toolSpans: 'all' },
      { is: 'tool', toolName: 'lookup', local: true },
    ],
  ] as const)('%s', (_, options, expected) => {
    expect(recognise(span, { ...OPTIONS, ...options })).toEqual(expected);
    expect(identify(span, { ...OPTIONS, ...options })).toEqual(expected);
  });

  it('are calls where all are taken in', () => {
    expect(recognise(span, { ...OPTIONS, toolSpans: 'all' }).is).toBe('call');
    expect(identify(span, { ...OPTIONS, toolSpans: 'all' }).is).toBe('call');
  });

  it('a proven call is a call, whatever the operator says of its name', () => {
    expect(recognise(spanView(), { ...OPTIONS, localTools: new Set(['add_deploy_key']) }).is).toBe('call');
  });

  it.each([
    ['mcp__github__add_deploy_key', true],
    ['mcp__a__b__c', true],
    ['mcp____add_deploy_key', false],
    ['mcp__github__', false],
    ['mcp__github', false],
    ['mcp_github__add_deploy_key', false],
    ['xmcp__github__add_deploy_key', false],
  ])('the name %s proves: %s', (toolName, proves) => {
    const attributes = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': toolName };
    expect(recognise(spanView({ attributes }), OPTIONS).is).toBe(proves ? 'call' : 'tool');
  });
});

describe('precedence', () => {
  const all = {
    'mcp.method.name': 'tools/call',
    'rpc.system': 'mcp',
    'rpc.method': 'tools/call',
    'ai.operationId': 'ai.toolCall',
    'openinference.span.kind': 'TOOL',
    'gen_ai.operation.name': 'execute_tool',
  };
  it.each([
    ['sentry-javascript', '@sentry/node', {}],
    ['sentry-python', '@sentry/node', { 'sentry.origin': 'auto.ai.mcp' }],
    ['fastmcp', 'fastmcp', {}],
    ['python-sdk', 'mcp-python-sdk', {}],
    ['traceloop', '@traceloop/instrumentation-mcp', { 'traceloop.span.kind': 'tool' }],
    ['semantic-conventions', 'x', {}],
    ['json-rpc', 'x', { 'mcp.method.name': undefined }],
    ['vercel-ai', 'x', { 'mcp.method.name': undefined, 'rpc.method': undefined }],
    [
      'openinference',
      'x',
      { 'mcp.method.name': undefined, 'rpc.method': undefined, 'ai.operationId': undefined },
    ],
    [
      'execute-tool',
      'x',
      {
        'mcp.method.name': undefined,
        'rpc.method': undefined,
        'ai.operationId': undefined,
        'openinference.span.kind': undefined,
      },
    ],
  ])('%s reads what scope %s and its marks say', (dialect, scope, changes) => {
    const span = spanView({ scope: { name: scope, version: '' }, attributes: { ...all, ...changes } });
    const recognised = recognise(span, { ...OPTIONS, toolSpans: 'all' });
    expect(recognised).toMatchObject({ is: 'call', call: { dialect } });
  });
});
