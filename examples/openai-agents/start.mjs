// Does both runs as an operator would: the agent's code knows nothing of us, `--import assay-otel/register` and variables do
// it all. What is exported goes to a Collector as always; a listener on this machine stands for it.
import { ok } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { env, execPath } from 'node:process';
import { text } from 'node:stream/consumers';

mkdirSync('output', { recursive: true });
const collector = createServer(async (request, response) => {
  appendFileSync('output/audit.jsonl', `${await text(request)}\n`);
  response.setHeader('content-type', 'application/json').end('{}');
});
collector.listen(0, '127.0.0.1');
await once(collector, 'listening');

const variables = {
  OTEL_SERVICE_NAME: 'release-agent',
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.address().port}`,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  ASSAY_FORWARD: 'audit',
};
for (const run of ['clean', 'quiet']) {
  const agent = spawn(execPath, ['--import', 'assay-otel/register', 'agent.mjs', run], {
    env: { ...env, ...variables, ASSAY_SURFACES_DIR: `output/${run}` },
    stdio: 'inherit',
  });
  const [status] = await once(agent, 'exit');
  ok(status === 0, `the ${run} run ends with ${status}`);
}
collector.closeAllConnections();
collector.close();
