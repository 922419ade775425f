import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { cutTail } from './cut-tail.ts';

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Who is told how writing goes. */
export interface AppendListener {
  /** A write failed, and what it held is lost; before anybody who waits for it is told. */
  readonly failed?: (lines: readonly string[], error: unknown) => void;
  /** The first write after one that failed did not. */
  readonly mended?: () => void;
}

/** Bytes that are written to see whether a disk that took nothing does again: as many as it did not take, within these. */
const LEAST_TRY = 4 * 1024;
const MOST_TRY = 1024 * 1024;

/**
 * A file that only grows. What is appended is written in the order in which it came; whoever waits for the disk waits
 * together with all who came meanwhile. A write that fails is over for what it held; what it left of a line is cut off
 * before the next.
 */
export class AppendFile {
  readonly path: string;
  readonly #listener: AppendListener;
  #file: FileHandle | undefined;
  #lines: string[] = [];
  #waiting: Waiting[] = [];
  #work: Promise<void> | undefined;
  #isEnded = false;
  /** What the last write held, where it failed. */
  #failedBytes: number | undefined;

  constructor(path: string, listener: AppendListener = {}) {
    this.path = path;
    this.#listener = listener;
  }

  /** Whether anything is not on the disk yet. */
  get isPending(): boolean {
    return this.#lines.length > 0 || this.#work !== undefined;
  }

  /** Whether the last write failed. */
  get isFailing(): boolean {
    return this.#failedBytes !== undefined;
  }

  /** Keeps a line, with its newline, for the next writing. */
  append(line: string): void {
    this.#lines.push(line);
  }

  /**
   * Resolves when all that was appended so far is on the disk. With nothing to write after a write that failed, it tries
   * whether the disk takes as much again.
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
        if (lines.length > 0) await this.#write(lines.join(''));
        else if (this.#failedBytes !== undefined) await this.#try(this.#failedBytes);
        this.#worked();
        for (const { resolve } of waiting) resolve();
      } catch (error) {
        await this.#broke(lines, error);
        for (const { reject } of waiting) reject(error);
      }
    }
    this.#work = undefined;
    if (this.#isEnded) await this.#file?.close().catch(() => {});
  }

  #worked(): void {
    if (this.#failedBytes === undefined) return;
    this.#failedBytes = undefined;
    this.#listener.mended?.();
  }

  async #broke(lines: readonly string[], error: unknown): Promise<void> {
    if (lines.length > 0) {
      this.#failedBytes = lines.reduce((sum, line) => sum + line.length, 0);
      this.#listener.failed?.(lines, error);
    }
    // Opened anew for the next: the place may be another by then.
    await this.#file?.close().catch(() => {});
    this.#file = undefined;
  }

  async #write(text: string): Promise<void> {
    this.#file ??= await opened(this.path);
    await this.#file.appendFile(text);
    await this.#file.datasync();
  }

  /** Writes as much as it did not take, and takes it back. */
  async #try(bytes: number): Promise<void> {
    this.#file ??= await opened(this.path);
    const { size } = await this.#file.stat();
    await this.#write(' '.repeat(Math.min(Math.max(bytes, LEAST_TRY), MOST_TRY)));
    await this.#file.truncate(size);
  }
}

/** A new file is there after a power cut only once its folder is on the disk too. */
async function opened(path: string): Promise<FileHandle> {
  const file = await open(path, 'a+', 0o600);
  try {
    await cutTail(file);
    await syncFolder(dirname(path));
    return file;
  } catch (error) {
    await file.close().catch(() => {});
    throw error;
  }
}

/** Puts the names in a folder on the disk, where the system knows how. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close().catch(() => {});
}
