import { describe, expect, it } from 'vitest';
import { decodeToolDecision, ToolDecisionSpanProcessor } from '../../src/index.ts';
import { checkpointOf, decisionEvents, startCall } from './call-span.ts';
import { memoryExporter, provider, simple } from './line.ts';

function call(spanLimits: Record<string, number>, attributes = 0) {
  const exporter = memoryExporter();
  const spanProcessors = [new ToolDecisionSpanProcessor(), simple(exporter)];
  const span = startCall(provider({ spanProcessors, spanLimits }).getTracer('example'));
  for (let index = 0; index < attributes; index += 1) span.setAttribute(`filler.${index}`, index);
  span.addEvent('earlier', {});
  span.end();
  const [exported] = exporter.getFinishedSpans();
  if (exported === undefined) throw new Error('Expected one span');
  return exported;
}

/** Whether this SDK holds a span to these limits at all: early 2.x does not apply those on event attributes. */
function appliesTo(spanLimits: Record<string, number>, attributes: number): boolean {
  const exporter = memoryExporter();
  const span = provider({ spanProcessors: [simple(exporter)], spanLimits })
    .getTracer('bare')
    .startSpan('bare');
  for (let index = 0; index < attributes; index += 1) span.setAttribute(`filler.${index}`, index);
  const event = { a: 'x'.repeat(30), b: 1, c: 2 };
  span.addEvent('first', event).addEvent('second', event).end();
  const [bare] = exporter.getFinishedSpans();
  const isWhole =
    JSON.stringify(bare?.events.map((kept) => kept.attributes)) === JSON.stringify([event, event]);
  return !isWhole || (bare?.droppedAttributesCount ?? 0) > 0;
}

describe('limits of the SDK are met, said, and cost no record', () => {
  it.each([
    ['no events at all', { eventCountLimit: 0 }, 0, 'event_count_limit'],
    ['one event', { eventCountLimit: 1 }, 0, 'event_count_limit'],
    ['values of 20 characters', { attributeValueLengthLimit: 20 }, 0, 'attribute_value_length_limit'],
    ['two attributes per event', { attributePerEventCountLimit: 2 }, 0, 'event_attribute_count_limit'],
    ['a 129th attribute', { attributeCountLimit: 128 }, 129, 'attribute_count_limit'],
  ])('%s', (_what, limits, attributes, code) => {
    const span = call(limits as Record<string, number>, attributes);
    expect(decisionEvents(span)).toHaveLength(1);
    const [event] = decisionEvents(span);
    const decoded = decodeToolDecision({ name: 'assay.tool_decision', attributes: event?.attributes ?? {} });
    expect(decoded.value.tool.name).toBe('add_deploy_key');
    expect(Object.keys(event?.attributes ?? {})).toContain('assay.server.id');
    expect(span.attributes).toMatchObject({ 'assay.record.digest': decoded.digest, 'assay.sequence': 1 });
    const met = appliesTo(limits as Record<string, number>, attributes) ? [code] : [];
    expect(checkpointOf(span)).toMatchObject({ numbered: 1, limits: met });
  });

  it('says nothing where no limit was met', () => {
    expect(checkpointOf(call({}))).toMatchObject({ limits: [] });
  });

  it('arguments that came as the 129th attribute are not captured, never taken as absent', () => {
    const exporter = memoryExporter();
    const sdk = provider({
      spanProcessors: [new ToolDecisionSpanProcessor(), simple(exporter)],
      spanLimits: { attributeCountLimit: 3 },
    });
    startCall(sdk.getTracer('example')).end();
    const [span] = exporter.getFinishedSpans();
    const [event] = span === undefined ? [] : decisionEvents(span);
    expect(JSON.parse(String(event?.attributes?.['assay.record']))).toMatchObject({
      classification: 'classified_incomplete',
      detail: 'arguments_not_captured',
    });
  });
});
