import { type Attributes, attribute } from '../span/view.ts';

const INTEGER = /^-?\d{1,10}$/;

/** The own property `key` where it is an integer, in any of the forms that producers give it: number, big integer, decimal string with or without spaces around it. */
export function integerAttribute(attributes: Attributes, key: string): number | undefined {
  const value = attribute(attributes, key);
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined;
  if (typeof value !== 'string' && typeof value !== 'bigint') return undefined;
  const text = String(value).trim();
  return INTEGER.test(text) ? Number(text) : undefined;
}
