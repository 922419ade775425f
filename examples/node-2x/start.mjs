// Starts the agent for each of its runs, as a deployment would: all that makes its calls evidence stands here.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { env, execPath } from 'node:process';
import { startReceiver } from 'example-scenario';

mkdirSync('output');
const receiver = await startReceiver('output/audit.jsonl'); // in place of a Collector, since the examples stay offline
for (const run of ['clean', 'quiet']) {
  const variables = {
    OTEL_SERVICE_NAME: 'release-agent',
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    ASSAY_FORWARD: 'audit',
    ASSAY_SURFACES_DIR: `output/${run}`,
  };
  const args = ['--import', 'assay-otel/register', 'agent.mjs', run];
  const agent = spawn(execPath, args, { env: { ...env, ...variables }, stdio: 'inherit' });
  const [code] = await once(agent, 'exit');
  if (code !== 0) process.exitCode = 1;
}
receiver.close();
