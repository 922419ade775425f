import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cli, folderWith } from '../cli/run-cli.ts';
import { check, filesOf, VECTORS } from './checker.ts';

interface Vector {
  readonly name: string;
  readonly says: string;
}
const { vectors } = JSON.parse(readFileSync(`${VECTORS}/index.json`, 'utf8')) as { vectors: Vector[] };

describe('vectors', () => {
  it('are each in the index', () => {
    const folders = readdirSync(VECTORS).filter((name) => name !== 'index.json');
    expect(vectors.map(({ name }) => name).sort()).toEqual(folders.sort());
  });

  it.each(vectors)('$name: the documents are those expected, and the checker agrees', async ({ name }) => {
    const traces = `${VECTORS}/${name}/traces.jsonl`;
    const expected = `${VECTORS}/${name}/expected`;
    const made = folderWith();
    await cli(['surface', traces, '--out', made]);
    if (process.env.UPDATE_GOLDEN === '1') {
      rmSync(expected, { recursive: true, force: true });
      mkdirSync(expected);
      for (const [file, text] of Object.entries(filesOf(made))) writeFileSync(`${expected}/${file}`, text);
    }
    expect(filesOf(made)).toEqual(filesOf(expected));
    expect(check(traces, expected)).toMatchObject({ code: 0 });
  });
});
