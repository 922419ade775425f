import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readOtlpProtobuf } from '../../../src/span/otlp/read-otlp-protobuf.ts';
import type { OtlpReadResult } from '../../../src/span/otlp/read-result.ts';
import { encoded, LOGS, TRACES } from './otlp-messages.ts';
import { logsMessage, tracesMessage } from './random-messages.ts';
import { holding, keyValue, raw, request, varint, wireSpan } from './wire.ts';

const SIGNALS = ['traces', 'logs'] as const;

/** Its refusals are such as a wire can have, and what is broken says how. */
function expectHonest({ broken, refused }: OtlpReadResult): void {
  for (const { code, position } of refused) {
    expect(['invalid_id', 'missing_id', 'no_resource_spans', 'too_deep', 'wrong_type']).toContain(code);
    expect(position).toMatch(/^[a-zA-Z0-9.[\]]*$/);
  }
  if (broken !== undefined) expect(['truncated', 'invalid_protobuf']).toContain(broken.code);
}

const messages = fc.oneof(
  tracesMessage.map((message) => encoded(TRACES, message)),
  logsMessage.map((message) => encoded(LOGS, message)),
);

/** Bytes changed, taken out, put in and cut off. */
const mutated = fc
  .tuple(
    messages,
    fc.array(fc.tuple(fc.nat(), fc.constantFrom('set', 'out', 'in', 'cut'), fc.nat(255)), {
      minLength: 1,
      maxLength: 4,
    }),
  )
  .map(([bytes, changes]) => {
    let changed = [...bytes];
    for (const [where, how, byte] of changes) {
      const at = where % (changed.length + 1);
      if (how === 'cut') changed = changed.slice(0, at);
      else if (how === 'in') changed.splice(at, 0, byte);
      else if (how === 'out') changed.splice(at, 1);
      else changed[at] = byte;
    }
    return Uint8Array.from(changed);
  });

describe('protobuf from anywhere', () => {
  it('never throws, whatever the bytes are', () => {
    const broken = { yes: 0, no: 0 };
    fc.assert(
      fc.property(
        fc.oneof(fc.uint8Array({ maxLength: 200 }), mutated),
        fc.constantFrom(...SIGNALS),
        (bytes, signal) => {
          const result = readOtlpProtobuf(bytes, signal);
          expectHonest(result);
          broken[result.broken === undefined ? 'no' : 'yes'] += 1;
        },
      ),
      { numRuns: 5000 },
    );
    expect(Math.min(broken.yes, broken.no)).toBeGreaterThan(200);
  });

  it('reads each signal as the other without harm', () => {
    fc.assert(
      fc.property(messages, (bytes) => {
        for (const signal of SIGNALS) expectHonest(readOtlpProtobuf(bytes, signal));
      }),
      { numRuns: 500 },
    );
  });

  it('never quotes what it refuses', () => {
    const canary = 'canary-7f3a';
    const bad = raw(1, 'varint', varint(1));
    const spans = [
      wireSpan(holding(1, canary)),
      wireSpan(keyValue(9, canary, holding(1, canary), bad)),
      wireSpan(keyValue(9, canary, holding(6, keyValue(1, canary, bad)))),
      wireSpan(holding(5, canary), raw(5, 'varint', varint(1))),
    ];
    const { refused, spans: read } = readOtlpProtobuf(request(...spans), 'traces');
    expect(read).toEqual([]);
    expect(refused).toHaveLength(spans.length);
    expect(JSON.stringify(refused)).not.toContain(canary);
  });

  it('survives as many levels as a message can have', () => {
    let value: Uint8Array = raw(3, 'varint', varint(1));
    for (let level = 0; level < 2000; level += 1) value = holding(5, holding(1, value));
    const { spans, refused } = readOtlpProtobuf(
      request(wireSpan(keyValue(9, 'k', value)), wireSpan()),
      'traces',
    );
    expect(refused).toMatchObject([{ code: 'too_deep' }]);
    expect(spans).toHaveLength(1);
  });

  it('reads a million empty fields once each', () => {
    const many = (length: number, field: Uint8Array) => Buffer.concat(Array.from({ length }, () => field));
    const bytes = Buffer.concat([
      many(300_000, holding(1)),
      holding(1, many(300_000, holding(2))),
      request(wireSpan(many(300_000, holding(9))), wireSpan(many(300_000, holding(11)))),
    ]);
    const { spans, refused, broken } = readOtlpProtobuf(bytes, 'traces');
    expect([spans.length, refused.length, broken]).toEqual([2, 0, undefined]);
    expect(spans[1]?.events).toHaveLength(300_000);
  });

  it('has no length but those that it has bytes for', () => {
    for (const length of [2 ** 31, 2 ** 32 - 1, 2 ** 53, 2n ** 64n - 1n]) {
      for (const field of [1, 2, 5, 9, 11, 13, 15, 99]) {
        const { broken } = readOtlpProtobuf(request(wireSpan(raw(field, 'bytes', varint(length)))), 'traces');
        expect(broken?.code).toBe('invalid_protobuf');
      }
      const top = readOtlpProtobuf(raw(1, 'bytes', varint(length)), 'traces').broken?.code;
      expect(top).toBe(BigInt(length) < 2n ** 32n ? 'truncated' : 'invalid_protobuf');
    }
  });
});
