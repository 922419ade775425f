import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { CommandIo } from '../../src/cli/command-io.ts';
import { cli, folderWith } from './run-cli.ts';
import { callLine } from './timed-spans.ts';

const ERASE = '\r\u001b[K';
const lines = Array.from({ length: 20 }, (_, run) => callLine(run + 1, run));

/** A clock on which every look takes this long. */
function ticking(milliseconds: number): () => number {
  let now = 0;
  return () => {
    now += milliseconds;
    return now;
  };
}

interface Around extends Partial<Pick<CommandIo, 'env' | 'now'>> {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

const surface = (args: readonly string[], stdin: readonly string[], around: Around = {}) =>
  cli(['surface', ...args], { stdin, isTTY: true, env: { NO_COLOR: '1' }, now: ticking(500), ...around });

/** The lines that stood at the bottom of the terminal, one after the other. */
const shown = (stderr: string) => stderr.split(ERASE).filter((text) => text !== '');

describe('the progress of surface', () => {
  it('shows, on a terminal, after two seconds, how far it is', async () => {
    const file = join(folderWith({ 'traces.jsonl': lines.join('') }), 'traces.jsonl');
    const { stderr } = await surface([file], []);
    const size = `${(lines.join('').length / 1000).toFixed(1)} kB`;
    expect(shown(stderr)[0]).toMatch(/, (\d) spans, \1 runs open, 0 written$/);
    expect(shown(stderr).at(-1)).toBe(`100% of ${size}, 20 spans, 20 runs open, 20 written`);
    for (const text of shown(stderr)) expect(text.startsWith(`100% of ${size}, `)).toBe(true);
  });

  it('is as far in a compressed file as it is in what is stored', async () => {
    const stored = gzipSync(lines.join(''));
    const file = join(folderWith({ 'traces.jsonl.gz': stored }), 'traces.jsonl.gz');
    const { stderr } = await surface([file], []);
    expect(shown(stderr).at(-1)).toBe(`100% of ${stored.length} B, 20 spans, 20 runs open, 20 written`);
  });

  it('says what it has read where it cannot know the whole', async () => {
    const { stderr } = await surface(['-'], lines);
    expect(shown(stderr)[0]).toMatch(/^\d+\.\d kB read, \d spans, \d runs open, 0 written$/);
  });

  it('is gone at the end, and before anything else is printed', async () => {
    const { stdout, stderr } = await surface(['-'], [...lines, 'no document\n']);
    expect(stderr.endsWith(ERASE)).toBe(true);
    expect(stderr).toMatch(/written\r\u001b\[K<stdin>:21: Expected a JSON document/);
    expect(shown(stderr).filter((text) => text.includes('\n'))).toHaveLength(1);
    expect(stdout.trimEnd().split('\n')).toHaveLength(20);
  });

  it('is gone where the command fails', async () => {
    const { code, stderr } = await surface(['-'], ['x\n'.repeat(10)], { now: ticking(2_500) });
    expect(code).toBe(2);
    expect(shown(stderr).at(-1)).toMatch(/\nerror: Expected OTLP traces.*\n$/);
  });

  it.each<[string, Around]>([
    ['where stderr is no terminal', { isTTY: false }],
    ['on a terminal that cannot rewrite a line', { env: { TERM: 'dumb' } }],
    ['of a command that is over in two seconds', { now: ticking(1) }],
  ])('shows nothing %s', async (_where, around) => {
    expect((await surface(['-'], lines, around)).stderr).toBe('');
  });

  it('has no colour where NO_COLOR is set', async () => {
    const dim = '\u001b[2m';
    expect((await surface(['-'], lines, { env: {} })).stderr).toContain(dim);
    expect((await surface(['-'], lines)).stderr).not.toContain('\u001b[2');
  });

  it('fits into one line of the terminal', async () => {
    const { stderr } = await surface(['-'], lines, { columns: 20 });
    for (const text of shown(stderr)) expect(text.length).toBeLessThan(20);
  });
});
