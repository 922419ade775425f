import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { trace } from '@opentelemetry/api';
import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer';
import { McpInstrumentation } from '@traceloop/instrumentation-mcp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import { ToolDecisionSpanProcessor } from '../../src/index.ts';
import { instrumentClient, instrumentServer } from '../../src/mcp/index.ts';
import type { SdkReadableSpan } from '../../src/span/sdk-span.ts';
import { exported } from '../mcp/support/exported.ts';
import { inHostSpan, startTracing, type Tracing } from '../mcp/support/tracing.ts';
import { check } from './checker.ts';

let tracing: Tracing;
let folder: string;
const traceloop = new McpInstrumentation();
beforeAll(() => {
  tracing = startTracing(undefined, [new ToolDecisionSpanProcessor()]);
  traceloop.setTracerProvider(trace.getTracerProvider());
  traceloop.manuallyInstrument({ Client } as never);
});
beforeEach(() => {
  tracing.reset();
  folder = mkdtempSync(join(tmpdir(), 'two-instrumentations-'));
  return () => rmSync(folder, { recursive: true, force: true });
});
afterAll(() => tracing.close());

/** A task that calls twice, over a session that began before it, in a trace of its own, or within it. */
async function work(isBefore: boolean): Promise<void> {
  const server = new McpServer({ name: 'github', version: '1' });
  server.registerTool('search', { inputSchema: z.object({}).loose() }, async () => ({ content: [] }));
  instrumentServer(server);
  const client = instrumentClient(new Client({ name: 'agent', version: '1' }));
  const [near, far] = InMemoryTransport.createLinkedPair();
  const connect = () => Promise.all([server.connect(far), client.connect(near)]);
  if (isBefore) await connect();
  await inHostSpan('agent', async () => {
    if (!isBefore) await connect();
    for (const _ of [1, 2]) await client.callTool({ name: 'search', arguments: {} });
    if (!isBefore) await client.close();
  });
  if (isBefore) await client.close();
}

function inRun(span: SdkReadableSpan): SdkReadableSpan {
  const attributes = { ...span.resource.attributes, 'assay.run.id': 'job' };
  return Object.create(span, { resource: { value: { ...span.resource, attributes } } }) as SdkReadableSpan;
}

describe('the checker, of calls that two instrumentations of a client saw', () => {
  it.each([
    ['one trace', false, (span: SdkReadableSpan) => span],
    ['a trace of the task and one of the session', true, (span: SdkReadableSpan) => span],
    ['both traces as one run', true, inRun],
  ] as const)('agrees with the reader, in %s', async (_, isBefore, of) => {
    await work(isBefore);
    const spans = tracing.spans().map(of);
    const { runs } = exported(spans);
    expect(runs.reduce((calls, { health }) => calls + health.tool_calls_observed, 0)).toBe(2);
    const traces = join(folder, 'traces.jsonl');
    writeFileSync(traces, JsonTraceSerializer.serializeRequest(spans as never) ?? '');
    for (const { runId, surface, health, index } of runs) {
      for (const [kind, document] of Object.entries({ surface, health, index }))
        writeFileSync(join(folder, `${runId}.${kind}.json`), `${canonicalJson(document)}\n`);
    }
    const { code, said } = check(traces, folder);
    expect(said).toMatch(/, 0 records taken as they stand, 0 disagreements/);
    expect(code).toBe(0);
  });
});
