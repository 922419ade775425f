// Builds the application, and for each run starts it on this machine alone, asks for one answer, and ends it.
import { ok } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { env, execPath } from 'node:process';
import { createInterface } from 'node:readline';

const command = createRequire(import.meta.url).resolve('next/dist/bin/next');
const common = { ...env, NEXT_TELEMETRY_DISABLED: '1', NEXT_MANUAL_SIG_HANDLE: 'true' };

const [built] = await once(spawn(execPath, [command, 'build'], { env: common, stdio: 'inherit' }), 'exit');
ok(built === 0, `the build ends with ${built}`);

for (const run of ['clean', 'quiet']) {
  const server = spawn(execPath, [command, 'start', '--hostname', '127.0.0.1', '--port', '0'], {
    env: { ...common, SURFACES: `output/${run}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await addressOf(server);
  const response = await fetch(`${url}/agent?run=${run}`);
  ok(response.ok, `the ${run} run is answered with ${response.status}`);
  console.log((await response.json()).answer);
  server.kill('SIGTERM');
  const [status] = await once(server, 'exit');
  ok(status === 0, `the server of the ${run} run ends with ${status}`);
}

/** Where the server says that it listens, once it is ready. */
async function addressOf(server) {
  let address;
  for await (const line of createInterface({ input: server.stdout })) {
    console.log(line);
    address ??= /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
    if (line.includes('Ready')) return address;
  }
  throw new Error('the server ended before it was ready');
}
