import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect } from 'vitest';
import { callSpan, line } from '../cli/call-spans.ts';
import type { receiving } from './receiving.ts';

/** A batch of one call. */
export const BODY = line([callSpan()]);

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** A connection of its own, and all that comes back on it. */
export function raw(port: number) {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  const answer = text(socket).catch(() => '');
  return { socket, answer };
}

/** The head of a batch with a body of so many bytes. */
export const head = (length: number, ...more: readonly string[]) =>
  [
    'POST /v1/traces HTTP/1.1',
    'Host: localhost',
    'Content-Type: application/json',
    `Content-Length: ${length}`,
  ]
    .concat(more)
    .join('\r\n')
    .concat('\r\n\r\n');

/** Waits until the receiver works as ever. */
export async function expectWell(one: Awaited<ReturnType<typeof receiving>>): Promise<void> {
  expect((await one.post(BODY)).status).toBe(200);
  expect(await one.metric('assay_otel_serve_held_body_bytes')).toBe(0);
}
