import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Output } from '../../src/cli/command-io.ts';
import { runCommandLine } from '../../src/cli/program.ts';
import { cli, folderWith } from './run-cli.ts';
import { BEGIN_MS, callLine, emissionsIn, rootLine, tickLine } from './timed-spans.ts';

const idle = (duration: string, stdin: readonly string[], now = () => Date.now()) =>
  cli(['surface', '-', '--idle', duration], { stdin, now });

/** For each run the position in `stdin` of the line after which it was first printed. */
async function printedAfter(duration: string, stdin: readonly string[]): Promise<Record<number, number>> {
  const after: Record<number, number> = {};
  let read = -1;
  const onRead = ({ stdout }: { stdout: string }) => {
    for (const { run } of emissionsIn(stdout)) after[run] ??= read;
    read += 1;
  };
  const { stdout } = await cli(['surface', '-', '--idle', duration], { stdin, onRead });
  for (const { run } of emissionsIn(stdout)) after[run] ??= stdin.length;
  return after;
}

describe('assay-otel surface --idle', () => {
  it('writes a run while reading, five seconds after its root came', async () => {
    const stdin = [callLine(1, 0), rootLine(1, 1), tickLine(5), tickLine(6), tickLine(7)];
    expect(await printedAfter('30s', stdin)).toEqual({ 1: 3 });
    expect(emissionsIn((await idle('30s', stdin)).stdout)).toMatchObject([
      { run: 1, closedBy: 'root_ended' },
    ]);
  });

  it('sooner, where idle is shorter', async () => {
    expect(await printedAfter('2s', [callLine(1, 0), rootLine(1, 1), tickLine(3), tickLine(4)])).toEqual({
      1: 2,
    });
  });

  it('writes a run whose root does not come once it is idle', async () => {
    const stdin = [callLine(1, 0), callLine(1, 9, 2), tickLine(18), tickLine(19)];
    expect(await printedAfter('10s', stdin)).toEqual({ 1: 3 });
    expect(emissionsIn((await idle('10s', stdin)).stdout)).toMatchObject([{ closedBy: 'idle', calls: 2 }]);
  });

  it('writes runs in the order in which they close, and the rest at the end', async () => {
    const stdin = [
      callLine(9, 0),
      rootLine(9, 0),
      callLine(3, 2),
      callLine(5, 3),
      rootLine(5, 3),
      tickLine(20),
    ];
    stdin.push(callLine(2, 21), callLine(1, 22));
    const { code, stdout, stderr } = await idle('15s', stdin);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(emissionsIn(stdout).map(({ run, closedBy }) => [run, closedBy])).toEqual([
      [9, 'root_ended'],
      [3, 'idle'],
      [5, 'root_ended'],
      [2, 'end_of_input'],
      [1, 'end_of_input'],
    ]);
    expect((await cli(['validate', '-'], { stdin: [stdout] })).stderr).toBe('');
  });

  it('amends a run while its evidence is kept; then what comes is a fragment', async () => {
    const stdin = [
      callLine(1, 0),
      tickLine(10),
      callLine(1, 15, 2),
      tickLine(25),
      tickLine(36),
      callLine(1, 40, 3),
    ];
    const { stdout } = await idle('10s', stdin);
    const run = { run: 1, fragment: false };
    expect(emissionsIn(stdout)).toEqual([
      { ...run, closedBy: 'idle', revision: 1, supersedes: null, calls: 1 },
      { ...run, closedBy: 'idle', revision: 2, supersedes: 1, calls: 2 },
      { ...run, closedBy: 'end_of_input', revision: 3, supersedes: null, calls: 1, fragment: true },
    ]);
  });

  it('says nothing again of what it knows', async () => {
    const stdin = [callLine(1, 0), tickLine(10), callLine(1, 0), tickLine(25)];
    expect(emissionsIn((await idle('10s', stdin)).stdout)).toHaveLength(1);
  });

  it('no span sets its clock beyond the clock on the wall, nor back', async () => {
    const now = () => BEGIN_MS + 2_000;
    const far = 4_000_000;
    expect(
      emissionsIn((await idle('10s', [callLine(1, 0), tickLine(far), callLine(1, 1, 2)], now)).stdout),
    ).toMatchObject([{ closedBy: 'end_of_input', calls: 2 }]);
    const stdin = [callLine(1, 0), tickLine(far), callLine(2, 0), tickLine(5)];
    expect(
      emissionsIn((await idle('10s', stdin)).stdout).map(({ run, closedBy }) => [run, closedBy]),
    ).toEqual([
      [1, 'idle'],
      [2, 'end_of_input'],
    ]);
  });

  it('gives the same bytes each time, however the text comes', async () => {
    const text = [1, 2, 3]
      .flatMap((run) => [callLine(run, run), rootLine(run, run + 4), tickLine(20 * run)])
      .join('');
    const { stdout } = await idle('5s', [text]);
    expect(emissionsIn(stdout)).toHaveLength(3);
    const pieces = Array.from({ length: Math.ceil(text.length / 7) }, (_, piece) =>
      text.slice(piece * 7, piece * 7 + 7),
    );
    expect((await idle('5s', pieces)).stdout).toBe(stdout);
  });

  it('reads no more once nobody reads what it writes', async () => {
    let read = 0;
    const closed = Object.assign(new Error('closed'), { code: 'EPIPE', syscall: 'write' });
    const output = (failure?: Error): Output => ({
      write(_text, done) {
        done?.(failure);
        return true;
      },
      on: () => undefined,
    });
    async function* stdin() {
      for (const text of [callLine(1, 0), tickLine(5), callLine(2, 6), tickLine(20)]) {
        read += 1;
        yield Buffer.from(text);
      }
    }
    const io = { stdin: stdin(), stdout: output(closed), stderr: output(), env: {} };
    expect([await runCommandLine(['surface', '-', '--idle', '1s'], io), read]).toEqual([0, 2]);
  });

  it.each(['10', '0s', '1d', '-5m', '1.5h', ' 5s', '99999999s', ''])(
    'refuses %j as a duration',
    async (text) => {
      const { code, stdout, stderr } = await cli(['surface', '-', `--idle=${text}`], {
        stdin: [callLine(1, 0)],
      });
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain('Expected a whole number and s, m or h, such as 30s, 10m or 2h.');
    },
  );

  it('leaves in a directory what one reading gives, whenever runs were closed on the way', async () => {
    const spans = [1, 2, 3].flatMap((run) => [
      ...[0, 6, 30].map((second, n) => callLine(run, second + run, n)),
      rootLine(run, 7 + run),
    ]);
    const read = (folder: string) =>
      readdirSync(folder)
        .filter((name) => /\.(surface|health|index)\.json$/.test(name))
        .sort()
        .map((name) => `${name} ${readFileSync(join(folder, name), 'utf8')}`);
    const whole = folderWith();
    await cli(['surface', '-', '--out', whole], { stdin: spans });
    expect(read(whole)).toHaveLength(9);
    const order = fc.shuffledSubarray([...spans, ...[5, 12, 24, 60].map(tickLine)], {
      minLength: spans.length + 4,
    });
    await fc.assert(
      fc.asyncProperty(order, fc.constantFrom('1s', '5s', '20s'), async (stdin, duration) => {
        const folder = folderWith();
        const { stderr } = await cli(['surface', '-', '--all-runs', '--idle', duration, '--out', folder], {
          stdin,
        });
        expect(stderr).toBe('');
        expect(read(folder).filter((file) => !file.startsWith('f'))).toEqual(read(whole));
      }),
      { numRuns: 40, seed: 20_261_130 },
    );
  });
});
