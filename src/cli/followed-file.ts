import type { BigIntStats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { unreadable } from './unreadable.ts';

/** How often a file is looked at that has not grown: `fs.watch` is silent on network and container file systems. */
const LOOK_EVERY_MS = 250;
const PIECE = 64 * 1024;

/**
 * What is written to this path, as `tail -F` follows it: the content of the file, which grows; when another file takes
 * its place, or it gets shorter, the content of that, as a next one. Each is to be read to its end before the next is
 * asked for. Waits for a file that is not there. Ends when the signal aborts, in the midst of a content or not.
 * A file that was emptied and has grown beyond its old length since is known by what stands where reading ended.
 *
 * @param onMissing called once where there is no file at the begin.
 * @throws {InputError} where there is one that cannot be read.
 */
export async function* followedFile(
  path: string,
  signal: AbortSignal,
  onMissing: () => void,
): AsyncGenerator<AsyncIterable<Uint8Array>> {
  let tell = onMissing;
  while (!signal.aborted) {
    const file = await opened(path);
    if (file === undefined) {
      tell();
      await pause(signal);
    } else {
      let isRead = false;
      try {
        yield contentOf(file, path, signal, () => {
          isRead = true;
        });
        // Its reader gave up: the same content would only be given up again.
        if (!isRead) await replaced(file, path, signal);
      } finally {
        await file.close();
      }
    }
    tell = () => {};
  }
}

async function opened(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw unreadable(error);
  }
}

/** @param onEnd called where it comes to its end, and not where its reader leaves it. */
async function* contentOf(
  file: FileHandle,
  path: string,
  signal: AbortSignal,
  onEnd: () => void,
): AsyncGenerator<Uint8Array> {
  yield* pieces(file, path, signal);
  onEnd();
}

async function* pieces(file: FileHandle, path: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  let at = 0;
  let last: Buffer = Buffer.alloc(0);
  let isReplaced = false;
  while (!signal.aborted) {
    const read = await bytesFrom(file, at - last.length);
    const isGrown = read.length > last.length;
    if (isGrown && !read.subarray(0, last.length).equals(last)) return;
    if (isGrown) {
      const piece = read.subarray(last.length);
      at += piece.length;
      last = Buffer.from(read.subarray(-REMEMBERED));
      yield piece;
      continue;
    }
    // It was read to its end once more after another had taken its place: nobody writes to it now.
    if (isReplaced) return;
    const own = await file.stat({ bigint: true });
    if (own.size < BigInt(at)) return;
    // Renamed and not made anew, it may still be written to.
    isReplaced = await isOther(own, path);
    if (!isReplaced) await pause(signal);
  }
}

/** Waits until another file has the name, or this one has got shorter. */
async function replaced(file: FileHandle, path: string, signal: AbortSignal): Promise<void> {
  let { size } = await file.stat({ bigint: true });
  while (!signal.aborted) {
    const own = await file.stat({ bigint: true });
    if (own.size < size || (await isOther(own, path))) return;
    size = own.size;
    await pause(signal);
  }
}

/** Whether the name leads to another file by now. */
async function isOther({ ino, dev }: BigIntStats, path: string): Promise<boolean> {
  const named = await stat(path, { bigint: true }).catch(() => undefined);
  return named !== undefined && (named.ino !== ino || named.dev !== dev);
}

/** How many of the bytes before the place where reading ended are looked at again before it goes on. */
const REMEMBERED = 256;

async function bytesFrom(file: FileHandle, at: number): Promise<Buffer> {
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(PIECE), 0, PIECE, at);
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    throw unreadable(error);
  }
}

/** Ends at once when the signal aborts. */
async function pause(signal: AbortSignal): Promise<void> {
  await wait(LOOK_EVERY_MS, undefined, { signal }).catch(() => {});
}
