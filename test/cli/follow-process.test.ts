import { appendFileSync, mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCommand, startCommand } from './child-command.ts';
import { cli, folderWith } from './run-cli.ts';
import { callLine, emissionsIn, tickLine } from './timed-spans.ts';

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-otel-follow-'));
  await buildCommand(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** `surface --follow` as a process, whose lines are waited for. */
function following(path: string, ...more: readonly string[]) {
  const child = startCommand(folder, 'surface', '--follow', path, ...more);
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error('Expected pipes');
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const said = text(stderr);
  return {
    async next() {
      const line = await lines.next();
      if (line.done === true) throw new Error(`Expected a line, got the end: ${await said}`);
      const [emission] = emissionsIn(line.value);
      return [emission?.run, emission?.closedBy];
    },
    async stop(signal: NodeJS.Signals) {
      child.kill(signal);
      return { code: await ended, stderr: await said };
    },
  };
}

const path = () => join(folderWith(), 'traces.jsonl');
const half = (line: string) => [line.slice(0, 40), line.slice(40)] as const;

describe('assay-otel surface --follow', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'writes runs as they close, and what is open on %s',
    async (signal) => {
      const file = path();
      writeFileSync(file, callLine(1, 0) + callLine(2, 1800) + tickLine(3600));
      const follower = following(file, '--idle', '1h');
      expect(await follower.next()).toEqual([1, 'idle']);
      const [begin, rest] = half(callLine(3, 4000));
      appendFileSync(file, begin);
      appendFileSync(file, rest + tickLine(5400));
      expect(await follower.next()).toEqual([2, 'idle']);
      const stopped = follower.stop(signal);
      expect(await follower.next()).toEqual([3, 'shutdown']);
      expect(await stopped).toEqual({ code: 0, stderr: '' });
    },
  );

  it('goes on with the file that takes the place of a rotated one, and with one that was truncated', async () => {
    const file = path();
    writeFileSync(file, callLine(1, 0) + tickLine(4000));
    const follower = following(file, '--idle', '1h');
    expect(await follower.next()).toEqual([1, 'idle']);
    appendFileSync(file, callLine(2, 5000));
    renameSync(file, `${file}.1`);
    writeFileSync(file, tickLine(9000));
    expect(await follower.next()).toEqual([2, 'idle']);
    truncateSync(file);
    appendFileSync(file, callLine(3, 10_000) + tickLine(14_000));
    expect(await follower.next()).toEqual([3, 'idle']);
    appendFileSync(file, callLine(4, 14_000).slice(0, 60));
    renameSync(file, `${file}.2`);
    writeFileSync(file, callLine(5, 15_000) + tickLine(20_000));
    expect(await follower.next()).toEqual([5, 'idle']);
    const { code, stderr } = await follower.stop('SIGTERM');
    // The line that was begun before the second rotation.
    expect(stderr).toMatch(/^[^\n]+traces\.jsonl:3: Expected a whole JSON document[^\n]+\n$/);
    expect(code).toBe(1);
  });

  it('says nothing of a line that is begun when it is asked to end', async () => {
    const file = path();
    writeFileSync(file, callLine(1, 0) + tickLine(4000) + callLine(2, 4001).slice(0, 60));
    const follower = following(file, '--idle', '1h');
    expect(await follower.next()).toEqual([1, 'idle']);
    expect(await follower.stop('SIGTERM')).toEqual({ code: 0, stderr: '' });
  });

  it('closes a run that is idle for ten minutes where nothing else is said', async () => {
    const file = path();
    writeFileSync(file, callLine(1, 0) + tickLine(599));
    const follower = following(file);
    appendFileSync(file, callLine(2, 599) + tickLine(601));
    expect(await follower.next()).toEqual([1, 'idle']);
    const stopped = follower.stop('SIGINT');
    expect(await follower.next()).toEqual([2, 'shutdown']);
    expect((await stopped).code).toBe(0);
  });

  it.each([
    ['several files', ['a', 'b'], 'Expected one file'],
    ['stdin', ['-'], 'got stdin'],
    ['a directory', [tmpdir()], 'got a directory'],
  ])('is wrong usage with %s', async (_title, paths, words) => {
    const { code, stdout, stderr } = await cli(['surface', '--follow', ...paths]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(words);
  });
});
