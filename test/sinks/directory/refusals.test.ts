import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../src/decision/canonical-json.ts';
import { DirectorySink } from '../../../src/sinks/directory-sink.ts';
import { SinkError } from '../../../src/sinks/index.ts';
import { emitted, factsOf } from '../emitting.ts';
import { emissionIn, filesIn, filesOf, newFolder } from '../folder.ts';

async function refusal(write: Promise<void>): Promise<SinkError> {
  const error = await write.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof SinkError ? error : expect.fail('Expected a SinkError');
}

describe('what is there and cannot be united', () => {
  const facts = factsOf(['search', 'fetch'], 'job');
  const run = emitted(facts);
  const state = `${canonicalJson(run.state)}\n`;
  const hostile = (change: (value: { spans: object[]; marks: object[] }) => void): string => {
    const value = JSON.parse(state);
    change(value);
    return JSON.stringify(value);
  };

  it.each([
    ['nothing', ''],
    ['a text that is cut', state.slice(0, -20)],
    ['another document', `${canonicalJson(run.surface)}\n`],
    ['another version', state.replace('state.v0', 'state.v1')],
    ['no object', '[]'],
    ['a fact that is none', hostile(({ spans }) => spans.push({ trace: 1 }))],
    ['a mark that is none', hostile(({ marks }) => marks.push({ mark: '__proto__', trace: 'x' }))],
    ['a record that is none', state.replace('\\"tool\\":', '\\"fool\\":')],
    ['a checkpoint that was changed', state.replace('"final":true', '"final":1')],
    ['nesting without end', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['nesting without end in an unknown member', hostile((value) => Object.assign(value, { later: deep() }))],
  ])('is not overwritten: %s', async (_what, text) => {
    const folder = await newFolder();
    const sink = new DirectorySink(folder);
    await sink.write(emitted(facts.slice(1)));
    await writeFile(join(folder, 'job.state.json'), text);
    const before = await filesIn(folder);
    const error = await refusal(sink.write(run));
    expect(error.code).toBe('unreadable');
    expect(error.message).toContain(join(folder, 'job.state.json'));
    expect(error.message).toContain('nothing was overwritten');
    expect(await filesIn(folder)).toEqual(before);
  });

  it('is not overwritten: an envelope that is none, or none that can be counted on from', async () => {
    for (const text of [
      '',
      '{}',
      `${canonicalJson({ ...run.emission, revision: Number.MAX_SAFE_INTEGER })}`,
    ]) {
      const folder = await newFolder();
      const sink = new DirectorySink(folder);
      await sink.write(emitted(facts.slice(1)));
      await writeFile(join(folder, 'job.emission.json'), text);
      const before = await filesIn(folder);
      expect((await refusal(sink.write(run))).code).toBe('unreadable');
      expect(await filesIn(folder)).toEqual(before);
    }
  });

  it.each(['state', 'emission'] as const)('is not overwritten: the %s of another run', async (part) => {
    const folder = await newFolder();
    const other = emitted(factsOf(['search'], 'other'));
    await writeFile(join(folder, `job.${part}.json`), `${canonicalJson(other[part])}\n`);
    const before = await filesIn(folder);
    expect((await refusal(new DirectorySink(folder).write(run))).code).toBe('of_another_run');
    expect(await filesIn(folder)).toEqual(before);
  });

  it('is not overwritten by a run whose id differs in case alone, on any file system', async () => {
    const folder = await newFolder();
    const sink = new DirectorySink(folder);
    await sink.write(run);
    const before = await filesIn(folder);
    await sink.write(emitted(factsOf(['search'], 'Job')));
    const after = await filesIn(folder);
    expect(after).toMatchObject(before);
    const names = Object.keys(after).map((name) => name.toLowerCase());
    expect(new Set(names).size).toBe(2 * Object.keys(before).length);
  });

  it('keeps members that a later version wrote, also under names that are in every object', async () => {
    const folder = await newFolder();
    await writeFile(
      join(folder, 'job.state.json'),
      state.replace('"trace":', '"__proto__":{"polluted":1},"constructor":2,"trace":'),
    );
    await new DirectorySink(folder).write(run);
    expect((await filesIn(folder))['job.state.json']).toContain('"__proto__":{"polluted":1},');
    expect(Object.prototype).not.toHaveProperty('polluted');
  });
});

describe('what went wrong before', () => {
  it.each(['surface', 'health', 'index', 'emission'] as const)(
    'a missing or changed %s is written anew',
    async (part) => {
      const folder = await newFolder();
      const run = emitted(factsOf(['search'], 'job'));
      const sink = new DirectorySink(folder);
      await sink.write(run);
      const before = await filesIn(folder);
      await rm(join(folder, `job.${part}.json`));
      await sink.write(run);
      const after = await filesIn(folder);
      expect(after[`job.${part}.json`]?.replace(/"revision":\d|"supersedes":\w+/g, '')).toBe(
        before[`job.${part}.json`]?.replace(/"revision":\d|"supersedes":\w+/g, ''),
      );
      expect((await emissionIn(folder, 'job')).revision).toBe(part === 'emission' ? 1 : 2);
    },
  );

  it('what a holder that died may have left half is written anew', async () => {
    const folder = await newFolder();
    const run = emitted(factsOf(['search'], 'job'));
    const sink = new DirectorySink(folder, { dead: 20, wait: 60_000 });
    await sink.write(run);
    await mkdir(join(folder, '.job.lock/dead'), { recursive: true });
    await sink.write(run);
    expect(await emissionIn(folder, 'job')).toMatchObject({ revision: 2, supersedes: 1 });
    expect(Object.keys(await filesIn(folder))).toHaveLength(5);
  });

  it('a name that cannot be taken leaves the evidence there, and the next write mends the rest', async () => {
    const folder = await newFolder();
    const sink = new DirectorySink(folder);
    const run = emitted(factsOf(['search'], 'job'));
    await mkdir(join(folder, 'job.health.json/in-the-way'), { recursive: true });
    const error = await refusal(sink.write(run));
    expect(error.code).toBe('not_written');
    expect(error.message).toMatch(/the system says E[A-Z]+/);
    expect(await readFile(join(folder, 'job.state.json'), 'utf8')).toBe(`${canonicalJson(run.state)}\n`);
    await rm(join(folder, 'job.health.json'), { recursive: true });
    await sink.write(run);
    expect(await filesIn(folder)).toEqual(filesOf(run, 'job'));
  });

  it('a place that is no folder is an error of every write, and not of the sink', async () => {
    const folder = await newFolder();
    await writeFile(join(folder, 'file'), '');
    const sink = new DirectorySink(join(folder, 'file'));
    const run = emitted(factsOf(['search'], 'job'));
    expect((await refusal(sink.write(run))).code).toBe('not_written');
    await expect(DirectorySink.open(join(folder, 'file/below'))).rejects.toThrow(SinkError);
    await rm(join(folder, 'file'));
    await sink.write(run);
    await rm(join(folder, 'file'), { recursive: true });
    expect((await refusal(sink.write(run))).code).toBe('not_written');
    await sink.write(run);
    expect(Object.keys(await filesIn(join(folder, 'file')))).toHaveLength(5);
  });

  it('writes nothing after its end', async () => {
    const folder = await newFolder();
    const sink = new DirectorySink(folder);
    const writing = sink.write(emitted(factsOf(['search'], 'job')));
    await sink.shutdown();
    await writing;
    expect((await refusal(sink.write(emitted(factsOf(['search'], 'other'))))).code).toBe('closed');
    expect(Object.keys(await filesIn(folder))).toHaveLength(5);
  });

  it.each(['', 1 as never, undefined as never])('wants a path (%#)', (folder) => {
    expect(() => new DirectorySink(folder)).toThrow(/^Expected `folder` to be a path, got /);
  });
});

function deep(): unknown {
  return JSON.parse('['.repeat(200) + ']'.repeat(200));
}
