import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DataLock } from '../../../src/serve/journal/data-lock.ts';
import { folderWith } from '../../cli/run-cli.ts';
import { until } from '../receiving.ts';

const lockOf = (pid: number): string => JSON.stringify({ pid, host: hostname() });

it('names the process that holds the folder', async () => {
  const folder = folderWith({ lock: lockOf(process.ppid) });
  await expect(DataLock.take(folder)).rejects.toThrow(`that process ${process.ppid} holds`);
});

it('names nobody where the lock does not', async () => {
  await expect(DataLock.take(folderWith({ lock: '' }))).rejects.toThrow('that another process holds');
});

it.skipIf(!existsSync('/proc/self/stat'))(
  'takes the place of a killed process that its parent has not asked for yet',
  async () => {
    // What the shell becomes never asks for the child that it began with.
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60']);
    try {
      const [bytes] = await once(parent.stdout, 'data');
      const pid = Number(String(bytes));
      const folder = folderWith({ lock: lockOf(pid) });
      await expect(DataLock.take(folder)).rejects.toThrow(`process ${pid} holds`);
      process.kill(pid, 'SIGKILL');
      await until('it to be a zombie', () => / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')));
      await (await DataLock.take(folder)).release();
    } finally {
      parent.kill('SIGKILL');
    }
  },
);

it('is held by a process that lives, however long it was stopped', async () => {
  const folder = folderWith({ lock: lockOf(process.ppid) });
  utimesSync(join(folder, 'lock'), 1, 1);
  await expect(DataLock.take(folder)).rejects.toThrow(`process ${process.ppid} holds`);
});

it('of another machine is free once nobody has touched it for long', async () => {
  const folder = folderWith({ lock: JSON.stringify({ pid: process.pid, host: 'another.example' }) });
  await expect(DataLock.take(folder)).rejects.toThrow(`process ${process.pid} of another host holds`);
  utimesSync(join(folder, 'lock'), 1, 1);
  await (await DataLock.take(folder)).release();
});

it.skipIf(!existsSync('/proc/self/stat'))(
  'is free where its number is that of a process that began at another time',
  async () => {
    const holder = { pid: process.ppid, host: hostname(), token: 'x', began: 'another start/1' };
    await (await DataLock.take(folderWith({ lock: JSON.stringify(holder) }))).release();
  },
);

it('is taken by one of many that come at once, where it is free and where its holder is dead', async () => {
  for (const files of [{}, { lock: lockOf(999_999_999) }]) {
    const folder = folderWith(files);
    const taken = await Promise.allSettled(Array.from({ length: 20 }, () => DataLock.take(folder)));
    const locks = taken.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const held = await Promise.all(locks.map((lock) => lock.isHeld()));
    expect(held.filter((isHeld) => isHeld)).toHaveLength(1);
    await Promise.all(locks.map((lock) => lock.release()));
    expect(readdirSync(folder)).toEqual([]);
  }
});

it('that another has taken is known to be lost, told once, and left alone', async () => {
  const folder = folderWith();
  let told = 0;
  const lock = await DataLock.take(folder, () => {
    told += 1;
  });
  const other = lockOf(process.ppid);
  writeFileSync(join(folder, 'lock'), other);
  expect([await lock.isHeld(), await lock.isHeld(), lock.isLost, told]).toEqual([false, false, true, 1]);
  await lock.release();
  expect(readFileSync(join(folder, 'lock'), 'utf8')).toBe(other);
});
