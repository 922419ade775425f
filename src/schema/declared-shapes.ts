import { z } from 'zod';
import { misspelt } from './near-word.ts';

/** A day of the calendar. */
export const calendarDate = z.iso.date({ error: 'a date, YYYY-MM-DD' });

/** An object that has these keys alone. */
export function closedObject<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: ({ code }) => (code === 'unrecognized_keys' ? onlyKeys(Object.keys(shape)) : undefined),
  });
}

/** The expectation of an object that has these keys alone. */
export function onlyKeys(keys: readonly string[]): string {
  return `an object of ${keys.map((key) => `\`${key}\``).join(', ')} alone`;
}

/**
 * What an object has in place of {@link onlyKeys}. A key that is nearly one of them is named, with the one that was
 * meant; any other is not, since it may be a value.
 */
export function anotherKey(key: string, keys: readonly string[]): string {
  return `one with ${misspelt(key, keys) ?? 'another key'}`;
}

/** The keys that an expectation of {@link onlyKeys} names. */
export function keysIn(expectation: string): readonly string[] {
  return [...expectation.matchAll(/`([^`]+)`/g)].flatMap(([, key]) => key ?? []);
}
