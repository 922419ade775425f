// An OTLP/HTTP receiver on loopback that appends what it gets to a file, as the Collector's file exporter does: one request
// of OTLP/JSON per line.
const { appendFileSync } = require('node:fs');
const { once } = require('node:events');
const { createServer } = require('node:http');

/** Starts it; `{ endpoint, close }`. */
async function startReceiver(path) {
  const server = createServer(async (request, response) => {
    const pieces = [];
    for await (const piece of request) pieces.push(piece);
    if (request.url === '/v1/traces') appendFileSync(path, `${Buffer.concat(pieces).toString('utf8')}\n`);
    response.setHeader('content-type', 'application/json');
    response.end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${server.address().port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

module.exports = { startReceiver };
