import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { oldestFirst } from '../../src/cli/trace-files.ts';
import { cli, folderWith } from './run-cli.ts';
import { callLine, emissionsIn, tickLine } from './timed-spans.ts';

describe('the files of a directory', () => {
  it.each([
    ['rotated', ['t-2026-11-30T09-00-00.123.jsonl', 't-2026-11-29T23-59-59.999.jsonl', 't.jsonl'], [1, 0, 2]],
    ['without an extension', ['t', 't-2026-11-30T09-00-00.123', 't-2026-11-30T09-00-00.124'], [1, 2, 0]],
    [
      'of two series',
      ['a-2026-11-30T10-00-00.000.jsonl', 'a.jsonl', 'b-2026-11-30T09-00-00.000.jsonl'],
      [2, 0, 1],
    ],
    ['with dates in their own names', ['z-2026-11-30.jsonl', 'a-2026.jsonl'], [1, 0]],
    ['rotated and compressed', ['t.jsonl', 't-2026-11-30T09-00-00.123.jsonl.gz'], [1, 0]],
  ])('come oldest first: %s', (_title, names, order) => {
    expect(oldestFirst(names)).toEqual(order.map((index) => names[index]));
  });

  it('are read in that order by surface, and hidden ones and directories are passed over', async () => {
    const folder = folderWith({
      't.jsonl': callLine(3, 40) + tickLine(60),
      't-2026-11-30T09-00-00.000.jsonl': callLine(1, 0),
      't-2026-11-30T10-00-00.000.jsonl': callLine(2, 20),
      '.hidden': 'no document',
    });
    mkdirSync(join(folder, 'inner'));
    const { code, stdout, stderr } = await cli(['surface', folder, '--idle', '10s']);
    expect([code, stderr]).toEqual([0, '']);
    expect(emissionsIn(stdout).map(({ run, closedBy }) => [run, closedBy])).toEqual([
      [1, 'idle'],
      [2, 'idle'],
      [3, 'idle'],
    ]);
  });

  it('are as good as their names, in any order', async () => {
    const folder = folderWith({ 'b.jsonl': callLine(1, 0), 'a.jsonl': callLine(2, 1) });
    const named = await cli(['surface', join(folder, 'b.jsonl'), join(folder, 'a.jsonl')]);
    expect(await cli(['surface', folder])).toEqual(named);
  });

  it('are refused where there is none', async () => {
    const { code, stderr } = await cli(['surface', folderWith()]);
    expect(code).toBe(2);
    expect(stderr).toContain('Expected a directory with files of traces, got none');
  });
});
