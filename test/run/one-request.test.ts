import { describe, expect, it } from 'vitest';
import type { SpanView } from '../../src/span/view.ts';
import { type Fixture, loadFixtures } from '../dialect/load-fixture.ts';
import { limitsIn, readRun, requestsIn } from './read-run.ts';

const RUN = { 'assay.run.id': 'run-1' };

/** A capture as one run, whatever traces its set-up left. */
function captured(dialect: string, name: string): SpanView[] {
  const fixture = loadFixtures(dialect).find((one: Fixture) => one.name === `captured-${name}`);
  if (fixture === undefined) throw new Error(`fixtures/dialect/${dialect} has no capture ${name}`);
  return fixture.spans.map((span) => ({ ...span, resource: { ...span.resource, ...RUN } }));
}

const scopesOf = (spans: readonly SpanView[]) => {
  const scopes = new Map(spans.map(({ spanId, scope }) => [spanId, scope.name]));
  return requestsIn(readRun(spans)).map((ids) => ids.map((id) => scopes.get(id)));
};

describe('the spans of a gateway, of a client before it and of the server behind it, as captured', () => {
  it.each(['success', 'other-repository', 'tool-error'])(
    'are the gateway’s and the server’s in one record, and the client’s in another where it shares no trace: %s',
    (name) => {
      const spans = captured('contextforge', `contextforge-${name}`);
      expect(scopesOf(spans)).toEqual([['fastmcp'], ['mcp-gateway', 'mcp-gateway', 'fastmcp']]);
      expect(limitsIn(readRun(spans))).toMatchObject({ unjoined_server_calls: 1 });
    },
  );
});

describe('the spans that one captured call left', () => {
  it.each([
    [
      'client and server of the Python SDK',
      'python-sdk',
      'mcp-python-sdk',
      ['mcp-python-sdk', 'mcp-python-sdk'],
    ],
    ['client and server of FastMCP', 'fastmcp', 'fastmcp', ['fastmcp', 'fastmcp']],
    [
      'client and server of this package',
      'semantic-conventions',
      'assay-otel-both-sides',
      ['assay-otel/mcp', 'assay-otel/mcp'],
    ],
    [
      'an agent framework and the clients of two layers',
      'pydantic-ai',
      'pydantic-ai',
      ['pydantic-ai', 'fastmcp', 'mcp-python-sdk'],
    ],
    ['an agent framework and its client', 'google-adk', 'google-adk', ['gcp.vertex.agent', 'mcp-python-sdk']],
    [
      'an agent framework seen by its observer, and its client',
      'openinference',
      'openinference-openai-agents-python',
      ['openinference.instrumentation.openai_agents', 'mcp-python-sdk'],
    ],
    [
      'another framework and its client',
      'strands',
      'strands',
      ['strands.telemetry.tracer', 'mcp-python-sdk'],
    ],
  ])('are one record: %s', (_, dialect, capture, scopes) => {
    for (const name of ['success', 'other-repository']) {
      expect(scopesOf(captured(dialect, `${capture}-${name}`))).toEqual([scopes]);
    }
  });
});

/** Client, server and what else is above them, of the Python SDK's capture. */
const spans = captured('python-sdk', 'mcp-python-sdk-success');
const isCall = ({ attributes }: SpanView) => attributes['mcp.method.name'] === 'tools/call';
const server = spans.find((span) => isCall(span) && span.kind === 'server') as SpanView;
const client = spans.find((span) => isCall(span) && span.kind === 'client') as SpanView;
const others = spans.filter((span) => span !== server && span !== client);
const OTHER_TRACE = 'c0ffee00c0ffee00c0ffee00c0ffee00';

/** The same call once more, by other spans. */
function again(span: SpanView, spanId: string, parts: Partial<SpanView> = {}): SpanView {
  return { ...span, spanId, ...parts };
}

describe('client and server of one capture', () => {
  const alone = (parts: Partial<SpanView>) => [...others, client, { ...server, ...parts }];

  it('are two records where the server links to its client, and health says why', () => {
    const run = readRun(
      alone({
        traceId: OTHER_TRACE,
        parentSpanId: undefined,
        links: [{ traceId: client.traceId, spanId: client.spanId, attributes: {} }],
      }),
    );
    expect(requestsIn(run)).toHaveLength(2);
    expect(limitsIn(run)).toMatchObject({ unjoined_server_calls: 1 });
  });

  it('are two records where they share no trace, and health says why', () => {
    const run = readRun(alone({ traceId: OTHER_TRACE, parentSpanId: undefined }));
    expect(requestsIn(run)).toHaveLength(2);
    expect(limitsIn(run)).toMatchObject({ unjoined_server_calls: 1 });
  });

  it('a linked server that is a run of its own says that its client may be elsewhere', () => {
    const links = [{ traceId: client.traceId, spanId: client.spanId, attributes: {} }];
    const root = { ...server, traceId: OTHER_TRACE, parentSpanId: undefined };
    expect(limitsIn(readRun([{ ...root, links }]))).toMatchObject({ unjoined_server_calls: 1 });
    expect(limitsIn(readRun([root]))).not.toHaveProperty('unjoined_server_calls');
  });

  it('stay two where a retry makes two requests of each', () => {
    const second = 'aaaaaaaaaaaaaaa1';
    const run = readRun([
      ...spans,
      again(client, second),
      again(server, 'aaaaaaaaaaaaaaa2', { parentSpanId: second }),
    ]);
    expect(requestsIn(run)).toHaveLength(2);
  });

  it('stay apart where one client call has two server calls of its name below it', () => {
    const run = readRun([...spans, again(server, 'aaaaaaaaaaaaaaa2')]);
    expect(requestsIn(run)).toHaveLength(3);
    expect(limitsIn(run)).toMatchObject({ unjoined_server_calls: 2 });
  });

  it('of a proxy that calls a tool of the same name are two requests', () => {
    const onward = again(client, 'aaaaaaaaaaaaaaa3', {
      parentSpanId: server.spanId,
      resource: server.resource,
    });
    const behind = again(server, 'aaaaaaaaaaaaaaa4', {
      parentSpanId: onward.spanId,
      resource: { ...server.resource, 'service.name': 'behind' },
    });
    const run = readRun([...spans, onward, behind]);
    // They begin at the same time.
    expect(requestsIn(run).sort()).toEqual(
      [
        [client.spanId, server.spanId],
        [onward.spanId, behind.spanId],
      ].sort(),
    );
  });

  it('of two servers with the same tool are two requests', () => {
    const second = again(client, 'aaaaaaaaaaaaaaa5');
    const other = again(server, 'aaaaaaaaaaaaaaa6', {
      parentSpanId: second.spanId,
      resource: { ...server.resource, 'service.name': 'other-server' },
    });
    expect(requestsIn(readRun([...spans, second, other]))).toHaveLength(2);
  });

  it('two calls of one instrumentation, one below the other, are two requests', () => {
    const below = again(client, 'aaaaaaaaaaaaaaa7', { parentSpanId: client.spanId });
    expect(requestsIn(readRun([...others, client, below]))).toHaveLength(2);
  });
});

/** What a gateway wrote of one call, with the spans of the client before it and of the server behind it. */
function throughGateway(dialect: string, fixture: string): { spans: SpanView[]; ids: string[] } {
  const found = loadFixtures(dialect).find(({ name }) => name === fixture)?.spans ?? [];
  const own = found.map((span) => ({
    ...span,
    traceId: client.traceId,
    resource: { ...span.resource, ...RUN },
  }));
  const calls = own.filter(({ name }) => /tools.call|InvokeTool|tool.invoke|mcp.client.call/.test(name));
  const [inner, onward] = calls;
  if (inner === undefined || onward === undefined)
    throw new Error(`${fixture} is expected to hold two calls`);
  const spans = own.map((span) => (span === inner ? { ...span, parentSpanId: client.spanId } : span));
  const behind = { ...server, parentSpanId: onward.spanId };
  return {
    spans: [...others, client, ...spans, behind],
    ids: [client.spanId, inner.spanId, onward.spanId, server.spanId],
  };
}

describe('a gateway between client and server', () => {
  it.each([
    ['agentgateway', 'server-without-content'],
    ['agentcore-gateway', 'allowed-and-enforced'],
    ['contextforge', 'success-with-redacted-content'],
  ])('is one request with both: %s', (dialect, fixture) => {
    const { spans, ids } = throughGateway(dialect, fixture);
    expect(requestsIn(readRun(spans))).toEqual([ids]);
  });

  it('is several where it asked twice', () => {
    const { spans, ids } = throughGateway('agentgateway', 'server-without-content');
    const onward = spans.find(({ spanId }) => spanId === ids[2]) as SpanView;
    const run = readRun([...spans, again(onward, 'aaaaaaaaaaaaaaa8')]);
    expect(requestsIn(run)).toEqual(
      expect.arrayContaining([[client.spanId, ids[1]], [onward.spanId, server.spanId], ['aaaaaaaaaaaaaaa8']]),
    );
  });

  it('is taken for no gateway where its onward call is of another process', () => {
    const { spans, ids } = throughGateway('agentgateway', 'server-without-content');
    const moved = spans.map((span) =>
      span.spanId === ids[2] ? { ...span, resource: { ...RUN, 'service.name': 'elsewhere' } } : span,
    );
    expect(requestsIn(readRun(moved))).toHaveLength(2);
  });
});

describe('a framework’s tool span that nothing on it proves to be MCP', () => {
  const framework = {
    ...client,
    spanId: 'aaaaaaaaaaaaaab1',
    name: 'execute_tool add_deploy_key',
    kind: 'internal',
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'add_deploy_key',
      'gen_ai.tool.call.arguments': '{"owner":"acme","repo":"from-the-framework","title":"ci"}',
    },
  } as const satisfies SpanView;
  const under = (span: SpanView, parts: Partial<SpanView> = {}) => ({
    ...span,
    parentSpanId: framework.spanId,
    ...parts,
  });

  it('is the call of the client below it, with the arguments that it has', () => {
    const run = readRun([...others, framework, under(client), server], 'mcp');
    expect(requestsIn(run)).toEqual([[framework.spanId, client.spanId, server.spanId]]);
    expect(run.surface.observed_tool_decisions[0]?.action.target).toMatchObject({
      repo: 'from-the-framework',
    });
    expect(limitsIn(run)).not.toHaveProperty('unattributed_tool_spans');
  });

  it('stays unproven with a client’s call of another tool, in another process, or below another call', () => {
    const renamed = { ...client.attributes, 'gen_ai.tool.name': 'search_code' };
    const elsewhere = { ...client.resource, 'service.name': 'elsewhere' };
    const between = { ...framework, ...under(client), spanId: 'aaaaaaaaaaaaaab2' };
    for (const below of [
      [under(client, { attributes: renamed })],
      [under(client, { resource: elsewhere })],
      [under({ ...between, attributes: renamed }), { ...client, parentSpanId: between.spanId }],
    ]) {
      expect(limitsIn(readRun([...others, framework, ...below], 'mcp'))).toMatchObject({
        unattributed_tool_spans: 1,
      });
    }
  });

  it('is no call of its own where the client below it asked twice', () => {
    const run = readRun(
      [...others, framework, under(client), under(client, { spanId: 'aaaaaaaaaaaaaab3' })],
      'mcp',
    );
    expect(requestsIn(run)).toHaveLength(2);
    expect(limitsIn(run)).not.toHaveProperty('unattributed_tool_spans');
  });

  it('is the call that a server of its own process takes in, and not what that server calls', () => {
    const taken = under(server, { resource: client.resource, parentIsRemote: false });
    const onward = again(client, 'aaaaaaaaaaaaaab4', { parentSpanId: taken.spanId });
    const proven = {
      ...framework,
      attributes: { ...framework.attributes, 'gen_ai.tool.name': 'mcp__github__add_deploy_key' },
    };
    for (const onwards of [[onward], [onward, again(onward, 'aaaaaaaaaaaaaab5')]]) {
      const [first, ...more] = requestsIn(readRun([...others, proven, taken, ...onwards], 'mcp'));
      expect(first).toEqual([proven.spanId, taken.spanId]);
      expect(more).toHaveLength(onwards.length);
    }
  });

  it('is a call of no tool that only its own name has', () => {
    const run = readRun([...others, framework], 'mcp');
    expect(requestsIn(run)).toEqual([]);
    expect(limitsIn(run)).toMatchObject({ unattributed_tool_spans: 1 });
  });
});

describe('a framework’s span that is not the parent of the client’s call that it makes', () => {
  const tool = {
    ...client,
    spanId: 'aaaaaaaaaaaaaac1',
    name: 'mcp__github__add_deploy_key',
    kind: 'internal',
    attributes: { 'openinference.span.kind': 'TOOL', 'tool.name': 'mcp__github__add_deploy_key' },
  } as const satisfies SpanView;

  it('is a record of its own, and health says why', () => {
    const run = readRun([...others, client, tool], 'mcp');
    expect(requestsIn(run)).toHaveLength(2);
    expect(limitsIn(run)).toMatchObject({ unjoined_client_calls: 1 });
  });

  it('casts no doubt on calls of other tools, or of other processes', () => {
    const renamed = { ...client, attributes: { ...client.attributes, 'gen_ai.tool.name': 'search_code' } };
    const moved = { ...client, resource: { ...client.resource, 'service.name': 'elsewhere' } };
    for (const other of [renamed, moved]) {
      expect(limitsIn(readRun([...others, other, tool], 'mcp'))).not.toHaveProperty('unjoined_client_calls');
    }
  });
});
