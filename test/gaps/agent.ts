import {
  type Attributes,
  context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  trace,
} from '@opentelemetry/api';
import { connect, type Kit } from '../mcp/support/kit.ts';
import { v1 } from '../mcp/support/v1.ts';
import { type Answer, receive } from './receiver.ts';
import { type TracedProcess, tracedProcess, type Wiring } from './traced-process.ts';

/** An agent at work in its process, its root span open. */
export interface Agent {
  readonly root: Span;
  readonly process: TracedProcess;
  /** Calls a tool through the real client, below the root. */
  call(name: string, args?: object): Promise<void>;
}

export interface AgentPlan extends Wiring {
  readonly act?: (agent: Agent) => Promise<void>;
  readonly answerTo?: (body: string, kept: number) => Answer | Promise<Answer>;
  /** Span context of the caller, where the trace began upstream. */
  readonly upstream?: SpanContext;
  readonly rootAttributes?: Attributes;
  /** Whether `assay-otel/mcp` instruments the client. Default yes. */
  readonly instrumented?: boolean;
  /** The same for the server, which is in this process too. Default no. */
  readonly instrumentedServer?: boolean;
  /** What the server waits for before it answers a call. */
  readonly beforeAnswer?: Promise<void>;
  /** The connection between the two; what was sent, and what arrives. Default: the same. */
  readonly link?: Kit['linkedPair'];
  /** After the root has ended, before the process stops. */
  readonly afterwards?: (agent: Agent) => Promise<void> | void;
}

/** What an agent does where a case says nothing else. */
export async function threeCalls({ call }: Pick<Agent, 'call'>): Promise<void> {
  await call('add_deploy_key', { owner: 'org', repo: 'prod-repo', title: 'ci-key' });
  await call('search', { query: 'anything' });
  await call('change_role', { workspace: 'acme', user: 'bob', role: 'admin' });
}

/** Runs an agent in one process, with a real MCP server in memory; gives the OTLP/JSON bodies that arrived. */
export async function runAgent(plan: AgentPlan): Promise<string[]> {
  const receiver = await receive(plan.answerTo);
  const process = await tracedProcess(receiver.url, plan);
  try {
    await work(process, plan);
    await process.flush();
    return receiver.bodies;
  } finally {
    await process.stop();
    await receiver.close();
  }
}

async function work(process: TracedProcess, plan: AgentPlan): Promise<void> {
  const client = v1.client();
  if (plan.instrumented !== false) process.assay.instrumentClient(client);
  const server = v1.server();
  if (plan.instrumentedServer) process.assay.instrumentServer(server);
  v1.handle(server, 'tools/call', async () => {
    await plan.beforeAnswer;
    return { content: [] };
  });
  const outside = plan.upstream ? trace.setSpanContext(ROOT_CONTEXT, plan.upstream) : ROOT_CONTEXT;
  const root = process.tracer('agent').startSpan('agent', { attributes: plan.rootAttributes ?? {} }, outside);
  const agent: Agent = {
    root,
    process,
    call: async (name, args = {}) => void (await v1.callTool(client, { name, arguments: args })),
  };
  await context.with(trace.setSpan(outside, root), async () => {
    await connect({ ...v1, ...(plan.link && { linkedPair: plan.link }) }, client, server);
    await (plan.act ?? threeCalls)(agent);
  });
  root.end();
  await plan.afterwards?.(agent);
}
