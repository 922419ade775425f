import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Tombstone } from '../../../src/aggregator/tombstones.ts';
import type { SpanFact } from '../../../src/run/span-fact.ts';
import { DataInUseError } from '../../../src/serve/journal/data-lock.ts';
import { Journal } from '../../../src/serve/journal/journal.ts';
import { JournalVersionError } from '../../../src/serve/journal/read-lines.ts';
import { folderWith } from '../../cli/run-cli.ts';

const KIB = 1024;

const traceId = (n: number): string => n.toString(16).padStart(32, '0');
const fact = (trace: number, span = 1): SpanFact => ({
  trace: traceId(trace),
  span: span.toString(16).padStart(16, '0'),
});
const tombstone = (trace: number): Tombstone => ({
  trace: traceId(trace),
  run: traceId(trace),
  part: 'x-1',
  revision: 1,
  numbers: [],
  at: 1,
});
const forgotten = (trace: number, n: number) => ({ trace: traceId(trace), n, tombstone: tombstone(trace) });

/** All that a journal holds, as it is told. */
async function replayed(journal: Journal) {
  const told: string[] = [];
  const broken = await journal.replay({
    fact: ({ trace, span }) => told.push(`fact ${Number.parseInt(trace, 16)}/${Number.parseInt(span, 16)}`),
    given: ({ run, revision }) => told.push(`given ${Number.parseInt(run, 16)} ${revision}`),
    forgot: ({ trace }) => told.push(`forgot ${Number.parseInt(trace, 16)}`),
    rest: async () => {},
  });
  return { told, broken };
}

async function reopened(folder: string, segmentBytes?: number) {
  const journal = await Journal.open(folder, segmentBytes);
  const { told, broken } = await replayed(journal);
  return { journal, told, broken };
}

/** Makes another of one bit. */
function flip(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

const segments = (folder: string): string[] =>
  readdirSync(folder).filter((name) => name.startsWith('journal-'));

describe('the journal', () => {
  it('brings back what was added, in order, over restarts', async () => {
    const folder = folderWith();
    for (let start = 0; start < 3; start += 1) {
      const { journal, told } = await reopened(folder);
      expect(told).toEqual(
        Array.from({ length: start }, (_, n) => [`fact ${n + 1}/1`, `given ${n + 1} 2`]).flat(),
      );
      journal.add(fact(start + 1));
      const run = traceId(start + 1);
      journal.gave({ run, trace: run, revision: 2, said: 'x', parts: [] });
      await journal.commit(journal.failures);
      await journal.close();
    }
  });

  it('holds on the disk what was committed, also without an end', async () => {
    const folder = folderWith();
    const { journal } = await reopened(folder);
    journal.add(fact(1));
    await journal.commit(0);
    const [name = ''] = segments(folder);
    expect(readFileSync(join(folder, name), 'utf8')).toContain(traceId(1));
    await journal.close();
  });

  it.each([
    [
      'a last line that is torn',
      (path: string) => truncateSync(path, statSync(path).size - 9),
      ['fact 1/1'],
      { damaged: 0, unfinished: 1 },
    ],
    [
      'garbage at the end',
      (path: string) => appendFileSync(path, '\0\0garbage'),
      ['fact 1/1', 'fact 2/1'],
      { damaged: 0, unfinished: 1 },
    ],
    [
      'blanks at the end, of a try whether the disk takes anything',
      (path: string) => appendFileSync(path, ' '.repeat(5_000)),
      ['fact 1/1', 'fact 2/1'],
      { damaged: 0, unfinished: 0 },
    ],
    [
      'garbage lines',
      (path: string) => appendFileSync(path, 'a\nb\n\n'),
      ['fact 1/1', 'fact 2/1'],
      { damaged: 2, unfinished: 0 },
    ],
    [
      'a first line of which one bit is another',
      (path: string) => flip(path, 60),
      ['fact 2/1'],
      { damaged: 1, unfinished: 0 },
    ],
    [
      'a last line of which one bit is another',
      (path: string) => flip(path, statSync(path).size - 60),
      ['fact 1/1'],
      { damaged: 1, unfinished: 0 },
    ],
    [
      'an end of line that is another',
      (path: string) => flip(path, readFileSync(path).indexOf(0x0a)),
      [],
      { damaged: 1, unfinished: 0 },
    ],
  ])('passes over %s and goes on', async (_, damage, expected, lines) => {
    const folder = folderWith();
    const first = await reopened(folder);
    first.journal.add(fact(1));
    first.journal.add(fact(2));
    await first.journal.close();
    damage(join(folder, segments(folder)[0] ?? ''));
    const second = await reopened(folder);
    expect(second.told).toEqual(expected);
    expect(second.broken).toMatchObject(lines);
    second.journal.add(fact(3));
    await second.journal.close();
    const third = await reopened(folder);
    expect(third.told).toEqual([...expected, 'fact 3/1']);
    await third.journal.close();
  });

  it('forgets a trace up to a point, and remembers that it did', async () => {
    const folder = folderWith();
    const { journal } = await reopened(folder);
    journal.add(fact(1));
    journal.add(fact(2));
    const n = journal.number;
    // After the aggregator forgot it, and before the journal was told.
    journal.add(fact(1, 2));
    await journal.forget([forgotten(1, n), forgotten(2, n)]);
    await journal.close();
    const second = await reopened(folder);
    expect(second.told).toEqual(['forgot 1', 'fact 1/2', 'forgot 2']);
    await second.journal.close();
  });

  it('loses nothing that follows a torn line of what it remembers, and tells of the line', async () => {
    const folder = folderWith();
    const first = await reopened(folder);
    first.journal.add(fact(1));
    first.journal.add(fact(2));
    await first.journal.forget([forgotten(1, 1)]);
    await first.journal.close();
    const path = join(folder, 'forgotten.log');
    truncateSync(path, statSync(path).size - 9);
    const second = await reopened(folder);
    expect(second.told).toEqual(['fact 1/1', 'fact 2/1']);
    expect(second.broken).toMatchObject({ damaged: 0, unfinished: 1 });
    await second.journal.forget([forgotten(2, 2)]);
    await second.journal.close();
    const third = await reopened(folder);
    expect(third.told).toEqual(['fact 1/1', 'forgot 2']);
    // Half a line was cut off before the next was written: it is not taken for one that was damaged.
    expect(third.broken).toMatchObject({ damaged: 0, unfinished: 0 });
    await third.journal.close();
  });

  it('takes as much space as what it still holds', async () => {
    const folder = folderWith();
    const { journal } = await reopened(folder, 64 * KIB);
    for (let trace = 1; trace <= 20_000; trace += 1) {
      journal.add(fact(trace));
      // Every thousandth goes on and on.
      if (trace % 1_000 !== 0)
        await journal.forget([{ trace: traceId(trace), n: journal.number, tombstone: undefined }]);
      if (trace % 500 === 0) await journal.commit(0);
    }
    await journal.close();
    const bytes = segments(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    expect(bytes).toBeLessThan(200 * KIB);
    const second = await reopened(folder);
    const held = second.told.filter((one) => Number(/\d+/.exec(one)?.[0]) % 1_000 === 0);
    expect(held).toHaveLength(20);
    await second.journal.close();
  });

  it.runIf(existsSync('/dev/full'))(
    'says that the disk is full, loses nothing that it took, and goes on when there is space',
    async () => {
      const folder = folderWith();
      const { journal } = await reopened(folder);
      journal.add(fact(1));
      await journal.commit(journal.failures);
      await journal.close();
      // The next file of the journal is a disk that is full.
      const next = join(folder, 'journal-0000000002.log');
      symlinkSync('/dev/full', next);
      const second = await Journal.open(folder);
      rmSync(next);
      await replayed(second);
      symlinkSync('/dev/full', next);
      const before = second.failures;
      second.add(fact(2));
      await expect(second.commit(before)).rejects.toThrow();
      // Whoever added before that and asks later cannot be sure either.
      await expect(second.commit(before)).rejects.toThrow();
      rmSync(next);
      second.add(fact(2));
      await second.commit(second.failures);
      await second.close();
      const third = await reopened(folder);
      expect([...new Set(third.told)]).toEqual(['fact 1/1', 'fact 2/1']);
      await third.journal.close();
    },
  );

  it.runIf(existsSync('/dev/full'))(
    'tells that writes fail and that they do again, once each, also where nothing comes',
    async () => {
      const folder = folderWith();
      const said: string[] = [];
      const listener = {
        failing: (code: string) => said.push(code),
        mended: () => said.push('mended'),
      };
      const journal = await Journal.open(folder, undefined, listener);
      await replayed(journal);
      const path = join(folder, 'journal-0000000001.log');
      symlinkSync('/dev/full', path);
      for (let attempt = 0; attempt < 2; attempt += 1) {
        journal.add(fact(1));
        await expect(journal.commit(journal.failures)).rejects.toThrow();
        await journal.settle();
        expect([journal.isFailing, said]).toEqual([true, ['ENOSPC']]);
      }
      rmSync(path);
      await journal.settle();
      expect([journal.isFailing, said]).toEqual([false, ['ENOSPC', 'mended']]);
      // What was written to see it is gone.
      expect(statSync(path).size).toBe(0);
      journal.add(fact(1));
      await journal.commit(journal.failures);
      await journal.close();
      const second = await reopened(folder);
      expect(second.told).toEqual(['fact 1/1']);
      expect(second.broken).toMatchObject({ damaged: 0, unfinished: 0 });
      await second.journal.close();
    },
  );

  it('of another version is refused, says what to do, and stays as it is', async () => {
    for (const name of ['journal-0000000002.log', 'forgotten.log']) {
      const folder = folderWith();
      const first = await reopened(folder);
      first.journal.add(fact(1));
      first.journal.add(fact(2));
      await first.journal.forget([forgotten(2, 2)]);
      await first.journal.close();
      const json = JSON.stringify({ ...{ fact: fact(3) }, n: 9, v: 2 });
      const checksum = crc32(json).toString(16).padStart(8, '0');
      appendFileSync(join(folder, name), `${checksum} ${json}\n`);
      const before = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
      const told: string[] = [];
      const journal = await Journal.open(folder);
      const tell = () => void told.push('something');
      const replaying = journal.replay({ fact: tell, given: tell, forgot: tell, rest: async () => {} });
      await expect(replaying).rejects.toThrow(JournalVersionError);
      await expect(replaying).rejects.toThrow(
        `Expected the journal in ${folder} to be of version 1, got version 2 in ${name}; start the assay-otel that wrote it`,
      );
      await journal.close();
      expect(told).toEqual([]);
      expect(readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'))).toEqual(before);
    }
  });

  it('leaves nothing behind of a compaction that a kill ended', async () => {
    const folder = folderWith();
    const first = await reopened(folder);
    first.journal.add(fact(1));
    await first.journal.close();
    appendFileSync(join(folder, 'journal-0000000001.log.new'), 'half');
    const { journal } = await reopened(folder);
    await journal.forget([forgotten(1, journal.number)]);
    await journal.close();
    expect(readdirSync(folder)).toEqual(['forgotten.log']);
  });

  it('belongs to one process at a time', async () => {
    const folder = folderWith();
    const other = JSON.stringify({ pid: process.ppid, host: (await import('node:os')).hostname() });
    appendFileSync(join(folder, 'lock'), other);
    await expect(Journal.open(folder)).rejects.toThrow(DataInUseError);
    rmSync(join(folder, 'lock'));
    appendFileSync(join(folder, 'lock'), other.replace(String(process.ppid), '999999999'));
    const { journal } = await reopened(folder);
    await journal.close();
    expect(readdirSync(folder)).not.toContain('lock');
  });
});
