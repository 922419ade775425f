import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signalOf } from '../../../src/span/otlp/signal-of.ts';
import { encoded, LOGS, TRACES } from './otlp-messages.ts';
import { logsMessage, tracesMessage } from './random-messages.ts';
import { holding, raw, request, SPAN_ID, TRACE_ID, varint, wireSpan } from './wire.ts';

const TIME = Buffer.alloc(8, 1);
const metric = (...fields: readonly Uint8Array[]) => holding(1, holding(2, holding(2, ...fields)));

describe('the signal of a message', () => {
  it.each([
    [
      'a span with its times',
      request(Buffer.concat([holding(1, TRACE_ID), raw(7, 'fixed64', TIME)])),
      'traces',
    ],
    [
      'a span with a bad id and a time',
      request(Buffer.concat([holding(1, 'x'), raw(8, 'fixed64', TIME)])),
      'traces',
    ],
    ['a span with its ids alone', request(wireSpan()), 'traces'],
    ['a log record with its time', request(raw(1, 'fixed64', TIME)), 'logs'],
    ['a log record that was observed', request(raw(11, 'fixed64', TIME)), 'logs'],
    ['a log record with a severity', request(raw(2, 'varint', varint(9))), 'logs'],
    [
      'a log record with its ids alone',
      request(Buffer.concat([holding(9, TRACE_ID), holding(10, SPAN_ID)])),
      'logs',
    ],
    ['a sum', metric(holding(1, 'requests'), holding(7, 'x')), 'other'],
    ['a gauge', metric(holding(1, 'memory'), holding(3, 'By'), holding(5, 'x')), 'other'],
    ['a profile', request(raw(3, 'fixed64', TIME)), 'other'],
    ['nothing in its lists', holding(1, holding(2)), undefined],
    ['nothing', Buffer.of(), undefined],
    ['no message', Buffer.of(7), undefined],
  ])('shows in %s', (_title, bytes, signal) => {
    expect(signalOf(bytes)).toBe(signal);
  });

  it('is never taken for the other of the two that are read', () => {
    fc.assert(
      fc.property(tracesMessage, logsMessage, (traces, logs) => {
        expect(signalOf(encoded(TRACES, traces))).not.toBe('logs');
        expect(signalOf(encoded(LOGS, logs))).not.toBe('traces');
      }),
      { numRuns: 500 },
    );
  });
});
