import { InvalidArgumentError } from 'commander';

const MILLISECONDS = { s: 1_000, m: 60_000, h: 3_600_000 } as const;

/**
 * `30s`, `10m` or `2h`, in milliseconds.
 *
 * @throws {InvalidArgumentError} of commander, where the text is none of these.
 */
export function parseDuration(text: string): number {
  const [, count = '', unit = ''] = /^([1-9]\d{0,6})([smh])$/.exec(text) ?? [];
  if (unit === '') {
    throw new InvalidArgumentError('Expected a whole number and s, m or h, such as 30s, 10m or 2h.');
  }
  return Number(count) * MILLISECONDS[unit as keyof typeof MILLISECONDS];
}
