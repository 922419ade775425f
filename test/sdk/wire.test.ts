import { createServer, type Server } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeToolDecision, ToolDecisionSpanExporter, ToolDecisionSpanProcessor } from '../../src/index.ts';
import { readOtlpJson } from '../../src/span/otlp/read-otlp-json.ts';
import { checkpointOf, recordOf, startCall } from './call-span.ts';
import { batch, memoryExporter, provider, simple } from './line.ts';

let server: Server;
let url = '';
const bodies: { encoding: string | undefined; text: string }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const encoding = request.headers['content-encoding'];
      const body = Buffer.concat(chunks);
      bodies.push({ encoding, text: (encoding === 'gzip' ? gunzipSync(body) : body).toString('utf8') });
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('Expected a port');
  url = `http://127.0.0.1:${address.port}/v1/traces`;
});

afterAll(() => new Promise((done) => server.close(done)));

describe('over the real OTLP exporter, gzip and our reader', () => {
  it('event and checkpoint decode to what was written in the process', async () => {
    const memory = memoryExporter();
    const otlp = new OTLPTraceExporter({ url, compression: 'gzip' as never });
    const sdk = provider({
      spanProcessors: [
        new ToolDecisionSpanProcessor(),
        simple(memory),
        batch(new ToolDecisionSpanExporter(otlp as never)),
      ],
    });
    startCall(sdk.getTracer('example.mcp.client', '1.0.0'), {
      owner: 'org',
      repo: 'prod-repo',
      title: 'Ünïcode ✓',
    }).end();
    await sdk.forceFlush();
    const [inProcess] = memory.getFinishedSpans();
    await sdk.shutdown();

    expect(bodies.map(({ encoding }) => encoding)).toEqual(['gzip']);
    const { spans, refused } = readOtlpJson(JSON.parse(bodies[0]?.text ?? ''));
    expect(refused).toEqual([]);
    expect(spans).toHaveLength(1);
    const [read] = spans;
    const event = read?.events.find(({ name }) => name === 'assay.tool_decision');
    if (event === undefined || inProcess === undefined) throw new Error('Expected a decision event');
    const decoded = decodeToolDecision(event);
    expect(decoded.value).toEqual(recordOf(inProcess));
    expect(decoded).toMatchObject({ sequence: 1, numbered: 1, vantage: 'client' });
    expect(decoded.startTimeUnixNano).toBe(read?.startTimeUnixNano);
    const checkpoint = read?.events.find(({ name }) => name === 'assay.tool_observation');
    expect(JSON.parse(String(checkpoint?.attributes['assay.checkpoint']))).toEqual(checkpointOf(inProcess));
  });
});
