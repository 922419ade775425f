import { expect, it } from 'vitest';
import { SLOTS } from '../../src/clickhouse/schema.ts';
import { slotsOf } from '../../src/clickhouse/shard.ts';

it.each([1, 2, 3, 7, 63, SLOTS])('%i parts have every slot once', (of) => {
  const parts = Array.from({ length: of }, (_, at) => slotsOf({ at: at + 1, of }));
  expect(parts.flat()).toEqual(Array.from({ length: SLOTS }, (_, slot) => slot));
  const sizes = parts.map((part) => part.length);
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
});
