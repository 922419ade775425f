import type { Place } from './place.ts';

const ZEROS = '0'.repeat(32);

/** An id in hex that has to be there. @throws {OtlpError} where it is missing or all zeros. */
export function expectOwnId(id: string, field: string, digits: 32 | 16, place: Place): string {
  if (id === '')
    return place.refuse('missing_id', `Expected \`${field}\` to be ${digits} hex digits, got nothing`, field);
  if (id === ZEROS || id === ZEROS.slice(16))
    return place.refuse('invalid_id', `Expected \`${field}\` to be an id, got all zeros`, field);
  return id;
}
