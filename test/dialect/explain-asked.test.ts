import { describe, expect, it } from 'vitest';
import { askedBy } from '../../src/dialect/explain-asked.ts';
import { attribute, type SpanView } from '../../src/span/view.ts';
import { withAttributes } from './span.ts';

const SPAN: SpanView = {
  ...withAttributes({ 'a.1': 'x', 'a.2': 'y', b: 'z', __proto__: 'no own key' }),
  events: [{ name: 'e', timeUnixNano: '0', attributes: { inner: 'x', other: 'y' } }],
};

describe('what is asked of a span', () => {
  it.each<[string, (span: SpanView) => unknown, readonly string[], readonly string[]]>([
    ['by name', ({ attributes }) => attribute(attributes, 'b'), ['b'], ['b']],
    ['whether it is there', ({ attributes }) => 'b' in attributes, ['b'], ['b']],
    ['whether it is its own', ({ attributes }) => Object.hasOwn(attributes, 'b'), ['b'], ['b']],
    ['what is not there', ({ attributes }) => attribute(attributes, 'c'), [], []],
    ['an inherited one', ({ attributes }) => 'toString' in attributes, [], []],
    ['a list, and nothing of it', ({ attributes }) => Object.keys(attributes).length, [], []],
    [
      'some of a list',
      ({ attributes }) =>
        Object.keys(attributes).flatMap((key) => (key.startsWith('a.') ? attribute(attributes, key) : [])),
      ['a.1', 'a.2'],
      [],
    ],
    [
      'all of it, as pairs',
      ({ attributes }) => Object.entries(attributes),
      ['mcp.method.name', 'gen_ai.tool.name', 'a.1', 'a.2', 'b'],
      [],
    ],
  ])('%s', (_title, reader, read, byName) => {
    const asked = askedBy(SPAN, reader).attributes;
    expect({ read: [...asked.read], byName: [...asked.byName] }).toEqual({ read, byName });
  });

  it('of its resource and its events too', () => {
    const asked = askedBy(SPAN, ({ resource, events }) => [
      attribute(resource, 'service.name'),
      attribute(events[0]?.attributes ?? {}, 'inner'),
    ]);
    expect([...asked.resource.byName]).toEqual(['service.name']);
    expect(asked.events.map(({ byName }) => [...byName])).toEqual([['inner']]);
  });

  it('is answered as the span itself answers', () => {
    const reader = ({ attributes, events }: SpanView) => [
      { ...attributes },
      Object.keys(attributes),
      JSON.stringify(events),
      attribute(attributes, '__proto__'),
    ];
    let seen: unknown;
    askedBy(SPAN, (span) => {
      seen ??= reader(span);
    });
    expect(seen).toEqual(reader(SPAN));
  });
});
