/**
 * The same load, OTLP/HTTP over loopback, to `assay-otel serve` and to the Collector's debug exporter, which counts
 * spans and throws them away: in protobuf and in JSON, gzip as senders use it. Both share the machine with the sender,
 * so the CPU time of the receiver is the figure to compare; spans a second are what came through beside the sender.
 *
 *   npm run bench:receiver        ASSAY_BENCH_SPANS=1000000 for longer; without Go the Collector is left out
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { ToolDecisionSpanProcessor } from 'assay-otel';
import { row, section } from './measure.mjs';
import { otlpLines } from './otlp-lines.mjs';

const SPANS = Number(process.env.ASSAY_BENCH_SPANS ?? 100_000);
/** Requests under way at once. */
const SENDERS = 4;
/** Of `/proc`: what it counts CPU time in. */
const TICKS_A_SECOND = 100;

const COMMAND = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'assay-otel-bench-'));

try {
  const load = makeLoad(SPANS / 10, 'mix');
  const collector = collectorPath();
  for (const encoding of ['protobuf', 'json']) {
    section(
      `The receiver: ${encoding}, gzip`,
      `${SPANS} spans, ten a run of which one is a call, fifty a request, ${SENDERS} requests at once.`,
    );
    await measure('assay-otel serve', load[encoding], encoding, (port) => serve(port, []));
    await measure('assay-otel serve --data', load[encoding], encoding, (port) =>
      serve(port, ['--data', join(scratch, `data-${encoding}`)]),
    );
    if (collector !== undefined)
      await measure('Collector, debug exporter', load[encoding], encoding, (port) => debug(collector, port));
  }
  await openRuns();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Distinct runs, so that every batch is news to whoever keeps state. */
function makeLoad(runs, shape) {
  const vouched = { attest: { instrumentation: 'configured', sampler: 'declared' }, runIsTrace: true };
  const { text, messages } = otlpLines(new ToolDecisionSpanProcessor(vouched), {
    runs,
    shape,
  });
  const lines = text.trimEnd().split('\n');
  return { protobuf: messages.map((bytes) => gzipSync(bytes)), json: lines.map((line) => gzipSync(line)) };
}

async function measure(what, bodies, encoding, startOn) {
  const port = await freePort();
  const receiver = await startOn(port);
  const before = cpuSeconds(receiver.child.pid);
  const begun = performance.now();
  await send(bodies, port, encoding);
  const seconds = (performance.now() - begun) / 1_000;
  const cpu = cpuSeconds(receiver.child.pid) - before;
  const peak = peakBytes(receiver.child.pid);
  const written = await receiver.stop();
  row(
    `  ${what}: CPU`,
    '–',
    `${((cpu * 1e6) / SPANS).toFixed(1)} µs a span, ${Math.round((100 * cpu) / seconds)} % of a core`,
  );
  row('    spans a second, peak memory', '–', `${Math.round(SPANS / seconds)}, ${Math.round(peak / 1e6)} MB`);
  if (written !== undefined) row('    written', '–', written);
}

/** What runs take that stay open, and how long a receiver that was killed takes to have them again. */
async function openRuns() {
  const runs = SPANS / 10;
  section(`The receiver: ${runs} runs open at once, nine calls each`);
  const data = join(scratch, 'open');
  const port = await freePort();
  const first = await serve(port, ['--data', data], '1h');
  row('  idle, resident', '–', `${Math.round(residentBytes(first.child.pid) / 1e6)} MB`);
  await send(makeLoad(runs, 'calls').protobuf, port, 'protobuf');
  row('  all open, resident, at peak', '–', `${Math.round(peakBytes(first.child.pid) / 1e6)} MB`);
  row(
    '  journal',
    '–',
    `${Math.round(sizeOf(data) / 1e6)} MB, ${Math.round(sizeOf(data) / runs / 9)} B a call`,
  );
  first.child.kill('SIGKILL');
  await once(first.child, 'close');
  const begun = performance.now();
  const again = await serve(port, ['--data', data], '1h');
  row(
    '  killed and started again, ready after',
    '–',
    `${((performance.now() - begun) / 1_000).toFixed(1)} s`,
  );
  row('  written', '–', await again.stop());
}

async function serve(port, args, grace = '1s') {
  const child = spawn(
    process.execPath,
    [COMMAND, 'serve', '--listen', `127.0.0.1:${port}`, '--grace', grace, ...args],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  let runs = 0;
  let bytes = 0;
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    runs += 1;
    bytes += line.length;
  });
  await ready(`http://127.0.0.1:${port}/readyz`);
  const folder = args[1];
  return {
    child,
    async stop() {
      const journal = folder === undefined ? '' : `, journal ${Math.round(sizeOf(folder) / SPANS)} B a span`;
      child.kill('SIGTERM');
      const [code] = await once(child, 'close');
      if (code !== 0 || runs !== SPANS / 10)
        throw new Error(`Expected ${SPANS / 10} runs, got ${runs} and code ${code}`);
      return `${runs} runs written, ${Math.round(bytes / runs)} B each${journal}`;
    },
  };
}

async function debug(path, port) {
  const health = await freePort();
  const config = join(scratch, 'debug.yaml');
  writeFileSync(
    config,
    `receivers: { otlp: { protocols: { http: { endpoint: "127.0.0.1:${port}" } } } }
exporters: { debug: { verbosity: basic } }
extensions: { health_check: { endpoint: "127.0.0.1:${health}" } }
service:
  extensions: [health_check]
  telemetry: { metrics: { level: none }, logs: { level: error } }
  pipelines: { traces: { receivers: [otlp], exporters: [debug] } }
`,
  );
  const child = spawn(path, [`--config=${config}`], { stdio: 'ignore' });
  await ready(`http://127.0.0.1:${health}/`);
  return {
    child,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'close');
      return undefined;
    },
  };
}

function collectorPath() {
  const script = fileURLToPath(new URL('../scripts/peers/build-collector.mjs', import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, [script], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return status === 0 ? stdout.trim() : undefined;
}

async function send(bodies, port, encoding) {
  const agent = new Agent({ keepAlive: true, maxSockets: SENDERS });
  const headers = {
    'content-type': encoding === 'json' ? 'application/json' : 'application/x-protobuf',
    'content-encoding': 'gzip',
  };
  let next = 0;
  const sender = async () => {
    for (let at = next++; at < bodies.length; at = next++) {
      // As a client does: told to come again, it sends the same again.
      while ((await post(bodies[at], port, headers, agent)) !== 200)
        await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
  agent.destroy();
}

function post(body, port, headers, agent) {
  return new Promise((resolve, reject) => {
    const sending = request(
      { host: '127.0.0.1', port, path: '/v1/traces', method: 'POST', agent, headers },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode));
      },
    );
    sending.on('error', reject);
    sending.end(body);
  });
}

async function ready(url) {
  for (let left = 300; left > 0; left -= 1) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`Expected ${url} to answer within 30 s`);
}

async function freePort() {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

function cpuSeconds(pid) {
  const [, user, system] = /\) (?:\S+ ){11}(\d+) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  return (Number(user) + Number(system)) / TICKS_A_SECOND;
}

function peakBytes(pid) {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

function residentBytes(pid) {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

function sizeOf(folder) {
  return readdirSync(folder, { recursive: true })
    .map((name) => statSync(join(folder, name)))
    .reduce((sum, entry) => sum + (entry.isFile() ? entry.size : 0), 0);
}
