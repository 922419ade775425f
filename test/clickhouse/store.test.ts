import { createServer, type Server } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { openStore } from '../../src/clickhouse/store.ts';
import { storeAddress } from '../../src/clickhouse/store-address.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function answering(answer: Parameters<typeof createServer>[1]) {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return openStore(storeAddress(`clickhouse://127.0.0.1:${port}/otel`, {}));
}

it('says with one sentence how to install the client where it is not', async () => {
  const missing = Object.assign(new Error('no'), { code: 'ERR_MODULE_NOT_FOUND' });
  const opening = openStore(storeAddress('clickhouse://db.example', {}), () => Promise.reject(missing));
  await expect(opening).rejects.toMatchObject({
    code: 'no_client',
    message: expect.stringContaining('npm install @clickhouse/client'),
  });
});

it('gives rows, and how many the server read for them', async () => {
  const store = await answering((_, response) => {
    response.end('{"data":[["a",1]],"rows":1,"statistics":{"elapsed":0,"rows_read":7,"bytes_read":1}}');
  });
  expect(await store.query('SELECT 1')).toEqual({ rows: [['a', 1]], rowsRead: 7 });
  await store.close();
});

it('names the error of a server, and quotes nothing of it', async () => {
  const store = await answering((_, response) => {
    response.statusCode = 404;
    response.end('Code: 60. DB::Exception: Unknown table hunter2. (UNKNOWN_TABLE) (version 26.7.2.1)');
  });
  await expect(store.query('SELECT 1')).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringMatching(/^(?!.*hunter2).*UNKNOWN_TABLE \(60\)/),
  });
  await store.close();
});

it.each<[string, Parameters<typeof createServer>[1]]>([
  ['closes the connection', (request) => request.socket.destroy()],
  [
    'closes it in the middle of an answer',
    (_, response) => {
      response.setHeader('content-length', 1000);
      response.write('{"data":[["a"', () => response.socket?.destroy());
    },
  ],
  ['ends its answer too early', (_, response) => void response.end('{"data":[["a"')],
])('says that a server %s', async (_, answer) => {
  const store = await answering(answer);
  await expect(store.query('SELECT 1')).rejects.toMatchObject({ code: 'unreachable' });
  await store.close();
});
