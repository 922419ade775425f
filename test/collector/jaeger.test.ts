import { beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import { digestOf } from '../../src/decision/codec.ts';
import { CANARY } from './agents.ts';
import { spanFullOf } from './raw-spans.ts';
import { startCollector } from './running-collector.ts';
import { startJaeger } from './running-jaeger.ts';
import { linesOfBodies, parsed } from './runs-read.ts';
import { send } from './send.ts';
import { summarisedRun } from './summarised-run.ts';
import { until } from './until.ts';

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}
interface Span {
  readonly name: string;
  readonly parentSpanId?: string;
  readonly spanId: string;
  readonly attributes: readonly Attribute[];
  readonly events?: readonly { readonly name: string; readonly attributes: readonly Attribute[] }[];
}

function spansOf(text: string): Span[] {
  const { result } = JSON.parse(text) as {
    result: { resourceSpans: readonly { scopeSpans: readonly { spans: readonly Span[] }[] }[] };
  };
  return result.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
}

function text(attributes: readonly Attribute[] | undefined, key: string): unknown {
  return attributes?.find((attribute) => attribute.key === key)?.value.stringValue;
}

describe('agent → jaeger.yaml → Jaeger', () => {
  let shown: string;
  let raw: string;
  let logs: string;
  beforeAll(async () => {
    const jaeger = await startJaeger();
    const collector = await startCollector('jaeger.yaml', { ASSAY_JAEGER_ADDRESS: jaeger.grpc });
    const id = await summarisedRun(collector.url, CANARY);
    await send(collector.url, spanFullOf(CANARY, 'elsewhere'));
    const all = async () => [await jaeger.trace(id), await jaeger.trace('c'.repeat(32))];
    await until('the summary span and the raw span in Jaeger', async () => {
      [shown = '', raw = ''] = await all();
      return shown.includes('assay.tool_decision_surface') && raw.includes('tools/call');
    });
    await collector.stop();
    // Nothing of it is to be kept, and it takes ten seconds to stop.
    await jaeger.kill();
    logs = collector.log() + jaeger.log();
  });

  it('shows the decision event of each call, intact', () => {
    const events = spansOf(shown).flatMap((span) => span.events ?? []);
    const decisions = events.filter(({ name }) => name === 'assay.tool_decision');
    expect(decisions).toHaveLength(2);
    for (const { attributes } of decisions) {
      const record = String(text(attributes, 'assay.record'));
      expect(digestOf(record)).toBe(text(attributes, 'assay.record.digest'));
    }
  });

  it('shows the attributes that mirror it on the span, where people search', () => {
    const calls = spansOf(shown).filter(({ name }) => name.startsWith('tools/call'));
    const mirrored = calls.map(({ attributes }) => [
      text(attributes, 'assay.tool.category'),
      text(attributes, 'assay.classification'),
      text(attributes, 'assay.decision.effect'),
    ]);
    expect(mirrored.sort()).toEqual([
      ['github_deploy_key', 'classified', 'allow'],
      ['workspace_admin', 'classified', 'deny'],
    ]);
  });

  it('shows the summary span below the root, with the digest of the surface that is read from Jaeger itself', async () => {
    const spans = spansOf(shown);
    const root = spans.find(({ name }) => name === 'agent');
    const [summary, ...more] = spans.filter(({ name }) => name === 'assay.tool_decision_surface');
    expect(more).toEqual([]);
    expect(summary?.parentSpanId).toBe(root?.spanId);
    const [run] = parsed(await linesOfBodies([JSON.stringify(JSON.parse(shown).result)]));
    expect(run?.surface.observed_tool_decisions).toHaveLength(2);
    expect(text(summary?.attributes, 'assay.surface.digest')).toBe(digestOf(canonicalJson(run?.surface)));
  });

  it('shows no secret', () => {
    expect(shown + raw + logs).not.toContain(CANARY);
  });
});
