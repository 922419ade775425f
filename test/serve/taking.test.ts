import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { factReader } from '../../src/cli/read-fact.ts';
import { RunState } from '../../src/run/run-state.ts';
import { readOtlpJson } from '../../src/span/otlp/read-otlp-json.ts';
import { callSpan, decisionEvent } from '../cli/call-spans.ts';
import { otlpAttribute, otlpDocument, otlpSpan, TRACE } from '../span/otlp/documents.ts';
import { holding, request, wireSpan } from '../span/otlp/wire.ts';
import { protobufOf } from './otlp-protobuf.ts';
import { documentsOf, GZIP, PROTOBUF, receiving } from './receiving.ts';

const SPANS = [callSpan(), otlpSpan({ spanId: 'a'.repeat(16), name: 'root' })];
const DOCUMENT = otlpDocument(SPANS);
const JSON_TEXT = JSON.stringify(DOCUMENT);

/** What reading the same spans from a file gives. */
function expectedDocuments(...documents: readonly unknown[]): string[] {
  const state = new RunState();
  const readSpan = factReader({ toolSpans: 'mcp' });
  for (const document of documents)
    for (const span of readOtlpJson(document).spans) state.add(readSpan(span).fact);
  return [...state.documents({ all: false })].map(documentsOf);
}

describe('a batch', () => {
  it.each([
    ['JSON', JSON_TEXT, {}],
    ['JSON with a charset', JSON_TEXT, { 'content-type': 'application/json; charset=utf-8' }],
    ['JSON, gzip', gzipSync(JSON_TEXT), GZIP],
    ['JSON, deflate', deflateSync(JSON_TEXT), { 'content-encoding': 'deflate' }],
    ['protobuf', protobufOf(DOCUMENT), PROTOBUF],
    ['protobuf, gzip', gzipSync(protobufOf(DOCUMENT)), { ...PROTOBUF, ...GZIP }],
  ])('of %s becomes the documents that a file of it would', async (_, body, headers) => {
    const one = await receiving();
    const response = await one.post(body, headers);
    expect(response.status).toBe(200);
    const isProtobuf = 'content-type' in headers && headers['content-type'] === 'application/x-protobuf';
    expect(response.headers.get('content-type')).toBe(
      isProtobuf ? 'application/x-protobuf' : 'application/json',
    );
    expect(await response.text()).toBe(isProtobuf ? '' : '{}');
    await one.stop();
    expect(one.written.map(documentsOf)).toEqual(expectedDocuments(DOCUMENT));
    expect(one.written.map(({ emission }) => emission.closed_by)).toEqual(['root_ended']);
  });

  it('counts once, however often and in whatever order its spans come', async () => {
    const one = await receiving();
    const each = [...SPANS].reverse().map((span) => JSON.stringify(otlpDocument([span])));
    for (const body of [...each, JSON_TEXT, ...each]) expect((await one.post(body)).status).toBe(200);
    await one.stop();
    expect(one.written.map(documentsOf)).toEqual(expectedDocuments(DOCUMENT));
  });

  it.each([
    ['JSON', '{}', {}],
    ['JSON without a resource', '{"resourceSpans":[]}', {}],
    ['protobuf', '', PROTOBUF],
  ])('of nothing, in %s, is taken', async (_, body, headers) => {
    const one = await receiving();
    expect((await one.post(body, headers)).status).toBe(200);
  });

  it('of log records brings the events of spans', async () => {
    const one = await receiving();
    await one.post(JSON_TEXT);
    await one.stop();
    const [record] = one.written[0]?.surface.observed_tool_decisions ?? [];
    if (record === undefined) throw new Error('Expected a record');
    const [event] = [decisionEvent(record)];
    const logRecord = { ...event, eventName: event?.name, traceId: TRACE, spanId: 'b7ad6b7169203331' };
    const logs = {
      resourceLogs: [{ scopeLogs: [{ logRecords: [logRecord, { body: { stringValue: 'x' } }] }] }],
    };
    const other = await receiving();
    const response = await other.post(JSON.stringify(logs), {}, '/v1/logs');
    expect([response.status, await response.json()]).toEqual([200, {}]);
    expect(await other.metric('assay_otel_serve_items_total{signal="logs",outcome="accepted"}')).toBe(1);
    expect(await other.metric('assay_otel_serve_items_total{signal="logs",outcome="skipped"}')).toBe(1);
    await other.stop();
    expect(other.written[0]?.surface.observed_tool_decisions).toEqual([record]);
  });
});

describe('what of a batch cannot be read', () => {
  const bad = otlpSpan({ traceId: 'xyz' });

  it.each([
    ['a span', otlpDocument([...SPANS, bad]), 1],
    ['two spans', otlpDocument([bad, ...SPANS, bad]), 2],
    [
      'a resource with all its spans',
      {
        resourceSpans: [
          ...(DOCUMENT.resourceSpans as unknown[]),
          {
            resource: { attributes: [otlpAttribute('a', { intValue: 'x' })] },
            scopeSpans: [{ spans: SPANS }],
          },
        ],
      },
      2,
    ],
    [
      'a scope without spans',
      { resourceSpans: [{ scopeSpans: [{ scope: { name: 7 } }, { spans: SPANS }] }] },
      0,
    ],
    [
      'more than are told one by one',
      otlpDocument([...SPANS, ...Array.from({ length: 250 }, () => bad)]),
      250,
    ],
  ])('is counted: %s', async (_, document, rejected) => {
    const one = await receiving();
    const response = await one.post(JSON.stringify(document));
    expect(response.status).toBe(200);
    const { partialSuccess } = (await response.json()) as { partialSuccess: Record<string, string> };
    expect(partialSuccess.rejectedSpans).toBe(String(rejected));
    expect(partialSuccess.errorMessage).toMatch(/^resourceSpans\[\d+\].*Expected/);
    await one.stop();
    expect(one.written.map(documentsOf)).toEqual(expectedDocuments(DOCUMENT));
  });

  it('is counted in protobuf', async () => {
    const one = await receiving();
    const short = holding(1, holding(2, holding(2, holding(1, 'short'), holding(2, 'short'))));
    const body = Buffer.concat([protobufOf(DOCUMENT), short, short]);
    const response = await one.post(body, PROTOBUF);
    const answer = Buffer.from(await response.arrayBuffer());
    expect(response.status).toBe(200);
    // ExportTraceServiceResponse.partial_success.rejected_spans = 2, then error_message.
    expect([answer[0], answer[2], answer[3], answer[4]]).toEqual([0x0a, 0x08, 2, 0x12]);
    expect(answer.toString()).toContain('resourceSpans[1].scopeSpans[0].spans[0]');
    await one.stop();
    expect(one.written.map(documentsOf)).toEqual(expectedDocuments(DOCUMENT));
  });
});

describe('a body that cannot be decoded', () => {
  it.each([
    ['no JSON', '{"resourceSpans":', {}],
    ['JSON of something else', '{"secret":"FAKE"}', {}],
    ['a list', '[]', {}],
    ['fields in the spelling of the .proto files', '{"resource_spans":[]}', {}],
    ['text as protobuf', 'FAKE secret', PROTOBUF],
    ['no gzip', JSON_TEXT, GZIP],
    ['gzip that is cut', gzipSync(JSON_TEXT).subarray(0, 40), GZIP],
  ])('is a 400 with a status: %s', async (_, body, headers) => {
    const one = await receiving();
    const response = await one.post(body, headers);
    expect(response.status).toBe(400);
    const text = await response.text();
    expect(text).toContain('Expected');
    expect(text).not.toContain('FAKE');
    if (!('content-type' in headers)) expect(Object.keys(JSON.parse(text))).toEqual(['message']);
    else expect(text.charCodeAt(0)).toBe(0x12);
  });

  it('leaves what is whole before the damage', async () => {
    const one = await receiving();
    const whole = protobufOf(DOCUMENT);
    const cut = request(wireSpan(), wireSpan()).subarray(0, -5);
    expect((await one.post(Buffer.concat([whole, cut]), PROTOBUF)).status).toBe(400);
    await one.stop();
    expect(one.written.map(documentsOf)).toEqual(expectedDocuments(DOCUMENT));
  });
});

describe('what is no batch', () => {
  it.each([
    ['text', { 'content-type': 'text/plain' }, 415],
    ['no type', { 'content-type': '' }, 415],
    ['another charset', { 'content-type': 'application/json; charset=utf-16' }, 415],
    ['another compression', { 'content-encoding': 'br' }, 415],
  ])('is a 415: %s', async (_, headers, status) => {
    const one = await receiving();
    const response = await one.post(JSON_TEXT, headers);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ message: expect.stringContaining('Expected Content-') });
  });

  it.each([
    ['GET', '/v1/traces', 405],
    ['POST', '/runs', 405],
    ['POST', '/v1/metrics', 404],
    ['GET', '/', 404],
    ['GET', '/runs/%E0%A4%A', 400],
  ])('%s %s is a %i', async (method, path, status) => {
    const one = await receiving();
    expect((await fetch(`${one.url}${path}`, { method })).status).toBe(status);
  });
});
