import { describe, expect, it } from 'vitest';
import { correlate } from '../../src/dialect/correlation.ts';
import { spanView } from './span.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = '00f067aa0ba902b7';
const valid = `00-${TRACE}-${PARENT}-01`;
const remote = { parentSpanId: PARENT, parentIsRemote: true, traceFlags: 1 } as const;

describe('the parent of a server span', () => {
  it.each([
    ['remote', remote, { basis: 'propagated_trace_context', traceparent: valid }],
    [
      'remote, not sampled',
      { ...remote, traceFlags: 0 },
      { basis: 'propagated_trace_context', traceparent: `00-${TRACE}-${PARENT}-00` },
    ],
    [
      'remote, with bits above the flags',
      { ...remote, traceFlags: 0x303 },
      { basis: 'propagated_trace_context', traceparent: `00-${TRACE}-${PARENT}-03` },
    ],
    ['local', { ...remote, parentIsRemote: false }, { basis: 'none' }],
    ['of unknown place', { ...remote, parentIsRemote: undefined }, { basis: 'none' }],
    ['absent', { ...remote, parentSpanId: undefined }, { basis: 'none' }],
    ['empty', { ...remote, parentSpanId: '' }, { basis: 'none' }],
    ['all zero', { ...remote, parentSpanId: '0'.repeat(16) }, { basis: 'malformed_trace_context' }],
    ['in a trace of zeros', { ...remote, traceId: '0'.repeat(32) }, { basis: 'malformed_trace_context' }],
    ['no id', { ...remote, parentSpanId: 'AAA' }, { basis: 'malformed_trace_context' }],
  ])('%s', (_, parent, expected) => {
    expect(correlate(spanView({ kind: 'server', ...parent }), 'server', undefined)).toEqual(expected);
  });

  it.each(['client', 'gateway', 'framework'] as const)(
    'says nothing of a %s, whatever its span kind',
    (vantage) => {
      expect(correlate(spanView({ kind: 'server', ...remote }), vantage, undefined)).toEqual({
        basis: 'none',
      });
    },
  );
});

describe('a carrier in an attribute', () => {
  it.each([valid, `cc-${TRACE}-${PARENT}-ff`])('%s is propagated', (traceparent) => {
    const expected = { basis: 'propagated_trace_context', traceparent };
    expect(correlate(spanView(), 'client', traceparent)).toEqual(expected);
  });

  it.each([
    '',
    'no carrier',
    `ff-${TRACE}-${PARENT}-01`,
    `00-${'0'.repeat(32)}-${PARENT}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${PARENT}-01`,
    `00-${TRACE}-${PARENT}-01-more`,
    `00-${TRACE}-${PARENT}-1`,
    ` ${valid}`,
    `${valid}\n`,
  ])('%j is malformed', (traceparent) => {
    expect(correlate(spanView(remote), 'server', traceparent)).toEqual({ basis: 'malformed_trace_context' });
  });
});
