import { describe, expect, it } from 'vitest';
import { flatness, type Sample } from '../../scripts/soak/flat.mjs';

const ALLOWED = { unit: 'call', bytesPerUnit: 64, handlesMore: 2 };
const MEGABYTE = 1_000_000;

interface Written {
  readonly heap?: (at: number) => number;
  readonly open?: (at: number) => number;
  readonly done?: (at: number) => number;
  readonly samples?: number;
}

/** Forty samples, a thousand calls apart, of a program that holds 50 MB and ten handles, unless told otherwise. */
function written({
  heap = () => 0,
  open = () => 0,
  done = (at) => at * 1_000,
  samples = 40,
}: Written): Sample[] {
  return Array.from({ length: samples }, (_, at) => ({
    done: done(at),
    heap: 50 * MEGABYTE + heap(at),
    handles: { Timeout: 2, PipeWrap: 3 + open(at) },
    descriptors: 5,
  }));
}

const FLAT: readonly [string, Written][] = [
  ['nothing changes', {}],
  ['the heap comes and goes', { heap: (at) => (at % 3) * 2 * MEGABYTE }],
  [
    'one sample is odd',
    { heap: (at) => (at === 20 ? 300 * MEGABYTE : 0), open: (at) => (at === 20 ? 90 : 0) },
  ],
  ['it grows by less than a call may take', { heap: (at) => at * 1_000 * 60 }],
  ['it grows by less than a collection differs', { heap: (at) => at * 20_000, done: (at) => at }],
  ['the heap shrinks, handles go', { heap: (at) => -at * MEGABYTE, open: (at) => -Math.min(at, 3) }],
  ['two handles more', { open: (at) => (at > 20 ? 2 : 0) }],
];

const GROWING_HEAP: readonly [string, Written][] = [
  ['by each call', { heap: (at) => at * 1_000 * 70 }],
  ['by each call, under noise', { heap: (at) => at * 1_000 * 200 + (at % 3) * 2 * MEGABYTE }],
  ['by each call, then collected once', { heap: (at) => (at === 39 ? 0 : at * 1_000 * 200) }],
  ['late: not in the first two thirds', { heap: (at) => Math.max(0, at - 26) * MEGABYTE }],
  ['at once, and stays', { heap: (at) => (at > 28 ? 90 * MEGABYTE : 0) }],
];

const TOO_LITTLE: readonly [string, Written][] = [
  ['nothing was sampled', { samples: 0 }],
  ['too few samples', { samples: 5 }],
  ['no work was done meanwhile', { done: () => 7 }],
];

const holds = (samples: Written) => flatness(written(samples), ALLOWED).map((finding) => finding.holds);

describe('what a soak calls flat', () => {
  it.each(FLAT)('%s', (_name, samples) => expect(holds(samples)).toEqual([true, true]));
});

describe('what a soak does not call flat', () => {
  it.each(GROWING_HEAP)('a heap that grows %s', (_name, samples) => {
    expect(holds(samples)).toEqual([false, true]);
  });

  it.each(TOO_LITTLE)('%s', (_name, samples) => expect(holds(samples)).toEqual([false, false]));

  it('handles that stay open', () => {
    expect(holds({ open: (at) => at })).toEqual([true, false]);
    expect(holds({ open: (at) => (at > 20 ? 3 : 0) })).toEqual([true, false]);
  });

  it('descriptors that stay open', () => {
    const samples = written({}).map((sample, at) => ({ ...sample, descriptors: 5 + at }));
    expect(flatness(samples, ALLOWED)[1].holds).toBe(false);
  });

  it('and says what it saw', () => {
    const [heap, handles] = flatness(written({ heap: (at) => at * 1_000 * 200, open: (at) => at }), ALLOWED);
    expect(heap.said).toBe(
      '200.00 (at most 64); 40 samples over 39000 calls, 50.0 to 57.8 MB, 51.2 at first, 56.6 at last',
    );
    expect(handles.said).toBe('16 at first, 43 at last (at most 2 more)');
  });
});
