import { execFileSync } from 'node:child_process';
import { appendFile, open, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import { surfaceLine } from '../../src/run/surface-line.ts';
import { validateArtifact } from '../../src/schema/artifact.ts';
import { ndjsonSink } from '../../src/sinks/index.ts';
import { deferred, turn } from '../mcp/support/deferred.ts';
import { amending, emitted, factsOf } from './emitting.ts';
import { newFolder } from './folder.ts';

const run = emitted(factsOf(['search', 'add_deploy_key']));
const other = emitted(factsOf(['fetch'], 'job'));

describe('a file of lines', () => {
  it('gets one valid line per emission, after what is there', async () => {
    const file = join(await newFolder(), 'runs.ndjson');
    const facts = factsOf(['search', 'fetch']);
    const add = amending();
    const sink = ndjsonSink(file);
    const emissions = [add(facts.slice(0, 1)), add(facts.slice(1)), other];
    for (const emission of emissions) await sink.write(emission);
    await ndjsonSink(file).write(run);
    const lines = (await readFile(file, 'utf8')).split('\n');
    expect(lines).toEqual([...emissions, run].map(surfaceLine).concat(''));
    for (const line of lines.slice(0, -1)) {
      expect(validateArtifact(JSON.parse(line))).toEqual([]);
      expect(canonicalJson(JSON.parse(line))).toBe(line);
    }
    expect(lines.slice(0, 2).map((line) => JSON.parse(line).emission.revision)).toEqual([1, 2]);
  });

  it('loses no line to one that was cut before it', async () => {
    const file = join(await newFolder(), 'runs.ndjson');
    await writeFile(file, '{"run_id":');
    const sink = ndjsonSink(file);
    await sink.write(run);
    await appendFile(file, '{');
    await sink.write(other);
    expect((await readFile(file, 'utf8')).split('\n')).toEqual([
      '{"run_id":',
      surfaceLine(run),
      '{',
      surfaceLine(other),
      '',
    ]);
  });

  it('can be rotated', async () => {
    const folder = await newFolder();
    const sink = ndjsonSink(join(folder, 'runs'));
    await sink.write(run);
    await rename(join(folder, 'runs'), join(folder, 'runs.1'));
    await sink.write(other);
    const files = await Promise.all(['runs.1', 'runs'].map((name) => readFile(join(folder, name), 'utf8')));
    expect(files).toEqual([`${surfaceLine(run)}\n`, `${surfaceLine(other)}\n`]);
  });

  it('that is a pipe is written where somebody reads it, and waits for nobody', async () => {
    const pipe = join(await newFolder(), 'runs');
    execFileSync('mkfifo', [pipe]);
    const sink = ndjsonSink(pipe);
    await expect(sink.write(run)).rejects.toMatchObject({ code: 'not_written' });
    // Both ends, so that opening it waits for nobody here either.
    const reader = await open(pipe, 'r+');
    await sink.write(run);
    const line = `${surfaceLine(run)}\n`;
    const { buffer } = await reader.read(Buffer.alloc(line.length), 0, line.length);
    expect(buffer.toString('utf8')).toBe(line);
    await reader.close();
  });

  it('that cannot be written is an error that names it, and the next write tries again', async () => {
    const folder = await newFolder();
    const sink = ndjsonSink(join(folder, 'later/runs'));
    await expect(sink.write(run)).rejects.toMatchObject({
      name: 'SinkError',
      code: 'not_written',
      message: expect.stringMatching(/later\/runs, but the system says ENOENT; check the place/),
    });
    await writeFile(join(folder, 'later'), '').then(() => rename(join(folder, 'later'), join(folder, 'x')));
    await expect(ndjsonSink(folder).write(run)).rejects.toMatchObject({ code: 'not_written' });
  });
});

describe('a stream of lines', () => {
  it('gets the same lines and is not ended', async () => {
    const stream = new PassThrough();
    const received = text(stream);
    const sink = ndjsonSink(stream);
    await sink.write(run);
    await sink.write(other);
    await sink.shutdown?.();
    expect(stream.writable).toBe(true);
    stream.end();
    expect(await received).toBe(`${surfaceLine(run)}\n${surfaceLine(other)}\n`);
  });

  it('is given a line when it has taken the one before', async () => {
    const taken: string[] = [];
    let take: () => void = () => {};
    const stream = new Writable({
      decodeStrings: false,
      write: (chunk, _encoding, done) => {
        taken.push(chunk);
        take = done;
      },
    });
    const sink = ndjsonSink(stream);
    const first = sink.write(run);
    const second = sink.write(other);
    const flushed = deferred();
    void sink.forceFlush?.().then(() => flushed.resolve());
    for (let turns = 0; turns < 5; turns += 1) await turn();
    expect([taken.length, stream.writableLength]).toEqual([1, taken[0]?.length]);
    take();
    await first;
    await turn();
    expect(taken).toHaveLength(2);
    take();
    await second;
    await flushed.promise;
  });

  it('that fails fails the write alone: the process goes on', async () => {
    const failing = new Writable({ write: (_chunk, _encoding, done) => done(new Error('a secret value')) });
    const sink = ndjsonSink(failing);
    const error = await Promise.resolve(sink.write(run)).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'not_written', cause: expect.any(Error) });
    expect((error as Error).message).not.toContain('secret');
    await expect(sink.write(run)).rejects.toMatchObject({
      message: expect.stringContaining('ERR_STREAM_DESTROYED'),
    });
  });
});

it('writes nothing after its end', async () => {
  const file = join(await newFolder(), 'runs');
  const sink = ndjsonSink(file);
  const writing = sink.write(run);
  await sink.shutdown?.();
  await writing;
  await expect(sink.write(run)).rejects.toMatchObject({ code: 'closed' });
  expect(await readFile(file, 'utf8')).toBe(`${surfaceLine(run)}\n`);
});

it.each(['', undefined, null, 1, {}])('wants a path or a stream (%#)', (target) => {
  expect(() => ndjsonSink(target as never)).toThrow(
    /^Expected `target` to be a path or a writable stream, got /,
  );
});
