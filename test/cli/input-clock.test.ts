import { describe, expect, it } from 'vitest';
import { InputClock } from '../../src/cli/input-clock.ts';

describe('the clock of an input', () => {
  it('is the latest end of a span, never back and never beyond the clock on the wall', () => {
    let wall = 5_000;
    const clock = new InputClock(() => wall);
    const timeAt = (end: string) => {
      clock.sees(end);
      return clock.now;
    };
    expect(clock.now).toBe(0);
    const ends = ['0', '2000000000', '1000000000', '2500000000', '99999999999999999999', '4000000000'];
    expect(ends.map(timeAt)).toEqual([0, 2_000, 2_000, 2_500, 5_000, 5_000]);
    wall = 3_000;
    expect(timeAt('99999999999999999999')).toBe(5_000);
    wall = 6_000;
    expect(timeAt('5500000000')).toBe(5_500);
  });
});
