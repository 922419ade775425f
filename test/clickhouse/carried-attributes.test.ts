import { describe, expect, it } from 'vitest';
import { carriedAttributes } from '../../src/clickhouse/carried-attributes.ts';

describe('attributes of a row', () => {
  it.each<[string, Parameters<typeof carriedAttributes>[0], ReturnType<typeof carriedAttributes>]>([
    [
      'have the types that were carried',
      { carried: '{"a":1,"b":[true],"c":"1"}', keys: [], values: [] },
      { attributes: { a: 1, b: [true], c: '1' }, duplicateKeys: [] },
    ],
    [
      'are text where none were carried, but for what this package writes',
      {
        carried: '',
        keys: [
          'a',
          'assay.sequence',
          'assay.classifier.version',
          'assay.decision.enforced',
          'assay.conflicts',
        ],
        values: ['1', '3', '["v0"]', 'true', 'not a list'],
      },
      {
        attributes: {
          a: '1',
          'assay.sequence': 3,
          'assay.classifier.version': ['v0'],
          'assay.decision.enforced': true,
          'assay.conflicts': 'not a list',
        },
        duplicateKeys: [],
      },
    ],
    [
      'are text where what was carried is cut',
      { carried: '{"a":', keys: ['a', 'assay.otlp.attributes'], values: ['1', '{"a":'] },
      { attributes: { a: '1' }, duplicateKeys: [] },
    ],
    [
      'name a key that came twice, of which the first value counts: the last was carried',
      { carried: '{"a":"last","b":2}', keys: ['a', 'a', 'b'], values: ['last', 'first', '2'] },
      { attributes: { a: 'first', b: 2 }, duplicateKeys: ['a'] },
    ],
    [
      'name a key that came twice with one value',
      { carried: '{"a":1}', keys: ['a', 'a'], values: ['1', '1'] },
      { attributes: { a: '1' }, duplicateKeys: ['a'] },
    ],
  ])('%s', (_, column, expected) => {
    expect(carriedAttributes(column)).toEqual(expected);
  });

  it('may be called __proto__', () => {
    for (const column of [
      { carried: '{"__proto__":"x"}', keys: [], values: [] },
      { carried: '', keys: ['__proto__'], values: ['x'] },
    ]) {
      const { attributes } = carriedAttributes(column);
      expect(Object.entries(attributes)).toEqual([['__proto__', 'x']]);
      expect(Object.getPrototypeOf(attributes)).toBe(Object.prototype);
    }
  });
});
