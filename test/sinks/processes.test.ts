import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EmittedRun } from '../../src/aggregator/emitted-run.ts';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import type { StateDocument } from '../../src/run/state-document.ts';
import { DirectorySink } from '../../src/sinks/directory-sink.ts';
import { emitted, factsOf } from './emitting.ts';
import { emissionIn, newFolder } from './folder.ts';

let home: string;
let program: string;

beforeAll(async () => {
  home = await mkdtemp(join(import.meta.dirname, '../../node_modules/.writing-process-'));
  program = join(home, 'child.mjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'support/writing-process.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  });
});
afterAll(() => rm(home, { recursive: true }));

/** A process that is ready to write these emissions. */
async function writer(kind: 'files' | 'lines', runs: readonly EmittedRun[], target: string) {
  const input = join(await newFolder(), 'runs.ndjson');
  await writeFile(input, runs.map((run) => canonicalJson(run)).join('\n'));
  const child: ChildProcess = fork(program, [kind, input, target]);
  await once(child, 'message');
  const written: number[] = [];
  child.on('message', (at) => written.push(Number(at)));
  return { child, written, start: () => child.send('start'), ended: once(child, 'exit') };
}

/** One emission per fact: each brings evidence that no other does. */
function onePerFact(calls: number): EmittedRun[] {
  const facts = factsOf(
    Array.from({ length: calls }, (_, at) => `tool_${at}`),
    'job',
  );
  return facts.map((fact) => emitted([fact]));
}

const spansOf = (states: readonly StateDocument[]) =>
  new Set(states.flatMap(({ spans }) => spans.map(({ span }) => span)));

describe('two processes at one run', () => {
  it('lose no evidence in files', async () => {
    const folder = await newFolder();
    const runs = onePerFact(59);
    const halves = [runs.filter((_, at) => at % 2 === 0), runs.filter((_, at) => at % 2 === 1)];
    const writers = await Promise.all(halves.map((half) => writer('files', half, folder)));
    for (const { start } of writers) start();
    for (const { ended } of writers) expect((await ended)[0]).toBe(0);
    const state = JSON.parse(await readFile(join(folder, 'job.state.json'), 'utf8')) as StateDocument;
    expect(spansOf([state])).toEqual(spansOf(runs.map((run) => run.state)));
    expect(await emissionIn(folder, 'job')).toMatchObject({
      revision: runs.length,
      supersedes: runs.length - 1,
    });
    expect(await readdir(folder)).toHaveLength(5);
  });

  it('write whole lines', async () => {
    const file = join(await newFolder(), 'runs.ndjson');
    const runs = onePerFact(39);
    const halves = [runs.slice(0, 20), runs.slice(20)];
    const writers = await Promise.all(halves.map((half) => writer('lines', half, file)));
    for (const { start } of writers) start();
    for (const { ended } of writers) expect((await ended)[0]).toBe(0);
    const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
    expect(lines.map((line) => JSON.parse(line).run_id)).toEqual(runs.map(() => 'job'));
  });
});

describe('a process that is killed while it writes', () => {
  it.each([1, 4, 9])('loses nothing of what it had written (after %d)', async (after) => {
    const folder = await newFolder();
    const runs = onePerFact(29);
    const { child, written, start, ended } = await writer('files', runs.slice(1), folder);
    child.on('message', () => {
      if (written.length >= after) child.kill('SIGKILL');
    });
    start();
    await ended;
    // Whatever it left behind.
    await new DirectorySink(folder, { dead: 50, wait: 60_000 }).write(runs[0] as EmittedRun);
    const state = JSON.parse(await readFile(join(folder, 'job.state.json'), 'utf8')) as StateDocument;
    const acknowledged = [runs[0], ...written.map((at) => runs[at + 1])] as EmittedRun[];
    const held = spansOf([state]);
    for (const span of spansOf(acknowledged.map((run) => run.state))) expect(held).toContain(span);
    const names = (await readdir(folder)).filter((name) => !name.startsWith('.'));
    expect(names).toHaveLength(5);
  });
});
