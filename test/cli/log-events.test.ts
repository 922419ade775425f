import { describe, expect, it } from 'vitest';
import { RECORDS } from '../schema/records.ts';
import { otlpAttribute, SPAN, TRACE } from '../span/otlp/documents.ts';
import { AGENT, callSpan, decisionEvent, line } from './call-spans.ts';
import { cli } from './run-cli.ts';
import { framed, protobufOf } from './telemetry-bytes.ts';

const event = decisionEvent(RECORDS.slack);
const { name, attributes } = event as { name: string; attributes: readonly unknown[] };

/** A document of these log records as one line. */
const logs = (...logRecords: readonly unknown[]) =>
  `${JSON.stringify({ resourceLogs: [{ resource: AGENT, scopeLogs: [{ logRecords }] }] })}\n`;

const ids = { traceId: TRACE, spanId: SPAN };
const others = [{ ...ids, eventName: 'other' }, { body: { stringValue: name } }];
const SPANS = line([callSpan()]);

describe('events that came as log records', () => {
  const inField = logs(...others, { ...ids, eventName: name, attributes }, ...others);
  const named = otlpAttribute('event.name', { stringValue: name });
  const inAttribute = logs({ ...ids, attributes: [named, ...attributes] });

  it.each([
    ['in the field', [SPANS, inField]],
    ['in the attribute', [SPANS, inAttribute]],
    ['before their spans', [inField, SPANS]],
    ['twice', [inField, SPANS, inAttribute]],
    ['in protobuf', [framed(protobufOf(inField), protobufOf(SPANS))]],
    ['in protobuf, each after the other', [framed(protobufOf(SPANS), protobufOf(inAttribute))]],
  ])('give the record that they hold, named %s', async (_title, stdin) => {
    const { code, stdout, stderr } = await cli(['surface', '-'], { stdin });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [decision, ...more] = JSON.parse(stdout).surface.observed_tool_decisions;
    expect(more).toEqual([]);
    expect(decision).toEqual(RECORDS.slack);
  });

  it('are refused with the span that they name where what they hold is none', async () => {
    const broken = logs({
      ...ids,
      eventName: name,
      attributes: [otlpAttribute('assay.record', { stringValue: '{' })],
    });
    const { code, stderr } = await cli(['surface', '-'], { stdin: [SPANS, broken] });
    expect(code).toBe(1);
    expect(stderr).toContain(`<stdin>:2: trace ${TRACE} span ${SPAN}: `);
  });

  it('are nothing to tell of where they are others', async () => {
    expect(await cli(['surface', '-'], { stdin: [logs(...others)] })).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
  });
});
