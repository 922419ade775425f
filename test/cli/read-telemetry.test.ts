import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { telemetryIn } from '../../src/cli/read-telemetry.ts';
import { holding, request, wireSpan } from '../span/otlp/wire.ts';
import { callSpan, line } from './call-spans.ts';
import { cli } from './run-cli.ts';
import { framed, protobufOf, zstdCompress } from './telemetry-bytes.ts';

async function* pieces(bytes: Uint8Array, length: number) {
  for (let from = 0; from < bytes.length; from += length) yield bytes.subarray(from, from + length);
}

async function read(bytes: Uint8Array, length = 64 * 1024) {
  const documents: unknown[] = [];
  const refused: string[] = [];
  const refuse = ({ position = '', message }: { readonly position?: string; readonly message: string }) =>
    refused.push(`${position}: ${message}`);
  for await (const document of telemetryIn(pieces(bytes, length), { refuse })) {
    documents.push('bytes' in document ? { ...document, bytes: Buffer.from(document.bytes) } : document);
  }
  return { documents, refused };
}

const A = request(wireSpan(holding(5, 'a')));
const B = request(wireSpan(holding(5, 'b'.repeat(200))));
const TEXT = Buffer.from('{"resourceSpans":[]}\n{"resourceLogs":[]}\n');

const inLines = [
  { line: 1, value: { resourceSpans: [] } },
  { line: 2, value: { resourceLogs: [] } },
];
const message = (number: number, bytes: Uint8Array, isCut = false) => ({
  message: number,
  bytes: Buffer.from(bytes),
  isCut,
});

describe.each([1, 3, 64 * 1024])('an input in pieces of %i bytes', (length) => {
  it.each([
    ['JSON lines', TEXT, inLines],
    [
      'JSON after an empty line',
      Buffer.from('\n{"resourceSpans":[]}'),
      [{ line: 2, value: { resourceSpans: [] } }],
    ],
    ['JSON that begins with a mark', Buffer.from('\ufeff{}'), [{ line: 1, value: {} }]],
    ['messages after their lengths', framed(A, B), [message(1, A), message(2, B)]],
    [
      'JSON after its length',
      framed(Buffer.from('{"resourceSpans":[]}')),
      [{ message: 1, value: { resourceSpans: [] } }],
    ],
    ['one message alone', B, [message(1, B)]],
    ['messages in gzip', gzipSync(framed(A, B)), [message(1, A), message(2, B)]],
    ['JSON lines in gzip', gzipSync(TEXT), inLines],
    ['nothing', Buffer.of(), []],
  ])('is known by its bytes: %s', async (_title, bytes, documents) => {
    expect(await read(bytes, length)).toEqual({ documents, refused: [] });
  });

  it('gives of messages that are cut what there is, and says so once', async () => {
    const bytes = framed(A, B).subarray(0, -1);
    const { documents, refused } = await read(bytes, length);
    expect(documents).toEqual([message(1, A), message(2, B.subarray(0, -1), true)]);
    expect(refused).toEqual([expect.stringMatching(/^message 2: Expected a whole message/)]);
  });

  it('says of a length that is cut that it is', async () => {
    const { documents, refused } = await read(Buffer.concat([framed(A), Buffer.of(0, 0)]), length);
    expect(documents).toHaveLength(2);
    expect(refused).toEqual([expect.stringMatching(/^message 2: Expected a whole message/)]);
  });
});

describe('an input that is none', () => {
  it.each([
    ['zeros alone', new Uint8Array(100), 'got binary data'],
    ['binary data', Buffer.from([...new Uint8Array(8), 255]).fill(9, 4, 5), 'got binary data'],
    ['UTF-16', Buffer.from('\ufeff{}', 'utf16le'), 'got binary data'],
    ['damaged gzip', Buffer.from(gzipSync(TEXT)).fill(0, 12), 'data that is cut or damaged'],
    ['JSON after its length that is none', framed(Buffer.from('{"canary')), 'got text that is not JSON'],
  ])('is refused: %s', async (_title, bytes, words) => {
    const { refused } = await read(bytes);
    expect(refused).toEqual([expect.stringContaining(words)]);
    expect(refused.join()).not.toContain('canary');
  });

  it.each([0, 1, 2, 3])('is told of once where a file has zeros, with %i more', async (more) => {
    const { documents, refused } = await read(Buffer.concat([framed(A), new Uint8Array(4000 + more)]));
    expect(documents).toHaveLength(1);
    expect(refused).toEqual([expect.stringMatching(/^message 2: Expected a message, got zeros/)]);
  });

  it('has messages after zeros', async () => {
    const bytes = Buffer.concat([framed(A), new Uint8Array(4096), framed(B)]);
    expect((await read(bytes)).documents).toEqual([message(1, A), message(2, B)]);
  });

  it('is passed over where a message is too long, and the next is read', async () => {
    const long = Buffer.alloc(65 * 1024 * 1024, 0x0a);
    const { documents, refused } = await read(framed(long, A));
    expect(documents).toEqual([message(2, A)]);
    expect(refused).toEqual([expect.stringMatching(/^message 1: Expected at most 64 MiB/)]);
  });
});

describe.runIf(zstdCompress !== undefined)('Zstandard', () => {
  const zstd = (bytes: Uint8Array) => zstdCompress?.(bytes) ?? Buffer.of();

  it.each([
    ['messages, each by itself', framed(zstd(A), zstd(B)), [message(1, A), message(2, B)]],
    ['JSON, each by itself', framed(zstd(Buffer.from('{}'))), [{ message: 1, value: {} }]],
    ['JSON lines as a whole', zstd(TEXT), inLines],
    [
      'JSON lines, a frame for each',
      Buffer.concat([zstd(TEXT.subarray(0, 21)), zstd(TEXT.subarray(21))]),
      inLines,
    ],
    ['messages as a whole', zstd(framed(A, B)), [message(1, A), message(2, B)]],
  ])('is known by its bytes: %s', async (_title, bytes, documents) => {
    for (const length of [1, 7, 4096]) expect(await read(bytes, length)).toEqual({ documents, refused: [] });
  });

  it('is refused where a message is cut, and where it grows beyond all limits', async () => {
    const bomb = zstd(Buffer.alloc(65 * 1024 * 1024, 0x0a));
    const cut = zstd(B).subarray(0, -2);
    const { documents, refused } = await read(framed(cut, bomb, zstd(A)));
    expect(documents).toEqual([message(3, A)]);
    expect(refused).toEqual([
      expect.stringMatching(/^message 1: Expected whole Zstandard data/),
      expect.stringMatching(/^message 2: Expected at most 64 MiB/),
    ]);
  });
});

describe.runIf(zstdCompress === undefined)('Zstandard on a Node that has none', () => {
  const FRAME = Buffer.of(0x28, 0xb5, 0x2f, 0xfd, 0x24, 0x05);
  it.each([
    ['as a whole', FRAME],
    ['in messages', framed(FRAME, FRAME)],
  ])('is refused once, with what to do: %s', async (_title, bytes) => {
    expect(await read(bytes)).toEqual({
      documents: [],
      refused: [expect.stringContaining('use Node 22.15 or later')],
    });
  });
});

describe('assay-otel surface', () => {
  const CALL = line([callSpan()]);

  it('makes the same of protobuf as of JSON', async () => {
    const fromJson = await cli(['surface', '-'], { stdin: [CALL] });
    expect(fromJson.code).toBe(0);
    for (const bytes of [framed(protobufOf(CALL)), protobufOf(CALL)]) {
      expect(await cli(['surface', '-'], { stdin: [bytes] })).toEqual(fromJson);
    }
  });

  it('passes metrics over, and says of a damaged message where it is', async () => {
    const metrics = holding(1, holding(2, holding(2, holding(1, 'http.server.duration'), holding(7, 'x'))));
    const damaged = Buffer.concat([protobufOf(CALL), Buffer.of(0x0a, 0x7f)]);
    const { code, stdout, stderr } = await cli(['surface', '-'], { stdin: [framed(metrics, damaged)] });
    expect(code).toBe(1);
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(stderr).toMatch(/^<stdin>: message 2: .*Expected a whole OTLP protobuf message.*\n$/);
  });

  it('says once of a message that is cut, and reads what came before the cut', async () => {
    const bytes = framed(protobufOf(CALL), protobufOf(CALL)).subarray(0, -3);
    const { code, stdout, stderr } = await cli(['surface', '-'], { stdin: [bytes] });
    expect([code, stdout.trimEnd().split('\n').length, stderr.split('\n').length]).toEqual([1, 1, 2]);
  });
});
