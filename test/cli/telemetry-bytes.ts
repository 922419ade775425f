import * as zlib from 'node:zlib';
import { encoded, LOGS, type Message, TRACES } from '../span/otlp/otlp-messages.ts';

interface Zstd {
  readonly zstdCompressSync?: (bytes: Uint8Array, options: { readonly params: object }) => Buffer;
  readonly constants: { readonly ZSTD_c_checksumFlag?: number };
}
const { zstdCompressSync: compress, constants } = zlib as unknown as Zstd;

/** One frame with its check sum, as the file exporter writes it, where this Node can: from 22.15 on. */
export const zstdCompress =
  compress === undefined
    ? undefined
    : (bytes: Uint8Array) => compress(bytes, { params: { [constants.ZSTD_c_checksumFlag ?? 0]: 1 } });

/** As the Collector's file exporter writes messages. */
export function framed(...messages: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(
    messages.flatMap((message) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(message.length);
      return [length, message];
    }),
  );
}

/** OTLP/JSON text of one document as protobuf. */
export function protobufOf(line: string): Uint8Array {
  const document = JSON.parse(line);
  return encoded('resourceLogs' in document ? LOGS : TRACES, inBytes(document) as Message);
}

const IDS = ['traceId', 'spanId', 'parentSpanId'];

/** Ids in hex as bytes. */
function inBytes(value: unknown, field = ''): unknown {
  if (IDS.includes(field)) return [...Buffer.from(String(value), 'hex')];
  if (Array.isArray(value)) return value.map((element) => inBytes(element));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inBytes(inner, name)]));
}
