import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { packsDoc } from '../../scripts/packs/packs-doc.ts';
import { packFiles, readPacks, readServedTools } from '../../scripts/packs/served-tools.ts';
import { loadClassifiers } from '../../src/classifier-file/load.ts';

it('docs/packs.md is what the packs and the tool lists say', () => {
  const path = new URL('../../docs/packs.md', import.meta.url);
  const content = packsDoc();
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(path, content);
  expect(readFileSync(path, 'utf8')).toBe(content);
});

it('every tool list is of one pack', () => {
  const shown = readPacks().flatMap(({ fixtures }) => fixtures.map(({ fixture }) => fixture));
  expect(shown.sort()).toEqual(
    readServedTools()
      .map(({ fixture }) => fixture)
      .sort(),
  );
});

it.each(readPacks())('the JSON form of $file.name has the version of the YAML', ({ file, version }) => {
  // As scripts/build.mjs writes it.
  const text = packFiles().find(({ path }) => path === `packs/${file.name}.yaml`)?.text ?? '';
  expect(loadClassifiers(JSON.parse(JSON.stringify(parse(text))))).toMatchObject({ version });
});
