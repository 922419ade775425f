import { afterEach, describe, expect, it } from 'vitest';
import { callSpan, decisionEvent, line } from '../cli/call-spans.ts';
import { folderWith } from '../cli/run-cli.ts';
import { type Fields, otlpAttribute, otlpDocument, otlpSpan } from '../span/otlp/documents.ts';
import { rawCanarySpans } from './canary.ts';
import { documentsOf, receiving, until } from './receiving.ts';
import { closeTargets, target, targetAnswering } from './target.ts';

afterEach(closeTargets);

const forwarded = (outcome: string): string => `assay_otel_serve_forwarded_spans_total{outcome="${outcome}"}`;

describe('what is forwarded', () => {
  it('gives the next receiver the same calls', async () => {
    const next = await receiving();
    const one = await receiving({ forward: new URL(`${next.url}/`) });
    await one.post(line([callSpan({ parentSpanId: 'a'.repeat(16) }), otlpSpan({ spanId: 'a'.repeat(16) })]));
    await until('it to arrive', async () => (await one.metric(forwarded('sent'))) === 2);
    await one.stop();
    await next.stop();
    const [here] = one.written;
    const [there] = next.written;
    expect(there?.surface).toEqual(here?.surface);
    expect(there?.index.records.map(({ span_ids, trace_id }) => [trace_id, span_ids])).toEqual(
      here?.index.records.map(({ span_ids, trace_id }) => [trace_id, span_ids]),
    );
  });

  it('gives the next receiver what the processor wrote, to the byte', async () => {
    const { reference } = await import('./reference.ts');
    for (const document of reference()) {
      const next = await receiving();
      const one = await receiving({ forward: new URL(next.url) });
      await one.post(document);
      await until('it to arrive', async () => (await one.metric(forwarded('sent'))) > 0);
      await one.stop();
      await next.stop();
      expect(next.written.map(documentsOf)).toEqual(one.written.map(documentsOf));
    }
  });

  it('is scrubbed: of spans of an agent that runs nothing of ours no content stays', async () => {
    const { url, bodies } = await target(200);
    const { canary, document } = rawCanarySpans();
    const one = await receiving({ forward: url });
    expect(document).toContain(canary);
    await one.post(document);
    await until('it to be sent', async () => (await one.metric(forwarded('sent'))) > 0);
    expect(bodies.join()).not.toContain(canary);
    expect(bodies.join()).toContain('assay.tool_decision');
  });

  it('keeps what must not become invisible: broken events, fields that nobody knows, dropped parts', async () => {
    const { url, bodies } = await target(200);
    const one = await receiving({ forward: url });
    const event = decisionEvent({} as never, {});
    const spans: Fields[] = [
      callSpan({ events: [{ ...event, attributes: [] }], droppedAttributesCount: 3 }),
      otlpSpan({
        spanId: 'b'.repeat(16),
        attributes: [otlpAttribute('mcp.new.thing', { stringValue: 'FAKE' })],
      }),
    ];
    await one.post(JSON.stringify(otlpDocument(spans)));
    await until('it to be sent', async () => (await one.metric(forwarded('sent'))) === 2);
    const [first, second] = JSON.parse(bodies[0] ?? '').resourceSpans[0].scopeSpans[0].spans;
    expect(first).toMatchObject({ droppedAttributesCount: 3 });
    expect(first.events.map(({ name }: Fields) => name)).toContain('assay.tool_decision');
    expect(second.attributes).toEqual([{ key: 'mcp.unrecognised', value: { boolValue: true } }]);
    expect(bodies[0]).not.toContain('FAKE');
  });
});

describe('a target', () => {
  it('that is busy is asked again', async () => {
    const { url, requests } = await target(503, 429, 200);
    const one = await receiving({ forward: url });
    expect((await one.post(line([callSpan()]))).status).toBe(200);
    await until('it to be sent', async () => (await one.metric(forwarded('sent'))) === 1);
    expect(requests).toHaveLength(3);
    expect(one.said).toEqual([
      expect.stringContaining(`${url.origin}/v1/traces takes nothing: it answers 503`),
    ]);
  });

  it('that refuses gets no more of it, which is counted', async () => {
    const { url, requests } = await target(400);
    const one = await receiving({ forward: url });
    expect((await one.post(line([callSpan()]))).status).toBe(200);
    await until('it to be refused', async () => (await one.metric(forwarded('refused'))) === 1);
    expect(requests).toHaveLength(1);
  });

  it('that is away holds nobody: batches are taken, and the stop is bounded', async () => {
    const one = await receiving({ forward: new URL('http://127.0.0.1:9'), limits: { drainTime: 200 } });
    for (let n = 0; n < 20; n += 1) expect((await one.post(line([callSpan()]))).status).toBe(200);
    expect(await one.stop()).toBe(true);
    expect(one.written).toHaveLength(1);
    expect(one.said.join()).toMatch(
      /http:\/\/127\.0\.0\.1:9\/v1\/traces takes nothing: it does not answer \(\w+\)/,
    );
  });

  it.each([
    ['a number', '{"partialSuccess":{"rejectedSpans":1}}', 1, 1],
    ['a number as text', '{"partialSuccess":{"rejectedSpans":"2"}}', 0, 2],
    ['more than there were', '{"partialSuccess":{"rejectedSpans":"9"}}', 0, 2],
    ['nothing that counts', '{"partialSuccess":{"rejectedSpans":-1}}', 2, 0],
    ['nothing that can be read', 'taken', 2, 0],
    ['far too much', `{"partialSuccess":{"rejectedSpans":1},"x":"${'x'.repeat(100_000)}"}`, 2, 0],
  ])('that rejects spans of a batch by %s has not been sent them', async (_, answer, sent, refused) => {
    const { url } = await targetAnswering(answer, 200);
    const one = await receiving({ forward: url });
    await one.post(line([callSpan(), callSpan({ spanId: 'e'.repeat(16) })]));
    const counts = () => Promise.all(['sent', 'refused'].map((outcome) => one.metric(forwarded(outcome))));
    await until('both to be counted', async () => (await counts()).some((count) => count > 0));
    expect(await counts()).toEqual([sent, refused]);
  });

  it('is told of no hop but those that receivers are named by', async () => {
    const { url, requests } = await target(200);
    const one = await receiving({ forward: url });
    await one.post(line([callSpan()]), { 'assay-otel-via': `0123abcd,FAKE-key,${'f'.repeat(9)}, ABCDEF01` });
    await until('it to be sent', async () => (await one.metric(forwarded('sent'))) === 1);
    expect(requests[0]?.headers['assay-otel-via']).toMatch(/^0123abcd,[0-9a-f]{8}$/);
  });

  it('that sends everything back makes no circle', async () => {
    const { url, requests } = await target(200);
    const one = await receiving({ forward: url });
    await one.post(line([callSpan()]));
    await until('it to be sent', async () => (await one.metric(forwarded('sent'))) === 1);
    const via = String(requests[0]?.headers['assay-otel-via']);
    expect((await one.post(line([callSpan()]), { 'assay-otel-via': via })).status).toBe(200);
    expect(await one.metric(forwarded('circle'))).toBe(1);
  });
});

describe('what is kept of an agent that runs nothing of ours', () => {
  it('holds no content: no file, no line, no answer, no metric', async () => {
    const data = folderWith();
    const { canary, document } = rawCanarySpans();
    const one = await receiving({ data });
    const answers = [await one.post(document), await one.post(document.slice(0, -2))];
    answers.push(await one.post(document.replace('"traceId":"', '"traceId":"x')));
    for (const path of ['/runs', '/metrics', `/runs/${'1'.padStart(32, '0')}`])
      answers.push(await one.get(path));
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    await one.stop();
    const { readdirSync, readFileSync } = await import('node:fs');
    const files = readdirSync(data).map((name) => readFileSync(`${data}/${name}`, 'utf8'));
    expect(files.join()).toContain('"calls"');
    expect([...texts, ...files, ...one.said, JSON.stringify(one.written)].join()).not.toContain(canary);
    expect(one.written).toHaveLength(1);
  });
});
