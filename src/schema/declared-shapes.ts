import { z } from 'zod';

/** A day of the calendar. */
export const calendarDate = z.iso.date({ error: 'a date, YYYY-MM-DD' });

/** An object that has these keys alone. What another key is called is not told: it may be a value. */
export function closedObject<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: ({ code }) => (code === 'unrecognized_keys' ? onlyKeys(Object.keys(shape)) : undefined),
  });
}

/** The expectation of an object that has these keys alone. */
export function onlyKeys(keys: readonly string[]): string {
  return `an object of ${keys.map((key) => `\`${key}\``).join(', ')} alone`;
}
