/** 64-bit integers of the wire, which come as two halves of 32 bits. */

const TWO_32 = 2 ** 32;
const BILLION = 1e9;

/** An `int64`: a number where it is exact, else a bigint. */
export function int64(low: number, high: number): number | bigint {
  const number = (high | 0) * TWO_32 + low;
  return Number.isSafeInteger(number) ? number : (BigInt(high | 0) << 32n) | BigInt(low);
}

/**
 * A `fixed64` in decimal. By long division in steps that a double holds exactly: a bigint for each time of each span
 * would cost more than all else that is done with it.
 */
export function uint64(low: number, high: number): string {
  const upper = Math.floor(high / BILLION);
  let rest = (high - upper * BILLION) * 65536 + (low >>> 16);
  const middle = Math.floor(rest / BILLION);
  rest = (rest - middle * BILLION) * 65536 + (low & 0xffff);
  const lower = Math.floor(rest / BILLION);
  rest -= lower * BILLION;
  const billions = (upper * 65536 + middle) * 65536 + lower;
  if (billions === 0) return `${rest}`;
  // Times of one message are of few seconds.
  if (billions !== lastBillions) {
    lastBillions = billions;
    lastText = `${billions}`;
  }
  return rest >= LEAST_OF_NINE ? lastText + rest : lastText + `${rest}`.padStart(9, '0');
}

const LEAST_OF_NINE = 1e8;
let lastBillions = 0;
let lastText = '0';
