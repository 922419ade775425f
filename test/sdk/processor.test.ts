import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { afterEach, describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import { digestOf } from '../../src/decision/codec.ts';
import {
  ConfigError,
  decodeToolDecision,
  observeToolCall,
  recordDecision,
  ToolDecisionSpanExporter,
  ToolDecisionSpanProcessor,
  type ToolDecisionSpanProcessorOptions,
  targetHash,
} from '../../src/index.ts';
import { checkpointOf, decisionEvents, recordOf, startCall } from './call-span.ts';
import { memoryExporter, type Processor, provider, simple } from './line.ts';

function setUp(options: ToolDecisionSpanProcessorOptions = {}, ...others: Processor[]) {
  const exporter = memoryExporter();
  const ours = new ToolDecisionSpanProcessor(options);
  const sdk = provider({ spanProcessors: [ours, ...others, simple(exporter)] });
  return { exporter, tracer: sdk.getTracer('example.mcp.client', '1.0.0') };
}

const only = (exporter: ReturnType<typeof memoryExporter>) => {
  const [span, ...more] = exporter.getFinishedSpans();
  if (span === undefined || more.length > 0) throw new Error('Expected exactly one span');
  return span;
};

describe('ToolDecisionSpanProcessor', () => {
  it('puts one record on a call span and takes its arguments off', () => {
    const { exporter, tracer } = setUp();
    startCall(tracer).end();
    const span = only(exporter);
    expect(decisionEvents(span)).toHaveLength(1);
    expect(recordOf(span)).toMatchObject({
      server: { id: 'unknown', transport: 'mcp' },
      tool: { name: 'add_deploy_key', category: 'github_deploy_key' },
      classification: 'classified',
      action: {
        target: {
          provider: 'github',
          owner: 'org',
          repo: 'prod-repo',
          key_title_hash: targetHash('github_key_title', 'ci-key'),
          read_only: false,
        },
      },
      decision: { effect: 'allow', source: 'none', rule_id: null, enforced: false },
      response: { status: 'success', side_effect_asserted: true, side_effect_verified: false },
      correlation: { basis: 'none', traceparent: null, source_class: null },
    });
    expect(
      Object.keys(span.attributes)
        .filter((key) => !key.startsWith('assay.'))
        .sort(),
    ).toEqual(['gen_ai.operation.name', 'gen_ai.tool.name', 'mcp.method.name']);
  });

  it('writes the event attributes in their published order, and the searched ones on the span', () => {
    const { exporter, tracer } = setUp();
    startCall(tracer).end();
    const span = only(exporter);
    expect(Object.keys(decisionEvents(span)[0]?.attributes ?? {})).toEqual([
      'assay.record',
      'assay.record.digest',
      'assay.emitter.id',
      'assay.epoch',
      'assay.sequence',
      'assay.numbered',
      'assay.call.start_time_unix_nano',
      'assay.schema_url',
      'assay.vantage',
      'assay.classifier.version',
      'assay.redaction.scrubbed_keys',
      'assay.redaction.scrubbed_other',
      'assay.tool.name',
      'assay.tool.category',
      'assay.classification',
      'assay.reason_code',
      'assay.decision.effect',
      'assay.decision.source',
      'assay.decision.enforced',
      'assay.response.status',
      'assay.server.id',
    ]);
    const event = decisionEvents(span)[0];
    expect(span.attributes).toMatchObject({
      'assay.tool.category': 'github_deploy_key',
      'assay.classification': 'classified',
      'assay.decision.effect': 'allow',
      'assay.record.digest': event?.attributes?.['assay.record.digest'],
      'assay.sequence': 1,
      'assay.vantage': 'client',
    });
    expect(event?.attributes?.['assay.redaction.scrubbed_keys']).toEqual(['gen_ai.tool.call.arguments']);
  });

  it('dates the events at the end of the span', () => {
    const { exporter, tracer } = setUp();
    startCall(tracer).end();
    const span = only(exporter);
    expect(span.events.map(({ time }) => time)).toEqual([span.endTime, span.endTime]);
  });

  it('gives an event that decodes to the same record', () => {
    const { exporter, tracer } = setUp();
    startCall(tracer).end();
    const span = only(exporter);
    const [event] = decisionEvents(span);
    const decoded = decodeToolDecision({ name: event?.name ?? '', attributes: event?.attributes ?? {} });
    expect(decoded.value).toEqual(recordOf(span));
    expect(decoded).toMatchObject({ sequence: 1, numbered: 1, vantage: 'client' });
  });

  it('reads arguments that are handed over, which never become attributes', () => {
    const { exporter, tracer } = setUp();
    const span = tracer.startSpan('anything', { kind: SpanKind.CLIENT });
    observeToolCall(span, {
      toolName: 'slack.add_member',
      arguments: { workspace_id: 'T0123', user_id: 'alice@example.com' },
      serverId: 'slack',
      credentialAlias: 'slack-bot',
    });
    recordDecision(span, { effect: 'deny', source: 'gateway', ruleId: 'r1', enforced: true });
    span.end();
    const exported = only(exporter);
    expect(recordOf(exported)).toMatchObject({
      server: { id: 'slack' },
      action: {
        target: { workspace_id_hash: targetHash('slack_workspace', 'T0123'), channel_id_hash: null },
      },
      decision: { effect: 'deny', source: 'gateway', rule_id: 'r1', enforced: true },
      response: { status: 'blocked', side_effect_asserted: false },
      redaction: { credential_alias: 'slack-bot' },
    });
    expect(exported.name).toBe('tools/call slack.add_member');
  });

  it('reads handed-over arguments as they were when they were handed over', () => {
    const { exporter, tracer } = setUp();
    const span = tracer.startSpan('anything');
    const args: Record<string, unknown> = { owner: 'org', repo: 'prod-repo' };
    observeToolCall(span, { toolName: 'add_deploy_key', arguments: args });
    args.repo = 'another';
    span.end();
    expect(recordOf(only(exporter)).action.target).toMatchObject({ repo: 'prod-repo' });
  });

  it.each([
    ['unknown', 'unknown'],
    ['cancelled', 'cancelled'],
    ['splendid', 'success'],
  ])('takes the status that is handed over where it is one: %s', (status, expected) => {
    const { exporter, tracer } = setUp();
    const span = startCall(tracer);
    observeToolCall(span, { status: status as never });
    span.end();
    expect(recordOf(only(exporter)).response.status).toBe(expected);
  });

  it('leaves a span that is no tool call as it is', () => {
    const { exporter, tracer } = setUp();
    const span = tracer.startSpan('GET /users/:id', { attributes: { 'http.route': '/users/:id' } });
    span.addEvent('cache.miss', { key: 'user' });
    span.setStatus({ code: SpanStatusCode.ERROR, message: 'boom' });
    span.end();
    const exported = only(exporter);
    expect(exported.name).toBe('GET /users/:id');
    expect(exported.attributes).toEqual({ 'http.route': '/users/:id' });
    expect(exported.events).toMatchObject([{ name: 'cache.miss', attributes: { key: 'user' } }]);
    expect(exported.status).toEqual({ code: SpanStatusCode.ERROR, message: 'boom' });
  });

  it('asks the policy hook about calls that nobody decided, and shows it no arguments', () => {
    const seen: unknown[] = [];
    const { exporter, tracer } = setUp({
      policy: (call) => {
        seen.push(call);
        return { effect: 'allow', source: 'hook', ruleId: 'h1', enforced: true };
      },
    });
    startCall(tracer, { owner: 'org', repo: 'r', public_key: 'not for the hook' }).end();
    expect(seen).toEqual([
      {
        toolName: 'add_deploy_key',
        serverId: 'unknown',
        category: 'github_deploy_key',
        target: { provider: 'github', owner: 'org', repo: 'r' },
      },
    ]);
    expect(recordOf(only(exporter)).decision).toEqual({
      effect: 'allow',
      source: 'hook',
      rule_id: 'h1',
      enforced: true,
    });
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('down');
      },
    ],
    ['answers with a promise', () => Promise.resolve({ effect: 'allow' })],
    ['answers with no decision', () => 'allow'],
  ])('records a policy hook that %s as a policy error', (_what, policy) => {
    const { exporter, tracer } = setUp({ policy: policy as never });
    startCall(tracer).end();
    expect(recordOf(only(exporter)).decision).toMatchObject({ effect: 'error', source: 'policy-hook' });
  });

  it('keeps what the operator allows, and masks secrets in it', () => {
    const { exporter, tracer } = setUp({ allowAttributes: ['team', 'note'] });
    const span = startCall(tracer);
    span.setAttributes({ team: 'platform', note: `see ghp_${'a'.repeat(36)}`, other: 'x' });
    span.end();
    expect(only(exporter).attributes).toMatchObject({ team: 'platform', note: '[masked]' });
    expect(only(exporter).attributes).not.toHaveProperty('other');
  });

  it.each([
    ['content', { kept: true, argumentsKept: false }],
    ['off', { kept: true, argumentsKept: true }],
  ] as const)('scrub "%s" says what it leaves', (scrub, { kept, argumentsKept }) => {
    const { exporter, tracer } = setUp({ scrub });
    const span = startCall(tracer);
    span.setAttributes({ team: 'platform', 'mcp.request.argument.owner': '"org"' });
    span.end();
    const exported = only(exporter);
    expect('team' in exported.attributes).toBe(kept);
    expect('gen_ai.tool.call.arguments' in exported.attributes).toBe(argumentsKept);
    expect('mcp.request.argument.owner' in exported.attributes).toBe(argumentsKept);
    expect(checkpointOf(exported)).toMatchObject({ scrub });
  });

  it('a forged event of our name loses its content', () => {
    const { exporter, tracer } = setUp();
    const span = startCall(tracer);
    span.addEvent('assay.tool_decision', { 'assay.record': 'forged' });
    span.end();
    expect(decisionEvents(only(exporter))).toHaveLength(1);
    expect(JSON.stringify(only(exporter).events)).not.toContain('forged');
  });
});

describe('numbers and checkpoints', () => {
  afterEach(() => context.disable());

  it('numbers the calls of a trace from 1 and seals them at its root', () => {
    const { exporter, tracer } = setUp();
    const root = tracer.startSpan('invoke_agent', {
      attributes: { 'gen_ai.operation.name': 'invoke_agent' },
    });
    const within = trace.setSpan(ROOT_CONTEXT, root);
    const inside = { startSpan: (name: string, options: object) => tracer.startSpan(name, options, within) };
    startCall(inside as never).end();
    startCall(inside as never, {}, 'search').end();
    root.end();
    const [first, second, last] = exporter.getFinishedSpans();
    expect([first, second].map((span) => span?.attributes['assay.sequence'])).toEqual([1, 2]);
    expect(last && checkpointOf(last)).toMatchObject({
      ordinal: 1,
      numbered: 2,
      open: [],
      withdrawn: [],
      final: true,
      resumed: false,
      root: root.spanContext().spanId,
      scrub: 'strict',
      sampler: 'unknown',
      unrecorded: 0,
    });
    expect(last?.attributes).toMatchObject({ 'assay.checkpoint.ordinal': 1 });
    expect(first && checkpointOf(first)).toBeUndefined();
  });

  it('writes a checkpoint that is its own canonical form and digest', () => {
    const { exporter, tracer } = setUp();
    startCall(tracer).end();
    const event = only(exporter).events.find(({ name }) => name === 'assay.tool_observation');
    const text = String(event?.attributes?.['assay.checkpoint']);
    expect(text).toContain('"instrumentation":[{');
    expect(canonicalJson(JSON.parse(text))).toBe(text);
    expect(event?.attributes?.['assay.checkpoint.digest']).toBe(digestOf(text));
  });

  it('is not final while a call is open, and a late end brings a final checkpoint', () => {
    const { exporter, tracer } = setUp();
    const root = tracer.startSpan('agent', { attributes: { 'gen_ai.operation.name': 'invoke_agent' } });
    const within = trace.setSpan(ROOT_CONTEXT, root);
    const call = tracer.startSpan(
      'tools/call add_deploy_key',
      { attributes: { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'add_deploy_key' } },
      within,
    );
    root.end();
    call.end();
    const [first, second] = exporter.getFinishedSpans().map(checkpointOf);
    expect(first).toMatchObject({ final: false, numbered: 1, open: [[1, 1]], ordinal: 1 });
    expect(second).toMatchObject({ final: true, numbered: 1, open: [], ordinal: 2 });
  });

  it('writes no checkpoint into a trace without MCP or GenAI activity', () => {
    const { exporter, tracer } = setUp();
    tracer.startSpan('GET /health').end();
    expect(only(exporter).events).toEqual([]);
  });

  it('reads the propagated context of a server span and names a run root that the operator points out', () => {
    const { exporter, tracer } = setUp({ runRoot: () => true });
    const parent = {
      traceId: '0af7651916cd43dd8448eb211c80319c',
      spanId: 'b7ad6b7169203331',
      traceFlags: TraceFlags.SAMPLED,
      isRemote: true,
    };
    tracer
      .startSpan(
        'tools/call search',
        {
          kind: SpanKind.SERVER,
          attributes: { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'search' },
        },
        trace.setSpanContext(ROOT_CONTEXT, parent),
      )
      .end();
    const span = only(exporter);
    expect(recordOf(span).correlation).toEqual({
      basis: 'propagated_trace_context',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      source_class: 'propagated',
    });
    expect(checkpointOf(span)).toMatchObject({
      root: null,
      run_root: span.spanContext().spanId,
      final: true,
    });
  });

  it('a second processor on the same provider does nothing', () => {
    const { exporter, tracer } = setUp({}, new ToolDecisionSpanProcessor());
    startCall(tracer).end();
    const names = only(exporter).events.map(({ name }) => name);
    expect(names).toEqual(['assay.tool_decision', 'assay.tool_observation']);
    expect(recordOf(only(exporter)).classification).toBe('classified');
  });

  it('an epoch whose start was not seen is resumed and never final', () => {
    const exporter = memoryExporter();
    const late: Processor = {
      onStart: () => {},
      onEnding: (span) => new ToolDecisionSpanProcessor().onEnding(span),
      onEnd: () => {},
      forceFlush: async () => {},
      shutdown: async () => {},
    };
    const sdk = provider({ spanProcessors: [late, simple(exporter)] });
    startCall(sdk.getTracer('example')).end();
    const span = only(exporter);
    expect(decisionEvents(span)).toHaveLength(1);
    expect(checkpointOf(span)).toMatchObject({ resumed: true, final: false });
  });
});

describe('options', () => {
  it.each([
    [{ scrub: 'maybe' }, 'Expected `scrub` to be "strict" or "content" or "off", got "maybe"'],
    [{ scurb: 'strict' }, 'Unknown option `scurb`'],
    [{ limits: { argumentBytes: -1 } }, 'Expected `limits.argumentBytes` to be a positive integer, got -1'],
    [{ localTools: 'a' }, 'Expected `localTools` to be an array of strings, got "a"'],
    [{ policy: {} }, 'Expected `policy` to be a function, got object'],
    [{ attest: { sampler: 'yes' } }, 'Expected `attest.sampler` to be "declared", got "yes"'],
    [{ localTools: [1] }, 'Expected `localTools` to be an array of strings, got an array of number'],
    [{ bindClassifiers: { github_deploykey: {} } }, 'Unknown category `github_deploykey`'],
    [null, 'Expected `options` to be an object, got null'],
  ])('a wrong option %j is one clear error', (options, message) => {
    expect(() => new ToolDecisionSpanProcessor(options as never)).toThrow(ConfigError);
    expect(() => new ToolDecisionSpanProcessor(options as never)).toThrow(message);
  });

  it('one object configures processor and guard: each passes over what only the other reads', () => {
    const options = {
      scrub: 'strict',
      runIsTrace: true,
      attest: { sampler: 'declared' },
      forward: 'audit',
    } as const;
    expect(() => new ToolDecisionSpanProcessor(options)).not.toThrow();
    expect(() => new ToolDecisionSpanExporter(memoryExporter(), options)).not.toThrow();
  });

  it('names every wrong option at once', () => {
    try {
      new ToolDecisionSpanProcessor({ scrub: 1, toolSpans: 2 } as never);
      expect.unreachable();
    } catch (error) {
      expect((error as ConfigError).issues).toHaveLength(2);
    }
  });
});
