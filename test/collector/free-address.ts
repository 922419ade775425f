import { createServer } from 'node:net';

/** A loopback port that nobody listened on a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('Expected a port');
  return address.port;
}

/** `count` different ones, as `127.0.0.1:port`. */
export async function freeAddresses(count: number): Promise<string[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports].map((port) => `127.0.0.1:${port}`);
}
