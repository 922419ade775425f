import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A file that only grows. What is appended is written in the order in which it came; whoever waits for the disk waits
 * together with all who came meanwhile. A write that fails is over for what it held: the next one begins a line of its
 * own.
 */
export class AppendFile {
  readonly path: string;
  #file: FileHandle | undefined;
  #lines: string[] = [];
  #waiting: Waiting[] = [];
  #work: Promise<void> | undefined;
  #isEnded = false;

  readonly #failed: (lines: readonly string[]) => void;

  /** `failed` is told of each write that fails, and what it held, before anybody who waits for it. */
  constructor(path: string, failed: (lines: readonly string[]) => void = () => {}) {
    this.path = path;
    this.#failed = failed;
  }

  /** Whether anything is not on the disk yet. */
  get isPending(): boolean {
    return this.#lines.length > 0 || this.#work !== undefined;
  }

  /** Keeps a line, with its newline, for the next writing. */
  append(line: string): void {
    this.#lines.push(line);
  }

  /**
   * Resolves when all that was appended so far is on the disk.
   * @throws {Error} of the file system: what was appended since the last success may be missing.
   */
  commit(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#work ??= this.#writeAll();
    });
  }

  /** Writes what is left and closes. Never throws. */
  async end(): Promise<void> {
    this.#isEnded = true;
    if (this.#lines.length > 0) await this.commit().catch(() => {});
    await this.#work;
    await this.#file?.close().catch(() => {});
    this.#file = undefined;
  }

  async #writeAll(): Promise<void> {
    // What comes in the same turn is written together.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const waiting = this.#waiting;
      const lines = this.#lines;
      this.#waiting = [];
      this.#lines = [];
      try {
        if (lines.length > 0) await this.#write(lines);
        for (const { resolve } of waiting) resolve();
      } catch (error) {
        this.#failed(lines);
        // Opened anew for the next: the place may be another by then.
        await this.#file?.close().catch(() => {});
        this.#file = undefined;
        for (const { reject } of waiting) reject(error);
      }
    }
    this.#work = undefined;
    if (this.#isEnded) await this.#file?.close().catch(() => {});
  }

  async #write(lines: readonly string[]): Promise<void> {
    let text = lines.join('');
    if (this.#file === undefined) {
      this.#file = await opened(this.path);
      if (!(await endsInALine(this.#file))) text = `\n${text}`;
    }
    await this.#file.appendFile(text);
    await this.#file.datasync();
  }
}

/** A new file is there after a power cut only once its folder is on the disk too. */
async function opened(path: string): Promise<FileHandle> {
  const file = await open(path, 'a+', 0o600);
  await syncFolder(dirname(path));
  return file;
}

/** A process that was killed may have left half a line: what follows it in the same line would be lost with it. */
async function endsInALine(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return true;
  const { bytesRead, buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return bytesRead === 1 && buffer[0] === NEWLINE;
}

const NEWLINE = 0x0a;

/** Puts the names in a folder on the disk, where the system knows how. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close().catch(() => {});
}
