import { describe, expect, it } from 'vitest';
import { BrokenZstd, HAS_ZSTD, isZstd, unzstd } from '../../src/cli/unzstd.ts';
import { zstdCompress } from './telemetry-bytes.ts';

async function* pieces(bytes: Uint8Array, length: number) {
  for (let from = 0; from < bytes.length; from += length) yield bytes.subarray(from, from + length);
}

/** What came, and whether it ended as it should. */
async function read(bytes: Uint8Array, length = 64 * 1024) {
  const output: Uint8Array[] = [];
  try {
    for await (const piece of unzstd(pieces(bytes, length))) output.push(piece);
  } catch (error) {
    if (!(error instanceof BrokenZstd)) throw error;
    return { text: Buffer.concat(output).toString(), isBroken: true };
  }
  return { text: Buffer.concat(output).toString(), isBroken: false };
}

it('is there where this Node has it', () => {
  expect(HAS_ZSTD).toBe(zstdCompress !== undefined);
  expect(isZstd(Buffer.of(0x28, 0xb5, 0x2f, 0xfd))).toBe(true);
  expect(isZstd(Buffer.of(0x28, 0xb5, 0x2f))).toBe(false);
});

describe.runIf(HAS_ZSTD)('Zstandard frames', () => {
  const zstd = (text: string) => zstdCompress?.(Buffer.from(text)) ?? Buffer.of();
  // More than a block, and not all of one byte.
  const LONG = Array.from({ length: 40_000 }, (_, index) => `line ${(index * 7919) % 10_007}\n`).join('');
  const SKIPPABLE = Buffer.from('532a4d1803000000aabbcc', 'hex');

  it.each([1, 5, 4096, 1 << 20])('give what they hold, in pieces of %i bytes', async (length) => {
    expect(await read(zstd('a\n'), length)).toEqual({ text: 'a\n', isBroken: false });
    expect(await read(zstd(''), length)).toEqual({ text: '', isBroken: false });
    expect(await read(zstd('x'.repeat(300_000)), length)).toEqual({
      text: 'x'.repeat(300_000),
      isBroken: false,
    });
  });

  it('are read one after the other, and skippable ones passed over', async () => {
    const bytes = Buffer.concat([SKIPPABLE, zstd('a\n'), zstd(LONG), SKIPPABLE, zstd('b\n'), SKIPPABLE]);
    expect(await read(bytes)).toEqual({ text: `a\n${LONG}b\n`, isBroken: false });
  });

  it('give what they still hold where they are cut, and say that they are', async () => {
    const first = zstd('first\n');
    const bytes = Buffer.concat([first, zstd(LONG)]);
    for (let cut = 1; cut < bytes.length; cut += cut < 40 ? 1 : 997) {
      if (cut === first.length) continue;
      const { text, isBroken } = await read(bytes.subarray(0, cut));
      expect(isBroken).toBe(true);
      expect(`first\n${LONG}`.startsWith(text)).toBe(true);
      if (cut > first.length) expect(text.startsWith('first\n')).toBe(true);
    }
  });

  it('are broken by what stands behind them and is none, and by damage', async () => {
    expect(await read(Buffer.concat([zstd('a\n'), Buffer.from('garbage')]))).toEqual({
      text: 'a\n',
      isBroken: true,
    });
    const damaged = Buffer.from(zstd(LONG)).fill(0xff, 200, 260);
    expect((await read(damaged)).isBroken).toBe(true);
  });
});
