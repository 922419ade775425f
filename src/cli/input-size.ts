import { open } from 'node:fs/promises';

/**
 * Bytes of text in all these files together; `undefined` where that is not known before they are read: of stdin, of
 * gzip, and of what is no file.
 */
export async function inputSize(paths: readonly string[]): Promise<number | undefined> {
  let total = 0;
  for (const path of paths) {
    const size = path === '-' ? undefined : await textSize(path).catch(() => undefined);
    if (size === undefined) return undefined;
    total += size;
  }
  return total;
}

async function textSize(path: string): Promise<number | undefined> {
  const file = await open(path);
  try {
    const stat = await file.stat();
    if (!stat.isFile()) return undefined;
    const { bytesRead, buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    const isGzip = bytesRead === 2 && buffer.readUInt16BE() === GZIP;
    return isGzip ? undefined : stat.size;
  } finally {
    await file.close();
  }
}

/** RFC 1952, section 2.3.1. */
const GZIP = 0x1f8b;
