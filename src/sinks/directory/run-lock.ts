import { nodeFiles, nodePaths } from '../node-files.ts';
import { SinkError } from '../sink-error.ts';

export interface LockTimes {
  /** Milliseconds for which one holder is seen without a change until it counts as dead. */
  readonly dead: number;
  /** Milliseconds after which waiting ends in an error. */
  readonly wait: number;
}

/** A process that was busy itself has seen nothing of the holder meanwhile. */
const LEAST_SIGHTINGS = 10;

/** A write of one run takes milliseconds, one of a very large run a second or two. */
export const LOCK_TIMES: LockTimes = { dead: 5_000, wait: 15_000 };

export interface HeldLock {
  /** A folder for drafts; it is gone as soon as the lock is lost. */
  readonly drafts: string;
  /** A holder before us died, and may have renamed some of its files and not the others. */
  readonly isInherited: boolean;
}

/**
 * One writer at a time for the files of one run, over all processes that write to the folder. The lock is a folder
 * that gets its name by a rename, which fails while one with anything in it is there. A draft lies inside the lock and
 * is renamed out of it: whoever takes the lock from a holder that it believes dead takes its drafts too, so that a
 * holder that was only slow can no longer write over what it has not read. It begins anew, and nothing is lost.
 */
export class RunLock {
  readonly #folder: string;
  readonly #name: string;
  readonly #place: string;
  readonly #times: LockTimes;

  constructor(folder: string, stem: string, times: LockTimes = LOCK_TIMES) {
    this.#folder = folder;
    this.#name = `.${stem}`;
    this.#place = nodePaths().join(folder, `${this.#name}.lock`);
    this.#times = times;
  }

  /** Does `work` while it holds the lock, again where it was lost meanwhile. @throws {SinkError} `locked`. */
  async holding(work: (held: HeldLock) => Promise<void>): Promise<void> {
    const deadline = performance.now() + this.#times.wait;
    let isInherited = false;
    for (;;) {
      const token = globalThis.crypto.randomUUID();
      isInherited = (await this.#acquire(token, deadline)) || isInherited;
      const drafts = nodePaths().join(this.#place, token);
      try {
        await work({ drafts, isInherited });
        return;
      } catch (error) {
        if (!(await isLost(error, drafts))) throw error;
      } finally {
        await this.#release(drafts);
      }
    }
  }

  /** Whether it was taken from a dead holder. */
  async #acquire(token: string, deadline: number): Promise<boolean> {
    const files = nodeFiles();
    const { join } = nodePaths();
    const own = join(this.#folder, `${this.#name}.${token}.new`);
    await files.mkdir(own);
    try {
      await files.mkdir(join(own, token));
      let isInherited = false;
      let seen = await this.#holder();
      let since = performance.now();
      let times = 0;
      for (;;) {
        try {
          await files.rename(own, this.#place);
          return isInherited;
        } catch (error) {
          if (!isTaken(error)) throw error;
        }
        const holder = await this.#holder();
        const now = performance.now();
        times += 1;
        if (holder !== seen) [seen, since, times] = [holder, now, 0];
        const isDead = seen !== undefined && now - since >= this.#times.dead && times >= LEAST_SIGHTINGS;
        if (isDead && (await this.#takeFrom(token))) {
          isInherited = true;
          continue;
        }
        if (now >= deadline) throw this.#locked();
        await pause();
      }
    } catch (error) {
      await files.rm(own, { recursive: true, force: true });
      throw error;
    }
  }

  /** The token of whoever holds the lock; empty while that ends, `undefined` where nobody does. */
  async #holder(): Promise<string | undefined> {
    const names = nodeFiles().readdir(this.#place);
    return names.then(
      (found) => found.sort().join(),
      () => undefined,
    );
  }

  /** If the holder changed at this moment, it is the new one that begins anew. */
  async #takeFrom(token: string): Promise<boolean> {
    const files = nodeFiles();
    const aside = nodePaths().join(this.#folder, `${this.#name}.${token}.dead`);
    try {
      await files.rename(this.#place, aside);
    } catch {
      return false;
    }
    await files.rm(aside, { recursive: true, force: true });
    return true;
  }

  /** Never the lock of another: its folder has another name inside, and a folder with anything in it stays. */
  async #release(drafts: string): Promise<void> {
    const files = nodeFiles();
    await files.rm(drafts, { recursive: true, force: true }).catch(() => {});
    await files.rmdir(this.#place).catch(() => {});
  }

  #locked(): SinkError {
    return new SinkError(
      'locked',
      `Expected ${this.#place} to be released within ${this.#times.wait} ms, got a holder that still writes; write again, or remove it where no process writes to this folder`,
    );
  }
}

/** What systems say where a folder with anything in it has the name already. */
function isTaken(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return (
    code === 'ENOTEMPTY' || code === 'EEXIST' || code === 'EPERM' || code === 'EACCES' || code === 'EBUSY'
  );
}

/** Whether the drafts went with the lock: no other file that is missing is of any interest here. */
async function isLost(error: unknown, drafts: string): Promise<boolean> {
  if ((error as { readonly code?: unknown }).code !== 'ENOENT') return false;
  return nodeFiles()
    .stat(drafts)
    .then(
      () => false,
      () => true,
    );
}

/** Some milliseconds, not the same for all who wait. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 5 + Math.random() * 20);
  });
}
