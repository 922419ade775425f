import { describe, expect, it } from 'vitest';
import { InputClock } from '../../src/cli/input-clock.ts';

describe('the clock of an input', () => {
  it('is the latest end of a span, never back and never beyond the clock on the wall', () => {
    let wall = 5_000;
    const clock = new InputClock(() => wall);
    expect(clock.now).toBe(0);
    const ends = ['0', '2000000000', '1000000000', '2500000000', '99999999999999999999', '4000000000'];
    expect(ends.map((end) => clock.after(end))).toEqual([0, 2_000, 2_000, 2_500, 5_000, 5_000]);
    wall = 3_000;
    expect(clock.after('99999999999999999999')).toBe(5_000);
    wall = 6_000;
    expect([clock.after('5500000000'), clock.now]).toEqual([5_500, 5_500]);
  });
});
