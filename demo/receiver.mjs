// An OTLP/HTTP receiver on loopback that keeps what it gets: one line of OTLP/JSON per export.
import { createServer } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { spansOf } from './spans.mjs';

/**
 * Listens on a free port and gives `keep` each line, one at a time; an export is answered once it is kept. What
 * `isLost` says yes to is answered in the same way and kept nowhere, as by a queue that overflows further on.
 * `endpoint` is what OTEL_EXPORTER_OTLP_ENDPOINT wants.
 */
export async function startReceiver({ keep, isLost = () => false }) {
  let last = Promise.resolve();
  let lost = 0;
  const awaited = new Set();
  const receive = async (line) => {
    const spans = spansOf(line);
    if (spans.some(isLost)) {
      lost += 1;
      return;
    }
    await keep(line);
    for (const wait of [...awaited].filter(({ isIt }) => spans.some(isIt))) {
      awaited.delete(wait);
      wait.resolve();
    }
  };
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const answer = (status, body) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    };
    if (request.method !== 'POST' || request.url !== '/v1/traces') return answer(404, '{}');
    if (!request.headers['content-type']?.startsWith('application/json')) return answer(415, '{}');
    const bytes = Buffer.concat(chunks);
    const isGzip = request.headers['content-encoding'] === 'gzip';
    const line = (isGzip ? gunzipSync(bytes) : bytes).toString('utf8').trim();
    last = last.then(() => receive(line));
    await last;
    answer(200, '{"partialSuccess":{}}');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${server.address().port}`,
    /** Resolves when a span for which `isIt` holds has been kept, from now on. */
    kept: (isIt) => new Promise((resolve) => awaited.add({ isIt, resolve })),
    /** How many exports were lost. */
    lost: () => lost,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
