import type { FileHandle } from 'node:fs/promises';

const NEWLINE = 0x0a;
const BLOCK = 64 * 1024;

/**
 * Cuts off what follows the last newline of a file: half a line, of a write that failed or of a process that was killed.
 * What would be appended to it would be lost with it; and nobody could tell it from a line that was damaged later.
 *
 * @throws {Error} of the file system.
 */
export async function cutTail(file: FileHandle): Promise<void> {
  const { size } = await file.stat();
  const block = Buffer.alloc(Math.min(BLOCK, size));
  for (let end = size; end > 0; ) {
    const from = Math.max(0, end - block.length);
    const { bytesRead } = await file.read(block, 0, end - from, from);
    const last = block.subarray(0, bytesRead).lastIndexOf(NEWLINE);
    if (last >= 0 || from === 0) {
      const kept = from + last + 1;
      if (kept < size) await file.truncate(kept);
      return;
    }
    end = from;
  }
}
