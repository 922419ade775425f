// Does both runs, and looks at what Sentry was sent. The listener stands for Sentry in a process of its own: in the
// agent's, Sentry would make spans of the requests it receives, send those too, and so on.
import { ok } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { env, execPath } from 'node:process';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { CALLS } from 'example-scenario';

const envelopes = [];
const listener = createServer(async (request, response) => {
  const body = request.headers['content-encoding'] === 'gzip' ? request.pipe(createGunzip()) : request;
  envelopes.push(await text(body));
  response.setHeader('content-type', 'application/json').end('{}');
});
listener.listen(0, '127.0.0.1');
await once(listener, 'listening');

for (const run of ['clean', 'quiet']) {
  const SENTRY_DSN = `http://public@127.0.0.1:${listener.address().port}/1`;
  const agent = spawn(execPath, ['agent.mjs', run], {
    env: { ...env, SENTRY_DSN, OTEL_SERVICE_NAME: 'release-agent' },
    stdio: 'inherit',
  });
  const [status] = await once(agent, 'exit');
  ok(status === 0, `the ${run} run ends with ${status}`);
}
listener.closeAllConnections();
listener.close();

// Sentry has the whole arguments; nothing of that is in `output/`.
const spans = envelopes.flatMap(spansOf).filter((data) => data['mcp.tool.name'] !== undefined);
for (const { tool, arguments: args } of CALLS) {
  const [span, ...others] = spans.filter((data) => data['mcp.tool.name'] === tool);
  ok(span !== undefined && others.length === 0, `Sentry has one span of ${tool}`);
  for (const [key, value] of Object.entries(args)) {
    ok(span[`mcp.request.argument.${key}`] === JSON.stringify(value), `Sentry has ${key} of ${tool}`);
  }
}
console.log(`Sentry has ${spans.length} spans of tools, with all arguments.`);

/** The attributes of every span in an envelope: a header, then lines of an item's header and its payload. */
function spansOf(envelope) {
  const items = envelope.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
  return items
    .filter(({ type, contexts }) => type === 'transaction' && contexts !== undefined)
    .flatMap(({ contexts, spans = [] }) => [contexts.trace.data, ...spans.map(({ data }) => data)])
    .filter((data) => data !== undefined);
}
