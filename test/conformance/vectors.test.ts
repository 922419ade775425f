import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cli, folderWith } from '../cli/run-cli.ts';
import { check, filesOf, REFERENCE, VECTORS } from './checker.ts';

interface Vector {
  readonly name: string;
  readonly says: string;
}
const { vectors } = JSON.parse(readFileSync(`${VECTORS}/index.json`, 'utf8')) as { vectors: Vector[] };
const captures = readdirSync(REFERENCE).filter((name) => name.endsWith('.otlp.json'));

describe('vectors', () => {
  it('are each in the index', () => {
    const folders = readdirSync(VECTORS).filter((name) => name !== 'index.json');
    expect(vectors.map(({ name }) => name).sort()).toEqual(folders.sort());
  });

  it.each(vectors)('$name: the documents are those expected, and the checker agrees', async ({ name }) => {
    const traces = `${VECTORS}/${name}/traces.jsonl`;
    const expected = `${VECTORS}/${name}/expected`;
    if (process.env.UPDATE_GOLDEN === '1') {
      rmSync(expected, { recursive: true, force: true });
      await cli(['surface', traces, '--out', expected]);
    }
    const made = folderWith();
    await cli(['surface', traces, '--out', made]);
    expect(filesOf(made)).toEqual(filesOf(expected));
    expect(check(traces, expected)).toMatchObject({ code: 0 });
  });
});

describe('reference captures', () => {
  it.each(captures)('%s: the checker agrees', async (name) => {
    const made = folderWith();
    expect(await cli(['surface', `${REFERENCE}/${name}`, '--out', made])).toMatchObject({ code: 0 });
    expect(check(`${REFERENCE}/${name}`, made)).toMatchObject({ code: 0 });
  });
});
