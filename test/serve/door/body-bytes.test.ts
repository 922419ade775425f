import { expect, it } from 'vitest';
import { BodyBytes } from '../../../src/serve/door/body-bytes.ts';

const KIB = 1024;

it.each([
  ['nothing', []],
  ['one chunk', [5]],
  ['bytes one by one', Array.from({ length: 200_000 }, () => 1)],
  ['chunks of all sizes', [1, 1_023, 1_024, 1, 0, 3_000_000, 7, 65_536, 1]],
])('puts %s together, and holds no more than twice of it', (_, sizes) => {
  const chunks = sizes.map((size, n) => Buffer.alloc(size, n % 251));
  const body = new BodyBytes();
  for (const chunk of chunks) {
    // As a parser of HTTP does: the memory of a chunk is its own again afterwards.
    const lent = Buffer.from(chunk);
    body.add(lent);
    lent.fill(0);
    expect(body.capacity).toBeLessThanOrEqual(2 * body.size + KIB);
  }
  expect(body.size).toBe(sizes.reduce((sum, size) => sum + size, 0));
  expect(Buffer.compare(body.whole(), Buffer.concat(chunks))).toBe(0);
});
