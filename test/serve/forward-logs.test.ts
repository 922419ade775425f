import { afterEach, describe, expect, it } from 'vitest';
import { loggedRun } from '../collector/logged-run.ts';
import { otlpAttribute, otlpDocument, otlpSpan, SPAN, TRACE } from '../span/otlp/documents.ts';
import { documentsOf, receiving, until } from './receiving.ts';
import { closeTargets, target } from './target.ts';

afterEach(closeTargets);

const CANARY = 'canaryFAKEvalue';
const ofSpans = 'assay_otel_serve_forwarded_spans_total{outcome="sent"}';
const ofLogs = 'assay_otel_serve_forwarded_log_records_total{outcome="sent"}';

describe('a run whose records come as log records', () => {
  it('is the same run at the next receiver, whichever signal comes first', async () => {
    const { spans, logs } = await loggedRun(CANARY);
    for (const order of [
      [spans, logs],
      [logs, spans],
    ]) {
      const next = await receiving();
      const one = await receiving({ forward: new URL(next.url) });
      for (const body of order) await one.post(body, {}, body === logs ? '/v1/logs' : '/v1/traces');
      await until(
        'both to arrive',
        async () => (await one.metric(ofLogs)) > 0 && (await one.metric(ofSpans)) > 0,
      );
      await one.stop();
      await next.stop();
      expect(next.written.map(documentsOf)).toEqual(one.written.map(documentsOf));
      const [run] = next.written;
      expect(run?.surface.observed_tool_decisions).toHaveLength(2);
      expect(run?.health.coverage).toMatchObject({ state: 'complete', gaps: [] });
    }
  });

  it('lacks its records where the target takes no log records, and says so: nothing is made up', async () => {
    const { spans } = await loggedRun(CANARY);
    const next = await receiving();
    const one = await receiving({ forward: new URL(next.url) });
    await one.post(spans);
    await until('spans to arrive', async () => (await one.metric(ofSpans)) > 0);
    await one.stop();
    await next.stop();
    // As every reader of the spans alone.
    const [here, there] = [one, next].map(({ written }) => written[0]?.health.coverage.gaps);
    expect(there?.map(({ code }) => code)).toEqual(['event_lost', 'seal_mismatch']);
    expect(there).toEqual(here);
  });

  it('takes nothing of any other log record with it, nor content of ours', async () => {
    const { logs } = await loggedRun(CANARY);
    const { url, bodies, requests } = await target(200);
    const one = await receiving({ forward: url });
    const document = JSON.parse(logs);
    for (const { resource, scopeLogs } of document.resourceLogs) {
      resource.attributes.push(otlpAttribute('host.name', { stringValue: CANARY }));
      for (const { scope, logRecords } of scopeLogs) {
        scope.name = CANARY;
        for (const record of logRecords) {
          record.body = { stringValue: CANARY };
          record.severityText = CANARY;
          record.attributes.push(otlpAttribute('text', { stringValue: CANARY }));
          record.attributes.push(otlpAttribute('assay.redaction.scrubbed_keys', { stringValue: CANARY }));
        }
      }
    }
    await one.post(JSON.stringify(document), {}, '/v1/logs');
    await until('it to be sent', async () => (await one.metric(ofLogs)) > 0);
    expect(requests.map(({ url: path }) => path)).toEqual(['/v1/logs']);
    expect(bodies.join()).not.toContain(CANARY);
    expect(bodies.join()).toContain('assay.tool_decision');
  });

  it('comes with a broken record as broken', async () => {
    const { logs } = await loggedRun(CANARY);
    const next = await receiving();
    const one = await receiving({ forward: new URL(next.url) });
    await one.post(logs.replaceAll('sha256:', 'sha256:0'), {}, '/v1/logs');
    await until('it to arrive', async () => (await one.metric(ofLogs)) > 0);
    await one.stop();
    await next.stop();
    expect(next.written.map(documentsOf)).toEqual(one.written.map(documentsOf));
    expect(JSON.stringify(next.written[0]?.health.coverage.gaps)).toContain('event_truncated');
  });
});

describe('a span that says that its record went elsewhere', () => {
  const sent = async (attributes: Readonly<Record<string, string>>) => {
    const { url, bodies } = await target(200);
    const one = await receiving({ forward: url });
    const text = ([key, stringValue]: readonly [string, string]) => otlpAttribute(key, { stringValue });
    const call = { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'search', 'assay.carrier': 'log' };
    const span = otlpSpan({
      ...{ traceId: TRACE, spanId: SPAN },
      attributes: Object.entries({ ...call, ...attributes }).map(text),
    });
    await one.post(JSON.stringify(otlpDocument([span])));
    await until('it to be sent', async () => (await one.metric(ofSpans)) === 1);
    const [made] = JSON.parse(bodies[0] ?? '').resourceSpans[0].scopeSpans[0].spans;
    const kept = made.attributes.map(({ key, value }: { key: string; value: { stringValue?: string } }) => [
      key,
      value.stringValue,
    ]);
    return { body: bodies.join(), events: made.events, kept: Object.fromEntries(kept) };
  };

  it('keeps what it says of it', async () => {
    const own = {
      'assay.tool.category': 'github_deploy_key',
      'assay.classification': 'classified',
      'assay.decision.effect': 'deny',
      'assay.record.digest': `sha256:${'0'.repeat(64)}`,
      'assay.emitter.id': '9f1c03d2ab77e051',
      'assay.epoch': '1-77ab90c1d2e3f405',
      'assay.vantage': 'client',
    };
    const { events, kept } = await sent(own);
    expect(events).toEqual([]);
    expect(kept).toMatchObject({ ...own, 'assay.carrier': 'log' });
  });

  it('keeps none of it that is not in the form that we write', async () => {
    const keys = [
      'tool.category',
      'classification',
      'decision.effect',
      'record.digest',
      'emitter.id',
      'epoch',
    ];
    const own = [...keys, 'vantage', 'record', 'tool.name', 'server.id'].map((key) => [
      `assay.${key}`,
      CANARY,
    ]);
    const { events, kept, body } = await sent(Object.fromEntries(own));
    expect(events).toEqual([]);
    expect(Object.keys(kept).sort()).toEqual(['assay.carrier', 'gen_ai.tool.name', 'mcp.method.name']);
    expect(body).not.toContain(CANARY);
  });
});
