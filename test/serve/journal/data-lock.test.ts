import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
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
