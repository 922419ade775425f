import { readFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cutTail } from '../../../src/serve/journal/cut-tail.ts';
import { folderWith } from '../../cli/run-cli.ts';

const LONG = 'x'.repeat(200_000);

it.each([
  ['nothing', '', ''],
  ['whole lines', 'a\nb\n', 'a\nb\n'],
  ['half a line', 'a\nb', 'a\n'],
  ['half a line alone', 'ab', ''],
  ['half a line that is longer than what is read at once', `a\n${LONG}`, 'a\n'],
  ['a line that is longer, whole', `${LONG}\n`, `${LONG}\n`],
  ['half a line alone that is longer', LONG, ''],
  ['a newline alone and half a line', '\nb', '\n'],
])('leaves of %s what has an end', async (_, text, expected) => {
  const path = join(folderWith(), 'file');
  writeFileSync(path, text);
  const file = await open(path, 'a+');
  await cutTail(file);
  await file.appendFile('next\n');
  await file.close();
  expect(readFileSync(path, 'utf8')).toBe(`${expected}next\n`);
});
