import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { factReader } from '../../../src/cli/read-fact.ts';
import { wantedForFacts } from '../../../src/run/wanted-for-facts.ts';
import { readOtlpJson } from '../../../src/span/otlp/read-otlp-json.ts';
import { readOtlpProtobuf } from '../../../src/span/otlp/read-otlp-protobuf.ts';
import type { OtlpReadResult } from '../../../src/span/otlp/read-result.ts';
import { asOtlpJson, encoded, LOGS, type Message, SPAN_TYPE, TRACES } from './otlp-messages.ts';
import { logsMessage, spanMessage, tracesMessage } from './random-messages.ts';

/**
 * What was read, and which elements were refused. Of two faults in one element each reader tells the one that it comes
 * upon first; `read-otlp-protobuf.test.ts` has them one by one.
 */
function withElements({ refused, ...read }: OtlpReadResult) {
  const elements = refused.map(
    ({ position }) => /^.*?(?:spans|logRecords)\[\d+\]/.exec(position)?.[0] ?? position,
  );
  return { ...read, refused: elements };
}

describe.each([
  { signal: 'traces', type: TRACES, messages: tracesMessage },
  { signal: 'logs', type: LOGS, messages: logsMessage },
] as const)('an OTLP message of $signal', ({ signal, type, messages }) => {
  it('reads as the OTLP/JSON of what another decoder finds in it', () => {
    const read = { spans: 0, logEvents: 0, refused: 0 };
    fc.assert(
      fc.property(messages, (message: Message) => {
        const bytes = encoded(type, message);
        const result = readOtlpProtobuf(bytes, signal);
        expect(withElements(result)).toEqual(withElements(readOtlpJson(asOtlpJson(type, bytes))));
        read.spans += result.spans.length;
        read.logEvents += result.logEvents.length;
        read.refused += result.refused.length;
      }),
      { numRuns: 1000 },
    );
    expect(read.refused).toBeGreaterThan(50);
    expect(signal === 'traces' ? read.spans : read.logEvents).toBeGreaterThan(500);
  });
});

describe('a message of traces of which only what is wanted is read', () => {
  it('has the same facts, and the same is refused of it', () => {
    const factOf = factReader({ toolSpans: 'all', runKey: 'a' });
    const wanted = wantedForFacts('a');
    let left = 0;
    fc.assert(
      fc.property(tracesMessage, (message: Message) => {
        const bytes = encoded(TRACES, message);
        const { spans: whole, ...all } = readOtlpProtobuf(bytes, 'traces');
        const { spans, ...rest } = readOtlpProtobuf(bytes, 'traces', wanted);
        expect(rest).toEqual(all);
        expect(spans.map((span) => factOf(span))).toEqual(whole.map((span) => factOf(span)));
        left += whole.filter(
          ({ attributes }, at) => countOf(spans[at]?.attributes) < countOf(attributes),
        ).length;
      }),
      { numRuns: 1000 },
    );
    expect(left).toBeGreaterThan(100);
  });
});

const countOf = (attributes: object = {}) => Object.keys(attributes).length;

describe('a span in two parts, one after the other', () => {
  const inTwo = (first: Message, second: Message) =>
    Buffer.concat([encoded(SPAN_TYPE, first), encoded(SPAN_TYPE, second)]);

  it('is one, as protobuf unites messages', () => {
    // Protobufjs takes the last of a message in a message, which protobuf unites.
    const part = spanMessage.map(({ status, ...span }) => span);
    fc.assert(
      fc.property(part, part, (first, second) => {
        const bytes = requestOf(inTwo(first, second));
        const json = readOtlpJson(asOtlpJson(TRACES, bytes));
        // An id that has no length is refused where it stands, though another follows.
        const { spans } = readOtlpProtobuf(bytes, 'traces');
        if (spans.length > 0) expect(spans).toEqual(json.spans);
      }),
      { numRuns: 500 },
    );
  });

  const IDS = { traceId: new Array(16).fill(7), spanId: new Array(8).fill(7) };
  const attributeOf = (...values: readonly Message[]) => ({
    ...IDS,
    attributes: [{ key: 'k', value: values[0] }],
  });

  it('has one status, of both', () => {
    const bytes = inTwo({ ...IDS, status: { message: 'm' } }, { status: { code: 2 } });
    expect(readOtlpProtobuf(requestOf(bytes), 'traces').spans[0]?.status).toEqual({
      code: 'error',
      message: 'm',
    });
  });

  it('has two attributes of one key, of which the first counts', () => {
    const bytes = inTwo(attributeOf({ intValue: 1 }), attributeOf({ intValue: 2 }));
    expect(readOtlpProtobuf(requestOf(bytes), 'traces').spans[0]).toMatchObject({
      attributes: { k: 1 },
      duplicateKeys: ['k'],
    });
  });
});

const VARINT_7 = 128;

function lengthOf(bytes: Uint8Array): Uint8Array {
  const length: number[] = [];
  for (let rest = bytes.length; ; rest = Math.floor(rest / VARINT_7)) {
    if (rest < VARINT_7) return Uint8Array.from([...length, rest]);
    length.push((rest % VARINT_7) + VARINT_7);
  }
}

function within(tag: number, bytes: Uint8Array): Uint8Array {
  return Buffer.concat([Uint8Array.of(tag), lengthOf(bytes), bytes]);
}

function requestOf(span: Uint8Array): Uint8Array {
  return within(0x0a, within(0x12, within(0x12, span)));
}
