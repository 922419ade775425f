import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cli, folderWith } from '../../test/cli/run-cli.ts';
import { corpus, united } from './corpus.ts';
import { type Engine, prepare, startEngine } from './engine.ts';
import { emptied, isLeft, put, results } from './stored.ts';
import { type Documents, differences, documentsOf, fromStore, inMemory, type Told } from './ways.ts';

const documents = corpus(60);
let engine: Engine;
let expected: Documents;
beforeAll(async () => {
  engine = await startEngine();
  await prepare(engine);
  expected = inMemory(documents);
});
afterAll(() => engine?.kill());

beforeEach(() => emptied(engine));

const revisions = async (): Promise<number[]> => {
  const rows = await engine.rows<{ r: number }>(
    'SELECT DISTINCT max(Revision) AS r FROM assay_health GROUP BY RunId ORDER BY r',
  );
  return rows.map(({ r }) => r);
};

/** By the engine's. */
async function clock(): Promise<string> {
  const [row] = await engine.rows<{ now: string }>(
    'SELECT toString(toUnixTimestamp64Milli(now64(3))) AS now',
  );
  return new Date(Number(row?.now)).toISOString();
}

describe('results', () => {
  it('go into a directory, united with what is there', async () => {
    await put(engine, documents.slice(0, documents.length / 2));
    const folder = join(folderWith(), 'runs');
    const write = () => cli(['surface', '--from', engine.address, '--out', folder]);
    expect([0, 1]).toContain((await write()).code);
    await put(engine, documents.slice(documents.length / 2));
    for (const shard of ['1/2', '2/2'])
      await cli(['surface', '--from', engine.address, '--shard', shard, '--out', folder]);
    const stems = readdirSync(folder).flatMap((name) => /^(.+)\.health\.json$/.exec(name)?.[1] ?? []);
    const read = (stem: string, part: string) =>
      JSON.parse(readFileSync(join(folder, `${stem}.${part}.json`), 'utf8'));
    const told = stems.map((stem): Told => {
      return { surface: read(stem, 'surface'), health: read(stem, 'health'), index: read(stem, 'index') };
    });
    expect(differences(documentsOf(told.filter(isLeft)), expected)).toEqual([]);
  });

  it('go into tables: a run that is as it was stays, another gets the next revision', async () => {
    const write = (...args: string[]) =>
      cli(['surface', '--from', engine.address, '--out', engine.address, ...args]);
    await put(engine, documents.slice(0, documents.length / 2));
    expect(await write()).toMatchObject({ stdout: '', stderr: expect.stringContaining(' runs from ') });
    expect(await revisions()).toEqual([1]);
    await write();
    expect(await revisions()).toEqual([1]);
    await put(engine, documents.slice(documents.length / 2));
    for (const shard of ['1/3', '2/3', '3/3']) await write('--shard', shard);
    expect(differences(await results(engine), expected)).toEqual([]);
    expect(await revisions()).toEqual([1, 2]);
    await engine.sql('OPTIMIZE TABLE assay_surface FINAL');
    await engine.sql('OPTIMIZE TABLE assay_health FINAL');
    expect(differences(await results(engine), expected)).toEqual([]);
  });

  it('of files do not go into a store', async () => {
    const folder = folderWith({ 'a.jsonl': '' });
    const run = await cli(['surface', join(folder, 'a.jsonl'), '--out', engine.address]);
    expect(run).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Expected a directory as `--out`'),
    });
  });
});

describe('--since and --until, by arrival', () => {
  it('what comes late amends its run, and other runs are not looked at', async () => {
    const early = documents.slice(0, -40);
    await put(engine, early);
    const now = await clock();
    const before = await fromStore(engine.address, 2, ['--until', now]);
    expect(differences(before, inMemory(early))).toEqual([]);
    expect((await fromStore(engine.address, 2, ['--since', now])).size).toBe(0);

    await put(engine, documents.slice(-40));
    const amended = await fromStore(engine.address, 2, ['--since', now]);
    expect(amended.size).toBeGreaterThan(0);
    expect(amended.size).toBeLessThan(expected.size);
    // A trace that has turned out to be of a named run is no run by itself any more.
    const left = [...before].filter(([run]) => expected.has(run) || !/^0+/.test(run));
    expect(differences(new Map([...left, ...amended]), expected)).toEqual([]);
  });

  it('windows beside one another, read by seven workers into tables, give what there is in the end', async () => {
    const parts = 4;
    let since = '2020-01-01T00:00:00Z';
    for (let part = 0; part < parts; part += 1) {
      await put(
        engine,
        documents.filter((_, at) => at % parts === part),
      );
      const until = part + 1 < parts ? await clock() : '2100-01-01T00:00:00Z';
      for (let worker = 1; worker <= 7; worker += 1) {
        const window = ['--since', since, '--until', until, '--shard', `${worker}/7`];
        const args = ['surface', '--from', engine.address, '--out', engine.address, ...window];
        expect([0, 1]).toContain((await cli(args)).code);
      }
      since = until;
      for (const table of ['assay_evidence', 'assay_link', 'assay_run_trace', 'assay_trace_run'])
        await engine.sql(`OPTIMIZE TABLE ${table} FINAL`);
    }
    expect(differences(await results(engine), expected)).toEqual([]);
  });

  it('says up to where all is read', async () => {
    await put(engine, documents.slice(0, 20));
    const { stderr } = await cli(['surface', '--from', engine.address]);
    const [, mark = ''] = /--since (\S+)`/.exec(stderr) ?? [];
    expect(Date.parse(mark)).toBeLessThan(Date.now());
    expect(Date.parse(mark)).toBeGreaterThan(Date.now() - 3_600_000);
  });
});

describe('gate, baseline and declare --from', () => {
  it('judges what a file of the same spans is judged', async () => {
    await put(engine, documents);
    const file = join(folderWith({ 'a.jsonl': `${JSON.stringify(united(documents))}\n` }), 'a.jsonl');
    const gate = (...from: string[]) =>
      cli([
        'gate',
        '--declared',
        'fixtures/declared/declared_prod_allowlist.json',
        '--format',
        'json',
        ...from,
      ]);
    const [stored, read] = [await gate('--from', engine.address), await gate('--spans', file)];
    expect(stored.code).toBe(read.code);
    expect(stored.stdout).toBe(read.stdout);
    expect(read.stdout.length).toBeGreaterThan(1_000);
  });

  const DECLARED = ['--declared', 'fixtures/declared/declared_prod_allowlist.json'];
  it.each([
    ['declare', ['declare']],
    ['baseline', ['baseline', ...DECLARED, '--reason', 'known', '--until', '2999-01-01']],
  ])('%s prints what it prints of a file of the same spans', async (_, args) => {
    await put(engine, documents);
    const file = join(folderWith({ 'a.jsonl': `${JSON.stringify(united(documents))}\n` }), 'a.jsonl');
    const since = ['--from', engine.address, '--since', '2020-01-01T00:00:00Z'];
    const [stored, read] = [await cli([...args, ...since]), await cli([...args, '--spans', file])];
    expect(stored).toMatchObject({ code: 0, stdout: read.stdout });
    expect(read.stdout.length).toBeGreaterThan(1_000);
    expect(
      (await cli([...args, '--from', engine.address, '--since', '2100-01-01T00:00:00Z'])).stdout,
    ).not.toBe(read.stdout);
  });
});
