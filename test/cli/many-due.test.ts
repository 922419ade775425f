import { expect, it } from 'vitest';
import { FollowedInput } from '../../src/cli/followed-input.ts';
import { cli } from './run-cli.ts';
import { BEGIN_MS, callLine, emissionsIn, tickLine, traceId } from './timed-spans.ts';

const RUNS = 450;
const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n + 1);

it('an input closes what is due a portion at a time, until nothing is left of it', () => {
  const wallClock = () => BEGIN_MS + 3_600_000;
  const input = new FollowedInput({ idle: 1_000, all: false, emittedBy: 'test', wallClock, heapLimit: 1e9 });
  const add = (run: number, milliseconds: number): void => {
    const end = `${BEGIN_MS + milliseconds}000000`;
    input.add({ trace: traceId(run), span: 'a'.repeat(16), start: end, tool: 'unattributed' }, end);
  };
  for (const run of upTo(RUNS)) add(run, 0);
  expect([input.closed().length, input.closeMore()]).toEqual([0, false]);
  add(RUNS + 1, 60_000);
  const closed = [input.closed()];
  while (input.closeMore()) closed.push(input.closed());
  expect(closed.map((runs) => runs.length)).toEqual([2, 100, 100, 100, 100, 48]);
  expect(closed.flat().map(({ runId }) => runId)).toEqual(upTo(RUNS).map(traceId));
  expect(input.end().map(({ runId }) => runId)).toEqual([traceId(RUNS + 1)]);
});

it('surface --idle closes all that is due before it takes what comes next', async () => {
  // The call after the tick comes too late for the run: it was closed, though it was the last of many.
  const stdin = [...upTo(RUNS).map((run) => callLine(run, 0)), tickLine(60), callLine(RUNS, 61, 2)];
  const { code, stdout } = await cli(['surface', '-', '--idle', '10s'], { stdin });
  expect(code).toBe(0);
  const said = emissionsIn(stdout).map(({ run, closedBy, revision }) => [run, closedBy, revision]);
  expect(said).toEqual([...upTo(RUNS).map((run) => [run, 'idle', 1]), [RUNS, 'end_of_input', 2]]);
});
