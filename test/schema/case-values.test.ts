import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { readClassifiers } from '../../src/schema/classifiers-reading.ts';
import { CATEGORY, fileWith } from '../classifier-file/files.ts';

const [first] = CATEGORY.cases ?? [];

/** What is told of a value that a case expects under a key. */
function told(value: unknown): readonly string[] {
  const record = { classification: 'classified', target: { contact_hash: value } };
  const reading = readClassifiers(stringify(fileWith({ cases: [{ ...first, record }] as never })));
  return 'errors' in reading ? reading.errors.map(({ message }) => message) : [];
}

describe('a value that a case expects, where it is none', () => {
  it.each<[title: string, value: unknown, end: string]>([
    ['a number', 17, 'got a number; put it in quotes'],
    [
      'a number to be hashed',
      { domain: 'crm_contact', of: 17 },
      'got an object whose `of` is no string; put it in quotes',
    ],
    [
      'a list to be hashed',
      { domain: 'crm_contact', of: ['a', 'b'] },
      'got an object whose `of` is a list; write one object for each member',
    ],
    ['a number in a list', [{ domain: 'crm_contact', of: 17 }], 'is no string; put it in quotes'],
    ['no domain', { of: 'a' }, 'got an object without `domain`'],
    ['a number as domain', { domain: 1, of: 'a' }, 'got an object without `domain`'],
  ])('is told in words that mend it: %s', (_title, value, end) => {
    const [message, ...others] = told(value);
    expect(message).toContain('or a list of those: `[{ domain, of }, …]`, got ');
    expect(message?.endsWith(end)).toBe(true);
    expect(others).toEqual([]);
  });

  it('is no such thing otherwise', () => {
    expect(told([{ domain: 'crm_contact', of: '17' }])).toEqual([]);
  });
});
