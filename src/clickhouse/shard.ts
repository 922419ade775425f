import { SLOTS } from './schema.ts';

/** Part `at` of `of`, from 1: what one of several workers reads. */
export interface Shard {
  readonly at: number;
  readonly of: number;
}

export const WHOLE: Shard = { at: 1, of: 1 };

/**
 * The slots of a shard, which lie beside one another. Every slot is in just one of the parts, whoever reads them and when.
 */
export function slotsOf({ at, of }: Shard): readonly number[] {
  return Array.from({ length: SLOTS }, (_, slot) => slot).filter(
    (slot) => Math.floor((slot * of) / SLOTS) === at - 1,
  );
}

/** The slot of a trace, as the views compute it. */
export function traceSlot(trace: string): string {
  return `toUInt8(cityHash64(${trace}) % ${SLOTS})`;
}
