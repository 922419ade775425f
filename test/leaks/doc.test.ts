import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { VERSION } from '../../src/version.ts';
import { leaksDoc } from './leaks-doc.ts';

const path = new URL('../../docs/leaks.md', import.meta.url);

it('docs/leaks.md says what was seen', () => {
  const text = leaksDoc(VERSION);
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(path, text);
  expect(readFileSync(path, 'utf8')).toBe(text);
});
