import type { IncomingMessage } from 'node:http';
import { createGunzip, createInflate, type Gunzip, type Inflate } from 'node:zlib';
import { passing, Refusal } from '../refusal.ts';
import type { ServeLimits } from '../serve-limits.ts';
import { BodyBytes } from './body-bytes.ts';
import type { ByteLease } from './byte-budget.ts';

/** How a body is compressed, by `Content-Encoding`. @throws {Refusal} 415 for one that is not known here. */
export function inflaterOf(contentEncoding: string | undefined): Gunzip | Inflate | undefined {
  switch (contentEncoding?.trim().toLowerCase()) {
    case undefined:
    case '':
    case 'identity':
      return undefined;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
    case 'zlib':
      return createInflate();
    default:
      throw new Refusal(
        415,
        'content_encoding',
        'Expected Content-Encoding to be gzip, deflate or identity; set the compression of the exporter to gzip or none',
        { headers: { 'accept-encoding': 'gzip, deflate, identity' } },
      );
  }
}

/**
 * The body of a request, decompressed. Both its sizes are held to the limits while it comes, so that neither a long
 * body nor a small one that grows is ever held whole.
 *
 * @throws {Refusal} 413, 400 where it cannot be decompressed, 503 where all requests together hold too much or this one
 *   breaks off.
 */
export async function readBody(
  request: IncomingMessage,
  inflater: Gunzip | Inflate | undefined,
  limits: ServeLimits,
  lease: ByteLease,
): Promise<Uint8Array> {
  const { bodyBytes, inflatedBytes } = limits;
  if (Number(request.headers['content-length'] ?? 0) > bodyBytes) throw tooLarge(bodyBytes);
  const bytes = new BodyBytes();
  let received = 0;
  const most = inflater === undefined ? bodyBytes : inflatedBytes;
  const take = (chunk: Buffer): void => {
    if (bytes.size + chunk.length > most) throw tooLarge(most, inflater !== undefined);
    lease.take(chunk.length);
    bytes.add(chunk);
  };
  try {
    await new Promise<void>((resolve, reject) => {
      const guarded =
        (step: (chunk: Buffer) => void) =>
        (chunk: Buffer): void => {
          try {
            step(chunk);
          } catch (error) {
            reject(error);
          }
        };
      request.once('error', () => reject(brokenOff()));
      request.once('close', () => {
        if (!request.complete) reject(brokenOff());
      });
      if (inflater === undefined) request.once('end', resolve).on('data', guarded(take));
      else {
        inflater
          .on('data', guarded(take))
          // It ends early where its format does; what comes behind that would be lost.
          .once('end', () => (inflater.bytesWritten === received ? resolve() : reject(notInflated())))
          .on('error', () => reject(notInflated()))
          .on('drain', () => request.resume());
        request
          .once('end', () => inflater.end())
          .on(
            'data',
            guarded((chunk) => {
              received += chunk.length;
              if (received > bodyBytes) throw tooLarge(bodyBytes);
              if (!inflater.write(chunk)) request.pause();
            }),
          );
      }
    });
  } finally {
    request.removeAllListeners('data');
    inflater?.removeAllListeners('data').destroy();
  }
  return bytes.whole();
}

function tooLarge(bytes: number, isInflated = false): Refusal {
  const what = isInflated ? 'a decompressed body' : 'a body';
  return new Refusal(
    413,
    'body_too_large',
    `Expected ${what} of at most ${bytes} bytes, got more; send smaller batches, or raise the limit of the receiver`,
  );
}

function notInflated(): Refusal {
  return new Refusal(
    400,
    'not_decoded',
    'Expected a body that is compressed as Content-Encoding says, got one that cannot be decompressed',
  );
}

function brokenOff(): Refusal {
  return passing('gone', 'Expected the whole body, but the connection broke off');
}
