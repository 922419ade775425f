import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/cli/input-error.ts';
import { readText } from '../../src/cli/read-text.ts';
import { folderWith } from './run-cli.ts';

async function* pieces(bytes: Uint8Array, length: number) {
  for (let from = 0; from < bytes.length; from += length) yield bytes.subarray(from, from + length);
}

/** All the text that came, and the code of the error that ended it. */
async function read(path: string, stdin: AsyncIterable<Uint8Array> = pieces(Buffer.of(), 1)) {
  let text = '';
  try {
    for await (const piece of readText(path, stdin)) text += piece;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { text, code: error.code };
  }
  return { text };
}

const TEXT = Array.from({ length: 20_000 }, (_, index) => `{"line":${index},"text":"größer 工具 🔑"}\n`).join(
  '',
);

describe('readText', () => {
  it.each([1, 2, 7, 4096])('reads stdin in pieces of %i bytes, split inside characters', async (length) => {
    const text = '{"a":"größer 工具 🔑"}\n';
    expect(await read('-', pieces(Buffer.from(text), length))).toEqual({ text });
    expect(await read('-', pieces(gzipSync(text), length))).toEqual({ text });
  });

  it('recognises gzip by its content, whatever the name', async () => {
    const folder = folderWith({ 'a.jsonl': gzipSync(TEXT), 'b.gz': TEXT, empty: '' });
    expect(await read(join(folder, 'a.jsonl'))).toEqual({ text: TEXT });
    expect(await read(join(folder, 'b.gz'))).toEqual({ text: TEXT });
    expect(await read(join(folder, 'empty'))).toEqual({ text: '' });
  });

  it('reads gzip members one after the other, as a restarted writer leaves them', async () => {
    const bytes = Buffer.concat([gzipSync('a\n'), gzipSync('b\n')]);
    expect(await read('-', pieces(bytes, 5))).toEqual({ text: 'a\nb\n' });
  });

  it('gives what a cut gzip file still holds, then says that it is cut', async () => {
    const whole = gzipSync(TEXT);
    for (const length of [12, 1000, Math.floor(whole.length / 2), whole.length - 9, whole.length - 1]) {
      const { text, code } = await read('-', pieces(whole.subarray(0, length), 4096));
      expect(code).toBe('broken_gzip');
      expect(TEXT.startsWith(text)).toBe(true);
      if (length >= whole.length - 9) expect(text.length).toBeGreaterThan(TEXT.length - 1000);
    }
  });

  it.each([1, 5, 4096])('gives the member before garbage, in pieces of %i bytes', async (length) => {
    const bytes = Buffer.concat([gzipSync('a\n'), gzipSync('b\n'), Buffer.from('garbage')]);
    expect(await read('-', pieces(bytes, length))).toEqual({ text: 'a\nb\n', code: 'broken_gzip' });
  });

  it('passes zeros after the last member, and every field of a header, over', async () => {
    const member = gzipSync('a\n');
    const head = Buffer.from(member.subarray(0, 10)).fill(0b11111, 3, 4);
    const fields = Buffer.concat([Buffer.of(2, 0, 7, 7), Buffer.from('name\0comment\0'), Buffer.of(1, 2)]);
    const named = Buffer.concat([head, fields, member.subarray(10)]);
    const bytes = Buffer.concat([named, member, Buffer.alloc(512)]);
    expect(await read('-', pieces(bytes, 3))).toEqual({ text: 'a\na\n' });
  });

  it('says that data with another check sum is damaged', async () => {
    const bytes = gzipSync('a\n');
    bytes[bytes.length - 8] = (bytes[bytes.length - 8] ?? 0) ^ 1;
    expect(await read('-', pieces(bytes, 4096))).toEqual({ text: 'a\n', code: 'broken_gzip' });
  });

  it('says that damaged gzip is damaged', async () => {
    const bytes = Buffer.concat([Buffer.of(0x1f, 0x8b), Buffer.from('not gzip at all')]);
    expect(await read('-', pieces(bytes, 4))).toEqual({ text: '', code: 'broken_gzip' });
  });

  it('drops a byte order mark and replaces what is no UTF-8', async () => {
    expect(await read('-', pieces(Buffer.from('\ufeff{}'), 1))).toEqual({ text: '{}' });
    expect(await read('-', pieces(Buffer.from('{ }\ufeff'), 3))).toEqual({ text: '{ }\ufeff' });
    expect(await read('-', pieces(Buffer.of(0x61, 0xff), 1))).toEqual({ text: 'a\ufffd' });
  });

  it.each([
    ['protobuf with its length prefix', Buffer.of(0, 0, 0, 5, 10, 3, 18, 1, 10)],
    ['UTF-16', Buffer.from('{"a":1}', 'utf16le')],
    ['protobuf inside gzip', gzipSync(Buffer.of(0, 0, 0, 5, 10, 3, 18, 1, 10))],
  ])('refuses %s', async (_name, bytes) => {
    expect(await read('-', pieces(bytes, bytes.length))).toEqual({ text: '', code: 'not_text' });
  });

  it('says why a path cannot be read', async () => {
    const folder = folderWith();
    expect(await read(join(folder, 'missing'))).toEqual({ text: '', code: 'not_readable' });
    expect(await read(folder)).toEqual({ text: '', code: 'not_readable' });
  });
});
