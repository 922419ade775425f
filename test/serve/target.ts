import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

const ends: (() => void)[] = [];

/** Call after each test. */
export function closeTargets(): void {
  for (const end of ends.splice(0)) end();
}

/** A target of `--forward` that answers with these statuses, the last one from then on. */
export function target(...statuses: readonly number[]) {
  return targetAnswering('{}', ...statuses);
}

/** One that says this each time. */
export async function targetAnswering(answer: string, ...statuses: readonly number[]) {
  const bodies: string[] = [];
  const requests: IncomingMessage[] = [];
  const server = createServer(async (request, response) => {
    requests.push(request);
    bodies.push(await text(request));
    const status = statuses[Math.min(requests.length, statuses.length) - 1] ?? 200;
    response.writeHead(status, { 'retry-after': '0' }).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { url: new URL(`http://127.0.0.1:${port}`), bodies, requests };
}
