import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sealOf } from '../../src/decision/checkpoint.ts';
import { digestOf } from '../../src/decision/codec.ts';
import { Seal } from '../../src/emitter/seal.ts';
import { digestStream } from '../../src/redact/sha256.ts';

describe('Seal', () => {
  it('of no records is the digest of the empty string', () => {
    expect(new Seal().toString()).toBe(digestOf(''));
  });

  it('is the seal of the records in sequence order, at every moment and in whatever order they end', () => {
    const order = fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 12 });
    fc.assert(
      fc.property(order, fc.integer({ min: 0, max: 12 }), (sequences, skipped) => {
        const seal = new Seal();
        const seen = new Map<number, string>();
        for (const sequence of sequences) {
          const digest = digestOf(`record ${sequence}`);
          if (sequence === skipped) seal.skip(sequence);
          else {
            expect(seal.add(sequence, digest)).toBe(true);
            seen.set(sequence, digest);
          }
          const inOrder = [...seen].sort(([a], [b]) => a - b).map(([, one]) => one);
          expect(seal.toString()).toBe(sealOf(inOrder));
        }
      }),
    );
  });

  it('gives up where too many records wait for an earlier one', () => {
    const seal = new Seal();
    const added = Array.from({ length: 5_000 }, (_, index) => seal.add(index + 2, digestOf('x')));
    expect(added.filter(Boolean)).toHaveLength(4_096);
  });
});

describe('digestStream', () => {
  it('is the same with and without the runtime’s own hash', () => {
    const streams = [digestStream(), digestStream({})];
    for (const piece of ['', 'sha256:00\n', 'x'.repeat(1000)])
      for (const stream of streams) stream.update(piece);
    const [own, library] = streams.map((stream) => stream.hexWith('rest'));
    expect(own).toBe(library);
    expect(streams.map((stream) => stream.hexWith('rest'))).toEqual([own, library]);
  });
});
