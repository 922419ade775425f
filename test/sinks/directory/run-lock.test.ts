import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type HeldLock, RunLock } from '../../../src/sinks/directory/run-lock.ts';
import { deferred } from '../../mcp/support/deferred.ts';
import { newFolder } from '../folder.ts';

const PATIENT = { dead: 60_000, wait: 60_000 };

/** Writes a file as the sink does: a draft in the lock, renamed out of it. */
async function put(folder: string, { drafts }: HeldLock, text: string): Promise<void> {
  await writeFile(join(drafts, 'draft'), text, { flag: 'wx' });
  await rename(join(drafts, 'draft'), join(folder, 'file'));
}

describe('the lock of a run', () => {
  it('lets one in after the other, and leaves nothing', async () => {
    const folder = await newFolder();
    let inside = 0;
    const held = Array.from({ length: 20 }, () =>
      new RunLock(folder, 'job', PATIENT).holding(async ({ isInherited }) => {
        inside += 1;
        await readdir(folder);
        expect([inside, isInherited]).toEqual([1, false]);
        inside -= 1;
      }),
    );
    await Promise.all(held);
    expect(await readdir(folder)).toEqual([]);
  });

  it('keeps no one from another run', async () => {
    const folder = await newFolder();
    await new RunLock(folder, 'job', PATIENT).holding(async () => {
      await new RunLock(folder, 'other', PATIENT).holding(async () => {});
    });
  });

  it('is waited for in bounded time, and says where it is', async () => {
    const folder = await newFolder();
    await new RunLock(folder, 'job', PATIENT).holding(async () => {
      const waiting = new RunLock(folder, 'job', { dead: 60_000, wait: 20 }).holding(async () => {});
      await expect(waiting).rejects.toMatchObject({
        code: 'locked',
        message: expect.stringContaining(join(folder, '.job.lock')),
      });
      expect(await readdir(folder)).toEqual(['.job.lock']);
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it('is taken from a holder that died, whose drafts go and whose work is suspect', async () => {
    const folder = await newFolder();
    await mkdir(join(folder, '.job.lock/token'), { recursive: true });
    await writeFile(join(folder, '.job.lock/token/draft'), 'cut');
    let isTold = false;
    await new RunLock(folder, 'job', { dead: 20, wait: 60_000 }).holding(async ({ isInherited }) => {
      isTold = isInherited;
    });
    expect(isTold).toBe(true);
    expect(await readdir(folder)).toEqual([]);
  });

  it('that was taken from a slow holder keeps it from writing over what it has not read', async () => {
    const folder = await newFolder();
    const [entered, resumed] = [deferred(), deferred()];
    const read: (string | undefined)[] = [];
    const slow = new RunLock(folder, 'job', PATIENT).holding(async (held) => {
      read.push(await readFile(join(folder, 'file'), 'utf8').catch(() => undefined));
      if (read.length === 1) {
        entered.resolve();
        await resumed.promise;
      }
      await put(folder, held, 'slow');
    });
    await entered.promise;
    await new RunLock(folder, 'job', { dead: 20, wait: 60_000 }).holding((held) =>
      put(folder, held, 'quick'),
    );
    resumed.resolve();
    await slow;
    expect(read).toEqual([undefined, 'quick']);
    expect(await readdir(folder)).toEqual(['file']);
  });

  it('is given back where the work fails, with the error that it failed with', async () => {
    const folder = await newFolder();
    const lock = new RunLock(folder, 'job', PATIENT);
    const failing = lock.holding(async () => {
      throw new Error('full');
    });
    await expect(failing).rejects.toThrow('full');
    const missing = lock.holding(async () => {
      await readdir(join(folder, 'missing'));
    });
    await expect(missing).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await readdir(folder)).toEqual([]);
  });
});
