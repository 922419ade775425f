import { context, ROOT_CONTEXT, type Span, SpanKind, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { AlwaysOnSampler } from '@opentelemetry/sdk-trace-base';
import { threeCalls } from '../gaps/agent.ts';
import { receive } from '../gaps/receiver.ts';
import { type TracedProcess, tracedProcess } from '../gaps/traced-process.ts';
import { connect } from '../mcp/support/kit.ts';
import { v1 } from '../mcp/support/v1.ts';
import { batch, type Exporter } from '../sdk/line.ts';

/** Stands in arguments and prompts. No published shape, so that only structure can keep it in. */
export const CANARY = 'quokka-7f3a-basalt';

type Call = (name: string, args?: object) => Promise<void>;
interface Work {
  readonly process: TracedProcess;
  readonly call: Call;
}

/**
 * Agents at work in one process with the SDK, our processor and guard, and the OTLP/HTTP exporter: some runs are a
 * trace each, one is two traces wide, one uses no tool, one is refused a call. Sends to `url`; gives what another
 * exporter of the same process sent straight to a receiver: the same spans, without anything in between.
 */
export async function runAgents(url: string): Promise<string[]> {
  const direct = await receive();
  const sender = new OTLPTraceExporter({ url: direct.url }) as unknown as Exporter;
  const process = await tracedProcess(`${url}/v1/traces`, {
    options: { attest: { instrumentation: 'configured' } },
    sampler: (observe) => observe(new AlwaysOnSampler()),
    others: [batch(sender)],
  });
  try {
    const client = v1.client();
    process.assay.instrumentClient(client);
    const server = v1.server();
    v1.handle(server, 'tools/call', () => ({ content: [] }));
    await connect(v1, client, server);
    const call: Call = async (name, args = {}) => void (await v1.callTool(client, { name, arguments: args }));
    await runs({ process, call });
    await process.flush();
    return direct.bodies;
  } finally {
    await process.stop();
    await direct.close();
  }
}

async function runs(work: Work): Promise<void> {
  await inRoot(work, {}, () => threeCalls(work));
  await inRoot(work, {}, () => amongOtherSpans(work));
  await inRoot(work, {}, () => refused(work));
  await inRoot(work, { 'gen_ai.operation.name': 'invoke_agent' }, async () => {});
  const nightly = { 'assay.run.id': 'nightly' };
  await inRoot(work, nightly, () => work.call('search', { query: CANARY }));
  await inRoot(work, nightly, () => threeCalls(work));
  work.process.processor.endRun('nightly');
}

async function inRoot(
  { process }: Work,
  attributes: Record<string, string>,
  act: () => Promise<void>,
): Promise<void> {
  const root = process.tracer('agent').startSpan('agent', { attributes }, ROOT_CONTEXT);
  await context.with(trace.setSpan(ROOT_CONTEXT, root), act);
  root.end();
}

/** What else a process traces: a model that was asked, steps, requests, and a call below them. */
async function amongOtherSpans({ process, call }: Work): Promise<void> {
  const tracer = process.tracer('framework');
  const within = async (span: Span, act: () => Promise<void>): Promise<void> => {
    await context.with(trace.setSpan(context.active(), span), act);
    span.end();
  };
  const chat = { 'gen_ai.operation.name': 'chat', 'gen_ai.input.messages': CANARY };
  tracer.startSpan('chat', { kind: SpanKind.CLIENT, attributes: chat }).end();
  await within(tracer.startSpan('step', { attributes: { note: CANARY } }), async () => {
    const request = tracer.startSpan('GET', { kind: SpanKind.CLIENT });
    request.addEvent('note', { text: CANARY });
    request.end();
    await call('add_deploy_key', { owner: 'org', repo: 'repo', title: 'ci-key', key: CANARY });
  });
}

/** A gateway of the host's own, which says no. */
async function refused({ process }: Work): Promise<void> {
  const span = process.tracer('gateway').startSpan('tools/call grant_admin', { kind: SpanKind.CLIENT });
  process.assay.observeToolCall(span, {
    toolName: 'grant_admin',
    arguments: { workspace: 'acme', user: 'bob', note: CANARY },
    decision: { effect: 'deny', source: 'gateway', ruleId: 'no-admins', enforced: true },
  });
  span.end();
}
