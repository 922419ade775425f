import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cli, folderWith } from './run-cli.ts';
import { callLine, emissionsIn, linesIn, rootLine, traceId } from './timed-spans.ts';

/** Fits about 30 calls. */
const heapLimit = 500_000;
const RUNS = 100;

const runs = Array.from({ length: RUNS }, (_, at) => at + 1);
/** The calls of all runs, then their roots: no run is whole before memory is full. */
const input = [...runs.map((run) => callLine(run, 0)), ...runs.map((run) => rootLine(run, 1))];

describe('an input whose open runs do not fit into memory', () => {
  it('loses no call: runs are written early, and that is said once', async () => {
    const { code, stdout, stderr } = await cli(['surface', '-'], { stdin: input, heapLimit });
    expect(code).toBe(0);
    expect(stderr.trimEnd().split('\n')).toEqual([
      expect.stringMatching(
        /^note: Expected all open runs to fit into memory, got more: .*`--idle 10m`.*=1$/,
      ),
    ]);
    const emitted = emissionsIn(stdout);
    expect(emitted.reduce((sum, { calls }) => sum + calls, 0)).toBe(RUNS);
    expect(new Set(emitted.map(({ run }) => run)).size).toBe(RUNS);
    const evicted = emitted.filter(({ closedBy }) => closedBy === 'evicted');
    expect(evicted.length).toBeGreaterThan(RUNS / 2);
    expect(emitted.slice(0, evicted.length)).toEqual(evicted);
    expect(evicted.slice(0, 3).map(({ run }) => run)).toEqual([1, 2, 3]);
    const kept = emitted.slice(evicted.length).map(({ run }) => run);
    expect(kept).toEqual(kept.toSorted((a, b) => a - b));
    expect((await cli(['validate', '-'], { stdin: [stdout] })).stderr).toBe('');
  });

  it('tells whoever closes runs already to close them sooner', async () => {
    const { stderr } = await cli(['surface', '-', '--idle', '10m'], { stdin: input, heapLimit });
    expect(stderr).toContain('take a shorter `--idle`');
  });

  it('says nothing where they fit', async () => {
    expect((await cli(['surface', '-'], { stdin: input, heapLimit: 100 * heapLimit })).stderr).toBe('');
    expect((await cli(['surface', '-'], { stdin: input })).stderr).toBe('');
  });

  it('writes each time the same', async () => {
    const once = await cli(['surface', '-'], { stdin: input, heapLimit });
    expect(await cli(['surface', '-'], { stdin: [input.join('')], heapLimit })).toEqual(once);
  });

  it('leaves the parts of a run united in a directory', async () => {
    const [out, whole] = [folderWith(), folderWith()];
    const late = [...input, callLine(1, 2, 2)];
    const { stdout } = await cli(['surface', '-'], { stdin: late, heapLimit });
    expect(emissionsIn(stdout).filter(({ run }) => run === 1)).toMatchObject([
      { closedBy: 'evicted', fragment: false, calls: 1 },
      { revision: 2, supersedes: null, fragment: true, calls: 1 },
    ]);
    await cli(['surface', '-', '--all-runs', '--out', out], { stdin: late, heapLimit });
    await cli(['surface', '-', '--out', whole], { stdin: late });
    const documents = async (folder: string) =>
      linesIn((await cli(['merge', folder, '--documents'])).stdout).map(({ emission: _, ...rest }) => rest);
    expect(readdirSync(out).sort()).toEqual(readdirSync(whole).sort());
    const [first] = await documents(out);
    expect([first.run_id, first.surface.observed_tool_decisions.length]).toEqual([traceId(1), 2]);
    expect(await documents(out)).toEqual(await documents(whole));
  });
});
