import { PUBLISHED_SHAPES } from '../../src/redact/about-secret-shapes.ts';

/**
 * The published table (`docs/redaction-lists.md`), read as a reader of it would: each row by itself. None of the
 * shortcuts that the product takes is taken here.
 */
const ROWS = PUBLISHED_SHAPES.map(({ name, pattern, anyCase }) => ({
  name,
  pattern: new RegExp(pattern, anyCase ? 'iu' : 'u'),
}));

const INVISIBLE = /[\p{Cf}\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}]+/gu;

/** Names of the rows that know the text as it stands. */
export function shapesIn(text: string): readonly string[] {
  return ROWS.filter(({ pattern }) => pattern.test(text)).map(({ name }) => name);
}

/** `text` without what does not show. */
export function shown(text: string): string {
  return text.replace(INVISIBLE, '');
}
