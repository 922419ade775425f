import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** `keep` stores and thanks; `refuse` does neither; `lose_answer` stores, and the sender never learns of it. */
export type Answer = 'keep' | 'lose_answer' | 'refuse';

/** An OTLP/HTTP receiver on loopback. */
export interface Receiver {
  readonly url: string;
  /** The request bodies that were kept, oldest first. */
  readonly bodies: string[];
  close(): Promise<void>;
}

/** 400 is final; 503 is tried again, at once where the receiver says so. */
const STATUS: Readonly<Record<Answer, number>> = { keep: 200, lose_answer: 503, refuse: 400 };

export async function receive(
  answerTo: (body: string, kept: number) => Answer | Promise<Answer> = () => 'keep',
): Promise<Receiver> {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const answer = await answerTo(body, bodies.length);
    if (answer !== 'refuse') bodies.push(body);
    response.writeHead(STATUS[answer], { 'content-type': 'application/json', 'retry-after': '0' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    bodies,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
