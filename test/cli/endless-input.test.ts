import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CommandIo, Output } from '../../src/cli/command-io.ts';
import { runCommandLine } from '../../src/cli/program.ts';
import { callLine, emissionsIn, rootLine } from './timed-spans.ts';

afterEach(() => vi.useRealTimers());

/** A command on an input that gives these lines and then neither more nor an end. */
function following(args: readonly string[], lines: readonly string[]) {
  let text = '';
  let stop = (): void => {};
  let isDrained = (): void => {};
  const drained = new Promise<void>((resolve) => {
    isDrained = resolve;
  });
  const stdout: Output = {
    write(piece, done) {
      text += piece;
      done?.();
      return true;
    },
    on: () => undefined,
  };
  const io: CommandIo = {
    stdin: (async function* () {
      for (const line of lines) yield Buffer.from(line);
      isDrained();
      await new Promise(() => {});
    })(),
    stdout,
    stderr: stdout,
    env: {},
    onStop(listener) {
      stop = listener;
      return () => {};
    },
  };
  return { code: runCommandLine(args, io), drained, stop: () => stop(), emissions: () => emissionsIn(text) };
}

describe('assay-otel surface --idle on an input without end', () => {
  it('writes what is open when it is asked to stop', async () => {
    const run = following(['surface', '-', '--idle', '10m'], [callLine(1, 0), callLine(2, 1)]);
    await run.drained;
    run.stop();
    expect(await run.code).toBe(0);
    expect(run.emissions().map(({ run: id, closedBy }) => [id, closedBy])).toEqual([
      [1, 'shutdown'],
      [2, 'shutdown'],
    ]);
  });

  it('closes runs while nothing comes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const run = following(['surface', '-', '--idle', '10m'], [callLine(1, 0), rootLine(1, 1)]);
    await run.drained;
    for (let second = 0; second < 7; second += 1) await vi.advanceTimersByTimeAsync(1_000);
    expect(run.emissions()).toMatchObject([{ run: 1, closedBy: 'root_ended' }]);
    run.stop();
    expect(await run.code).toBe(0);
  });
});
