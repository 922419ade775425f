import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTaskMessageQueue, InMemoryTaskStore } from '@modelcontextprotocol/sdk/experimental/tasks';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ElicitRequestSchema, ElicitResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { SpanKind } from '@opentelemetry/api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ToolDecisionSpanExporter } from '../../src/index.ts';
import { instrumentClient, instrumentServer } from '../../src/mcp/index.ts';
import type { SdkReadableSpan } from '../../src/span/sdk-span.ts';
import { decisionEvents, recordOf } from '../sdk/call-span.ts';
import { memoryExporter } from '../sdk/line.ts';
import { inHostSpan, startTracing, type Tracing } from './support/tracing.ts';

describe('tasks and streams of SDK 1.x', () => {
  let tracing: Tracing;
  let client: Client;
  let store: InMemoryTaskStore;

  beforeEach(async () => {
    tracing = startTracing();
    store = new InMemoryTaskStore();
    const tasks = { list: {}, cancel: {}, requests: { tools: { call: {} }, elicitation: { create: {} } } };
    const server = instrumentServer(
      new McpServer(
        { name: 'files', version: '1' },
        {
          capabilities: { tools: {}, tasks },
          taskStore: store,
          taskMessageQueue: new InMemoryTaskMessageQueue(),
        },
      ),
    );
    server.registerTool('plain', {}, () => ({ content: [] }));
    server.experimental.tasks.registerToolTask(
      'later',
      { inputSchema: { fails: z.boolean(), asks: z.boolean() } },
      {
        async createTask({ fails, asks }, { taskStore }) {
          const task = await taskStore.createTask({ ttl: 60_000, pollInterval: 1 });
          const finish = async () => {
            if (asks) {
              const params = {
                mode: 'form',
                message: 'm',
                requestedSchema: { type: 'object', properties: {} },
              };
              const related = { relatedTask: { taskId: task.taskId } };
              await taskStore.updateTaskStatus(task.taskId, 'input_required');
              await server.server.request(
                { method: 'elicitation/create', params } as never,
                ElicitResultSchema,
                related,
              );
            }
            await taskStore.storeTaskResult(task.taskId, 'completed', { content: [], isError: fails });
          };
          void finish();
          return { task };
        },
        getTask: async (_args, { taskId, taskStore }) => await taskStore.getTask(taskId),
        getTaskResult: async (_args, { taskId, taskStore }) =>
          (await taskStore.getTaskResult(taskId)) as { content: [] },
      },
    );
    client = instrumentClient(
      new Client({ name: 'agent', version: '1' }, { capabilities: { elicitation: { form: {} }, tasks } }),
    );
    client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'decline' }));
    const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
    await Promise.all([server.connect(serverSide), client.connect(clientSide)]);
    await client.listTools();
    tracing.reset();
  });
  afterEach(async () => {
    await client.close();
    store.cleanup();
    await tracing.close();
  });

  async function stream(name: string, args: Record<string, unknown> = {}): Promise<string[]> {
    const seen: string[] = [];
    for await (const { type } of client.experimental.tasks.callToolStream({ name, arguments: args }))
      seen.push(type);
    return [seen.at(0) ?? '', seen.at(-1) ?? ''];
  }

  it('cover a stream that is no task', async () => {
    expect(await inHostSpan('agent', () => stream('plain'))).toEqual(['result', 'result']);
    expect(tracing.span('tools/call plain', SpanKind.CLIENT).parentSpanContext?.spanId).toBe(
      tracing.span('agent').spanContext().spanId,
    );
    expect(tracing.spans('tools/call plain')).toHaveLength(2);
  });

  it.each([
    [false, undefined],
    [true, 'tool_error'],
  ])('cover a task, whose result says how the tool ended (failing: %s)', async (fails, errorType) => {
    expect(await inHostSpan('agent', () => stream('later', { fails, asks: false }))).toEqual([
      'taskCreated',
      'result',
    ]);
    for (const kind of [SpanKind.CLIENT, SpanKind.SERVER]) {
      expect(tracing.span('tools/call later', kind).attributes['error.type']).toBeUndefined();
      expect(tracing.span('tasks/result', kind).attributes['error.type']).toBe(errorType);
    }
    const agent = tracing.span('agent').spanContext();
    for (const name of ['tasks/get', 'tasks/result', 'tools/call later']) {
      for (const span of tracing.spans(name)) expect(span.spanContext().traceId).toBe(agent.traceId);
      expect(tracing.spans(name).length).toBeGreaterThanOrEqual(2);
    }
  });

  it('leave open how a tool fared of which only a task was created', async () => {
    await inHostSpan('agent', () => stream('later', { fails: true, asks: false }));
    await inHostSpan('agent', () => stream('plain'));
    const statuses = tracing
      .spans()
      .flatMap((span) => recordsOf(span).map(({ response }) => response.status));
    expect(statuses).toEqual(['unknown', 'unknown', 'success', 'success']);
  });

  it('carry the context of a request that is queued for a task', async () => {
    await inHostSpan('agent', () => stream('later', { fails: false, asks: true }));
    const asked = tracing.span('elicitation/create', SpanKind.CLIENT);
    const answered = tracing.span('elicitation/create', SpanKind.SERVER);
    expect(answered.parentSpanContext?.spanId).toBe(asked.spanContext().spanId);
    expect(asked.parentSpanContext?.spanId).toBe(
      tracing.span('tools/call later', SpanKind.SERVER).spanContext().spanId,
    );
    expect(tracing.span('tasks/result', SpanKind.CLIENT).spanContext().traceId).toBe(
      asked.spanContext().traceId,
    );
  });
});

/** The record that the guard puts on a span as it leaves; none where it is no call. */
function recordsOf(span: SdkReadableSpan) {
  const exporter = memoryExporter();
  new ToolDecisionSpanExporter(exporter).export([span], () => {});
  return exporter
    .getFinishedSpans()
    .flatMap((left) => (decisionEvents(left).length > 0 ? [recordOf(left)] : []));
}
