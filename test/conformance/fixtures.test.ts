import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { IndexDocument } from '../../src/index.ts';
import { cli, folderWith } from '../cli/run-cli.ts';
import { check, DIALECTS, filesOf, REFERENCE } from './checker.ts';

/** Fixtures with spans: each a document of one or more runs. */
const captures = readdirSync(REFERENCE).filter((name) => name.endsWith('.otlp.json'));
const dialects = readdirSync(DIALECTS).map((dialect): [string, string[]] => [
  dialect,
  readdirSync(`${DIALECTS}/${dialect}`)
    .filter((name) => name.endsWith('.json') && !name.endsWith('.expected.json'))
    .map((name) => `${DIALECTS}/${dialect}/${name}`),
]);

/** All these documents as one file of lines, and what the command line makes of them. */
async function madeOf(paths: readonly string[], options: readonly string[]) {
  const lines = paths.map((path) => `${JSON.stringify(JSON.parse(readFileSync(path, 'utf8')))}\n`);
  const traces = join(folderWith({ 'traces.jsonl': lines.join('') }), 'traces.jsonl');
  const made = folderWith();
  await cli(['surface', traces, '--out', made, ...options]);
  return { traces, made };
}

describe('the checker and the command line agree on', () => {
  it.each(captures)('%s', async (name) => {
    const { traces, made } = await madeOf([`${REFERENCE}/${name}`], []);
    expect(Object.keys(filesOf(made)).length).toBeGreaterThan(2);
    expect(check(traces, made)).toEqual({ code: 0, said: expect.stringMatching(/, 0 disagreements\n$/) });
  });

  it.each(dialects)('%s, and the checker says how many records it took as they stand', async (_, paths) => {
    for (const toolSpans of ['mcp', 'all']) {
      const { traces, made } = await madeOf(paths, ['--all-runs', '--tool-spans', toolSpans]);
      const index = Object.entries(filesOf(made)).filter(([name]) => name.endsWith('.index.json'));
      const records = index.flatMap(([, text]) => (JSON.parse(text) as IndexDocument).records);
      const taken = records.filter(({ emitter }) => emitter === null).length;
      expect(records.length).toBeGreaterThan(0);
      expect(check(traces, made)).toEqual({
        code: 0,
        said: expect.stringContaining(`, ${taken} records taken as they stand, 0 disagreements`),
      });
    }
  });
});

it('a call of no published event that no document speaks of is found', async () => {
  const { traces, made } = await madeOf(
    [`${DIALECTS}/semantic-conventions/client-structured-success.json`],
    [],
  );
  for (const name of readdirSync(made)) rmSync(join(made, name));
  expect(check(traces, made)).toMatchObject({
    code: 1,
    said: expect.stringMatching(/surface\.json: is not there/),
  });
});
