import { describe, expect, it } from 'vitest';
import { factOfSpan } from '../../src/run/fact-of-span.ts';
import { runIdOf, safeRunId } from '../../src/run/run-id.ts';
import { SECRET_SAMPLES } from '../redact/secrets.ts';
import { spanView } from './span-views.ts';

/** 256 bytes, of which the end is SHA-256 of the whole. */
const LONG = `${'a'.repeat(237)}…9835fa6bf4e20a9b`;
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CHILD = { parentSpanId: 'b7ad6b7169203331' };
const REMOTE = { ...CHILD, parentIsRemote: true };
const id = (runId: string) => ({ 'assay.run.id': runId });
const key = (value: string) => ({ 'ci.job': value });

function runId(spans: readonly ReturnType<typeof spanView>[], runKey?: string): string {
  const facts = spans.map((span) => factOfSpan(span, { observe: () => ({ is: 'other' }), runKey }).fact);
  const named = runIdOf(TRACE, facts);
  expect(runIdOf(TRACE, [...facts, ...facts].reverse())).toEqual(named);
  return named.runId;
}

describe('run id of a trace', () => {
  it.each([
    ['nothing names it', [spanView()], TRACE],
    [
      "the root's resource",
      [spanView({ resource: id('b'), attributes: id('a') }), spanView({ ...CHILD, resource: id('a') })],
      'b',
    ],
    ['the root span', [spanView({ attributes: id('b') }), spanView({ ...CHILD, resource: id('a') })], 'b'],
    [
      'other resources that agree',
      [spanView(), spanView({ ...CHILD, resource: id('a') }), spanView({ ...CHILD, resource: id('a') })],
      'a',
    ],
    [
      'other resources that differ',
      [spanView({ ...CHILD, resource: id('a') }), spanView({ ...CHILD, resource: id('b') })],
      TRACE,
    ],
    [
      'a span inside the trace, which does not count',
      [spanView(), spanView({ ...CHILD, attributes: id('a') })],
      TRACE,
    ],
    [
      'a remote-parent root that carries it',
      [spanView({ ...REMOTE, attributes: id('a') }), spanView({ ...CHILD, resource: id('b') })],
      'a',
    ],
    [
      'the smallest of two roots',
      [spanView({ attributes: id('b') }), spanView({ attributes: id('a') })],
      'a',
    ],
    ['an empty id, which is none', [spanView({ attributes: id('') })], TRACE],
    [
      'an id with control characters',
      [spanView({ attributes: id('a\u001b[31m\ud800') })],
      'a\ufffd[31m\ufffd…4fa11a67482bb00d',
    ],
    ['an id that is too long', [spanView({ attributes: id('a'.repeat(300)) })], LONG],
  ])('is taken from: %s', (_title, spans, expected) => {
    expect(runId(spans)).toBe(expected);
  });

  it.each([
    ["the root's resource", [spanView({ resource: key('b'), attributes: key('a') })], 'b'],
    [
      'the root span',
      [spanView({ attributes: key('b') }), spanView({ ...CHILD, attributes: key('a') })],
      'b',
    ],
    [
      'any span',
      [
        spanView(),
        spanView({ ...CHILD, attributes: key('b') }),
        spanView({ ...CHILD, attributes: key('a') }),
      ],
      'a',
    ],
    [
      'resources that differ, which do not count',
      [spanView({ ...CHILD, resource: key('a') }), spanView({ ...CHILD, resource: key('b') })],
      TRACE,
    ],
    [
      'never before assay.run.id',
      [spanView({ resource: key('a') }), spanView({ ...CHILD, resource: id('z') })],
      'z',
    ],
    [
      'a remote-parent root that carries it',
      [spanView({ ...REMOTE, attributes: key('b') }), spanView({ ...CHILD, attributes: key('a') })],
      'b',
    ],
  ])('with a configured key, is taken from: %s', (_title, spans, expected) => {
    expect(runId(spans, 'ci.job')).toBe(expected);
  });

  it('passes a configured key over where none is configured', () => {
    expect(runId([spanView({ resource: key('a') })])).toBe(TRACE);
  });
});

describe('ids that are stored in another form', () => {
  const [first, second] = SECRET_SAMPLES.map(({ hit }) => runId([spanView({ attributes: id(hit) })]));

  it('hold no secret, and stay apart', () => {
    expect(first).toMatch(/^\[masked\]-[0-9a-f]{16}$/);
    expect(second).toMatch(/^\[masked\]-[0-9a-f]{16}$/);
    expect(first).not.toBe(second);
  });

  it('stay apart where control characters alone differ', () => {
    const ids = ['a\u0000', 'a\u0001', 'a\ufffd'].map((raw) => runId([spanView({ attributes: id(raw) })]));
    expect(new Set(ids).size).toBe(3);
  });

  it('are read again as they are', () => {
    for (const raw of ['a\u0000', 'a'.repeat(300), SECRET_SAMPLES[0]?.hit ?? '']) {
      const once = safeRunId(raw);
      expect(safeRunId(once)).toBe(once);
    }
  });
});
