import { readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** Another receiver works on the folder. */
export class DataInUseError extends Error {
  override readonly name = 'DataInUseError';
}

/** A holder shows that it lives as often as this, in milliseconds. */
const BEAT = 2_000;
/** One that has not for so long is dead. */
const DEAD = 15_000;

/**
 * One receiver at a time for a folder of data. A file that names its holder; one that was killed on this machine is
 * known to be gone at once, one of another machine after {@link DEAD}.
 */
export class DataLock {
  readonly #path: string;
  readonly #beat: NodeJS.Timeout;

  private constructor(path: string) {
    this.#path = path;
    this.#beat = setInterval(() => {
      const now = new Date();
      utimes(path, now, now).catch(() => {});
    }, BEAT);
    this.#beat.unref();
  }

  /** @throws {DataInUseError} while another holds it. @throws {Error} of the file system. */
  static async take(folder: string): Promise<DataLock> {
    const path = join(folder, 'lock');
    const own = JSON.stringify({ pid: process.pid, host: hostname() });
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      try {
        await writeFile(path, own, { flag: 'wx', mode: 0o600 });
        return new DataLock(path);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      if (!(await isDead(path))) break;
      // Of several that see it dead one gets to rename it.
      const aside = `${path}.${process.pid}.dead`;
      await rename(path, aside).catch(() => {});
      await rm(aside, { force: true });
    }
    const holder = await holderOf(path);
    throw new DataInUseError(
      `Expected ${folder} to be used by this process alone, got a \`lock\` in it that ${holder} holds; give each receiver a folder of its own, or stop the other one`,
    );
  }

  /** Never throws. */
  async release(): Promise<void> {
    clearInterval(this.#beat);
    await rm(this.#path, { force: true }).catch(() => {});
  }
}

const ATTEMPTS = 3;

async function isDead(path: string): Promise<boolean> {
  try {
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > DEAD) return true;
    const { pid, host } = await read(path);
    // In a container every start has the same number.
    return host === hostname() && (pid === process.pid || !(await isAlive(pid)));
  } catch {
    return false;
  }
}

/** Whoever holds it, for a message. */
async function holderOf(path: string): Promise<string> {
  try {
    const { pid, host } = await read(path);
    if (Number.isSafeInteger(pid)) return `process ${pid}${host === hostname() ? '' : ' of another host'}`;
  } catch {
    // It is being written, or is gone by now.
  }
  return 'another process';
}

async function read(path: string): Promise<{ readonly pid?: unknown; readonly host?: unknown }> {
  return JSON.parse(await readFile(path, 'utf8')) as { pid?: unknown; host?: unknown };
}

async function isAlive(pid: unknown): Promise<boolean> {
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !(await isZombie(Number(pid)));
}

/** Killed, and still in the table of processes until its parent asks for it; only where the system tells. */
async function isZombie(pid: number): Promise<boolean> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name before it is in parentheses, and may hold any.
  return /^ Z\b/.test(text.slice(text.lastIndexOf(')') + 1));
}
