import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { type Holder, isAlive, ownHolder } from './lock-holder.ts';

/** Another receiver works on the folder. */
export class DataInUseError extends Error {
  override readonly name = 'DataInUseError';
}

/** A holder shows that it lives as often as this, in milliseconds. */
const BEAT = 2_000;
/** One of another machine that has not for so long is dead. */
const DEAD = 15_000;
/** A lock that is not there may be on its way back, for some milliseconds. */
const MOMENT = 100;
const ATTEMPTS = 3;

/** Tokens of the locks that this process holds: its number alone may have been another's before a restart. */
const OWN = new Set<string>();

/**
 * One receiver at a time for a folder of data. A file that names its holder: on one machine a process that lives holds
 * it, however long it was stopped, and one that is gone is known to be at once; one of another machine is dead after
 * {@link DEAD}. Whoever was taken for dead and lives finds another token in the file, and knows that it lost it.
 */
export class DataLock {
  readonly #path: string;
  readonly #token: string;
  readonly #beat: NodeJS.Timeout;
  readonly #lost: () => void;
  #isLost = false;
  /** Of both clocks: one of them may stand still, or be set. `undefined` before the first look. */
  #seen: readonly [number, number] | undefined;

  private constructor(path: string, token: string, lost: () => void) {
    this.#path = path;
    this.#token = token;
    this.#lost = lost;
    this.#beat = setInterval(() => {
      this.#look().catch(() => {});
    }, BEAT);
    this.#beat.unref();
  }

  /**
   * @param lost Told once where another process has it.
   * @throws {DataInUseError} while another holds it. @throws {Error} of the file system.
   */
  static async take(folder: string, lost: () => void = () => {}): Promise<DataLock> {
    const path = join(folder, 'lock');
    const token = randomUUID();
    const own = JSON.stringify(await ownHolder(token));
    OWN.add(token);
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (await isPlaced(path, token, own)) return new DataLock(path, token, lost);
      const dead = await deadLock(path);
      if (dead === undefined) break;
      await moveAside(path, token, dead);
    }
    OWN.delete(token);
    throw new DataInUseError(
      `Expected ${folder} to be used by this process alone, got a \`lock\` in it that ${await holderOf(path)} holds; give each receiver a folder of its own, stop the other one, or remove the lock where that is no receiver`,
    );
  }

  /** Whether another process has it by now, as far as this one has looked. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Whether this process still holds it: looks where the last look is older than a beat. @throws {Error} of the file system. */
  async isHeld(): Promise<boolean> {
    if (!this.#isLost && !this.#isFresh()) await this.#look();
    return !this.#isLost;
  }

  /** Removes it, unless it is another's. Never throws. */
  async release(): Promise<void> {
    clearInterval(this.#beat);
    OWN.delete(this.#token);
    const text = await readFile(this.#path, 'utf8').catch(() => '');
    if (holderIn(text)?.token === this.#token) await rm(this.#path, { force: true }).catch(() => {});
  }

  #isFresh(): boolean {
    if (this.#seen === undefined) return false;
    const [steady, wall] = this.#seen;
    return performance.now() - steady < 2 * BEAT && Math.abs(Date.now() - wall) < 2 * BEAT;
  }

  async #look(): Promise<void> {
    const at = [performance.now(), Date.now()] as const;
    let text = await textOf(this.#path);
    if (text === undefined) {
      await new Promise((resolve) => setTimeout(resolve, MOMENT));
      text = await textOf(this.#path);
    }
    if (holderIn(text)?.token === this.#token) {
      this.#seen = at;
      const now = new Date();
      await utimes(this.#path, now, now);
      return;
    }
    clearInterval(this.#beat);
    if (this.#isLost) return;
    this.#isLost = true;
    this.#lost();
  }
}

/** Whether a lock with this text got the name. It is whole when it gets it, where the system knows links. */
async function isPlaced(path: string, token: string, text: string): Promise<boolean> {
  const draft = `${path}.${token}.new`;
  try {
    await writeFile(draft, text, { flag: 'wx', mode: 0o600 });
    await link(draft, path).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') throw error;
      await writeFile(path, text, { flag: 'wx', mode: 0o600 });
    });
    return (await textOf(path)) === text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true }).catch(() => {});
  }
}

/** The text of a lock whose holder is gone; empty where there is none any more, `undefined` while somebody holds it. */
async function deadLock(path: string): Promise<string | undefined> {
  try {
    const { mtimeMs } = await stat(path);
    const text = await readFile(path, 'utf8');
    const holder = holderIn(text);
    const isHere = holder?.host === hostname() && Number.isSafeInteger(holder.pid);
    if (!isHere) return Date.now() - mtimeMs > DEAD ? text : undefined;
    // In a container every start has the same number.
    const isGone = holder.pid === process.pid ? !OWN.has(String(holder.token)) : !(await isAlive(holder));
    return isGone ? text : undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? '' : undefined;
  }
}

/** Moves a dead lock away. Of several that see it dead one moves it; what is no longer the dead one is put back. */
async function moveAside(path: string, token: string, dead: string): Promise<void> {
  if ((await textOf(path)) !== dead) return;
  const aside = `${path}.${token}.dead`;
  await rename(path, aside).catch(() => {});
  // Between that look and the rename another may have taken the place.
  if (((await textOf(aside)) ?? dead) !== dead) await link(aside, path).catch(() => {});
  await rm(aside, { force: true });
}

/** Whoever holds it, for a message. */
async function holderOf(path: string): Promise<string> {
  const holder = holderIn(await textOf(path).catch(() => undefined));
  if (holder === undefined || !Number.isSafeInteger(holder.pid)) return 'another process';
  return `process ${holder.pid}${holder.host === hostname() ? '' : ' of another host'}`;
}

function holderIn(text: string | undefined): Partial<Holder> | undefined {
  try {
    return Object(JSON.parse(text ?? '')) as Partial<Holder>;
  } catch {
    return undefined;
  }
}

/** `undefined` where there is no such file. @throws {Error} of the file system otherwise. */
async function textOf(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}
