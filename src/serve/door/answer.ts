import type { ServerResponse } from 'node:http';
import type { Encoding } from './media-type.ts';
import { bytesField, messageField, varintField } from './protobuf-fields.ts';

export type Signal = 'traces' | 'logs';

/** What of a batch was not taken. */
export interface Rejected {
  readonly count: number;
  /** Says why; free of values. */
  readonly message: string;
}

/** `Export<Signal>ServiceResponse`: empty where all was taken. Source: OTLP specification, "Partial Success". */
export function exportAnswer(signal: Signal, encoding: Encoding, rejected: Rejected | undefined): Buffer {
  if (encoding === 'protobuf') {
    if (rejected === undefined) return Buffer.alloc(0);
    return messageField(1, [varintField(1, rejected.count), bytesField(2, rejected.message)]);
  }
  if (rejected === undefined) return Buffer.from('{}');
  const field = signal === 'traces' ? 'rejectedSpans' : 'rejectedLogRecords';
  const partialSuccess = { [field]: String(rejected.count), errorMessage: rejected.message };
  return Buffer.from(JSON.stringify({ partialSuccess }));
}

/** Writes a whole answer. */
export function send(
  response: ServerResponse,
  status: number,
  type: string,
  body: Buffer | string,
  headers: Readonly<Record<string, string>> = {},
): void {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  response.writeHead(status, headersOf(type, bytes, headers));
  response.end(bytes);
}

/** Nothing of ours is for a browser to guess at or to keep. */
export function headersOf(type: string, body: Buffer, headers: Readonly<Record<string, string>>) {
  return {
    'content-type': type,
    'content-length': String(body.length),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  };
}
