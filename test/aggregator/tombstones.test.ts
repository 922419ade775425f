import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packed, type Tombstone, Tombstones } from '../../src/aggregator/tombstones.ts';

const hex = (digits: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: digits, maxLength: digits });
const numbers = fc.record({
  emitter: hex(16),
  epoch: fc.tuple(fc.integer({ min: 1, max: 9_999 }), hex(16)).map(([n, bits]) => `${n}-${bits}`),
  calls: fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 3 }),
});
const tombstone: fc.Arbitrary<Tombstone> = fc
  .record({
    trace: hex(32),
    name: fc.option(fc.string({ unit: 'binary', minLength: 1 }), { nil: undefined }),
    part: fc.nat().map((n) => `0123456789abcdef-${n}`),
    revision: fc.nat(),
    numbers: fc.array(numbers, { maxLength: 3 }),
    at: fc.maxSafeNat(),
  })
  .map(({ name, trace, ...rest }) => ({ run: name ?? trace, trace, ...rest }));

const plain = (n: number, run?: string): Tombstone => {
  const trace = n.toString(16).padStart(32, '0');
  return { run: run ?? trace, trace, part: `p-${n}`, revision: 1, numbers: [], at: 1_000 + n };
};

describe('Tombstones', () => {
  it('gives back what was put in, by its trace and by its run', () => {
    fc.assert(
      fc.property(tombstone, (one) => {
        const tombstones = new Tombstones(10);
        tombstones.add(one);
        expect(tombstones.ofRun(one.run)).toEqual(one);
        expect(tombstones.take(one.trace)).toEqual(one);
        expect(tombstones.take(one.trace)).toBeUndefined();
      }),
    );
  });

  it('of a run that is wider than a trace, the last part stays when its trace is taken', () => {
    const tombstones = new Tombstones(10);
    tombstones.add(plain(1, 'wide'));
    tombstones.add(plain(2, 'wide'));
    expect(tombstones.take(plain(2).trace)).toEqual(plain(2, 'wide'));
    expect(tombstones.ofRun('wide')).toEqual(plain(2, 'wide'));
  });

  it('keeps the last, and says from when on it does not know all', () => {
    const tombstones = new Tombstones(2);
    for (const n of [1, 2]) tombstones.add(plain(n));
    expect(tombstones.horizon).toBeUndefined();
    tombstones.add(plain(3));
    expect(tombstones.horizon).toBe(1_001);
    expect([1, 2, 3].map((n) => tombstones.ofRun(plain(n).trace)?.part)).toEqual([undefined, 'p-2', 'p-3']);
  });

  it('a run of which no trace is left is known all the same', () => {
    const tombstones = new Tombstones(2);
    const runs = ['a', 'b', 'c'].map((run, n) => plain(n, run));
    for (const run of runs) tombstones.addRun(run);
    expect(runs.map(({ run }) => tombstones.ofRun(run))).toEqual([undefined, runs[1], runs[2]]);
  });

  it('takes a string of some hundred characters for a run that is its trace', () => {
    const call = { emitter: '0123456789abcdef', epoch: '10000-0123456789abcdef', calls: [[1, 1]] as const };
    const one = {
      ...plain(100_000),
      part: '0123456789abcdef-100000',
      numbers: [call],
      at: 1_796_093_784_051,
    };
    expect(packed(one).length).toBeLessThan(120);
  });
});
