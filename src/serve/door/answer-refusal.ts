import type { ServerResponse } from 'node:http';
import type { Refusal } from '../refusal.ts';
import { headersOf, send } from './answer.ts';
import { type Encoding, MEDIA_TYPE } from './media-type.ts';
import { bytesField } from './protobuf-fields.ts';

/** `google.rpc.Status` with nothing but its message. */
function statusAnswer({ message }: Refusal, encoding: Encoding): Buffer {
  return encoding === 'json' ? Buffer.from(JSON.stringify({ message })) : bytesField(2, message);
}

/** How long what is still being sent is taken in and thrown away, in milliseconds. */
const LINGER = 1_000;

/**
 * Answers a request with an error. Where its body is still on its way the answer goes first, what comes is thrown away
 * for a moment, and the connection ends: one that ended at once would take the answer with it.
 */
export function refuse(response: ServerResponse, refusal: Refusal, encoding: Encoding): void {
  const { req: request, socket } = response;
  const body = statusAnswer(refusal, encoding);
  if (request.complete || socket === null || socket.destroyed) {
    send(response, refusal.status, MEDIA_TYPE[encoding], body, refusal.headers);
    return;
  }
  const headers = { ...refusal.headers, connection: 'close' };
  response.writeHead(refusal.status, headersOf(MEDIA_TYPE[encoding], body, headers));
  response.write(body);
  let timer: NodeJS.Timeout | undefined;
  const end = (): void => {
    clearTimeout(timer);
    response.end();
  };
  timer = setTimeout(end, LINGER);
  request.once('end', end).once('close', end).resume();
}
