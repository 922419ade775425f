// The demo behind a real Collector: agents → gateway.yaml → `assay-otel serve` and Jaeger. All of it is started here, on
// free ports of 127.0.0.1; Collector and Jaeger are built from their modules at the first time, which needs Go.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { checkLeaks } from './leaks.mjs';
import { observeWhole, RUNS } from './observe.mjs';
import { paths } from './paths.mjs';
import { check, colours, isSound, say, step } from './transcript.mjs';

const { bold, dim, green, red } = colours;
const LONGEST_WAIT_MS = 30_000;

/** Runs the whole chain and tells where to look; `keep` leaves it running until Ctrl-C. */
export async function chain(seed, keep) {
  const stops = [];
  try {
    const at = await startAll(stops);
    const told = await observeWhole(at.collector, seed);
    const runs = await Promise.all([RUNS.allSeen, RUNS.noneMade].map((run) => seenRun(at, run)));
    await checkRuns(at, runs, told);
    await checkLeaks(seed, Object.values(told), { isWhole: false });
    whereToLook(at, runs, keep);
    if (!keep) return;
    say();
    say(dim('  Everything keeps running. Ctrl-C ends it.'));
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

async function startAll(stops) {
  const [grpc, http, health, telemetry, receiver, otlp, query, queryGrpc, jaegerHealth] = await freePorts(9);
  await mkdir(paths.chain, { recursive: true });
  stops.push(
    await launched(
      'jaeger',
      built('build-jaeger.mjs'),
      [`--config=${join(paths.root, 'scripts/peers/jaeger.yaml')}`],
      {
        OTLP_GRPC: otlp,
        QUERY_HTTP: query,
        QUERY_GRPC: queryGrpc,
        HEALTH: jaegerHealth,
      },
    ),
  );
  await answering(`http://${query}/api/v3/services`);
  step('Jaeger', `takes OTLP/gRPC on ${otlp}`);
  const options = [
    '--listen',
    receiver,
    '--out',
    join(paths.chain, 'surfaces'),
    '--data',
    join(paths.chain, 'data'),
  ];
  stops.push(
    await launched('serve', process.execPath, [paths.command, 'serve', '--grace', '1s', ...options], {}),
  );
  await answering(`http://${receiver}/readyz`);
  step('serve', `assay-otel serve --listen ${receiver} --out … --data …`);
  stops.push(
    await launched(
      'collector',
      built('build-collector.mjs'),
      [`--config=${join(paths.root, 'collector-config/gateway.yaml')}`],
      {
        ASSAY_GRPC_ADDRESS: grpc,
        ASSAY_HTTP_ADDRESS: http,
        ASSAY_HEALTH_ADDRESS: health,
        ASSAY_TELEMETRY_PORT: telemetry.split(':')[1],
        ASSAY_RECEIVER_URL: `http://${receiver}`,
        ASSAY_BACKEND_ADDRESS: otlp,
        ASSAY_DATA_FOLDER: join(paths.chain, 'collector'),
      },
    ),
  );
  await answering(`http://${health}/`);
  step('Collector', `collector-config/gateway.yaml, OTLP/HTTP on ${http}`);
  say();
  return { collector: `http://${http}`, receiver: `http://${receiver}`, jaeger: `http://${query}` };
}

/** A run as the receiver has it once it is complete, and as Jaeger shows its trace. */
async function seenRun({ receiver, jaeger }, runId) {
  const line = await until(`run ${runId} in the receiver`, async () => {
    const response = await fetch(`${receiver}/runs/${runId}`);
    if (!response.ok) return undefined;
    const run = await response.json();
    return run.health.coverage.state === 'complete' ? run : undefined;
  });
  const [{ trace }] = line.health.scope.emitters;
  const url = `${jaeger}/api/v3/traces/${trace}`;
  const calls = line.surface.observed_tool_decisions.length;
  const shown = await until(`trace ${trace} in Jaeger`, async () => {
    const text = await (await fetch(url)).text();
    return decisionsIn(text) >= calls && text.includes('assay.tool_observation') ? text : undefined;
  });
  await writeFile(join(paths.chain, `${runId}.jaeger.json`), shown);
  return { runId, line, url, shown };
}

function decisionsIn(text) {
  return text.split('"assay.tool_decision"').length - 1;
}

async function checkRuns({ receiver }, runs, told) {
  say();
  const [whole, none] = runs;
  check(
    whole.line.health.coverage.state === 'complete' && none.line.health.claims.no_tool_use === 'allowed',
    `both runs are complete behind the Collector, and of ${none.runId} no tool use may be claimed`,
  );
  const { made } = told[RUNS.allSeen];
  const records = whole.line.surface.observed_tool_decisions.length;
  check(records === made, `${made} calls made, ${records} in the surface`);
  check(decisionsIn(whole.shown) >= made, 'Jaeger shows the decision event of every call');
  const metrics = await (await fetch(`${receiver}/metrics`)).text();
  await writeFile(join(paths.chain, 'metrics.txt'), metrics);
}

function whereToLook({ receiver, jaeger }, runs, keep) {
  say();
  const ended = `these have answered and end now; on a terminal they stay. Answers are in ${paths.shown(paths.chain)}/`;
  say(`${bold('  Where to look')}${keep ? '' : dim(`  ${ended}`)}`);
  for (const { runId, url } of runs) {
    say(`  ${runId.padEnd(12)} ${receiver}/runs/${runId}`);
    say(`  ${''.padEnd(12)} ${url}`);
  }
  say(`  ${'all runs'.padEnd(12)} ${receiver}/runs`);
  say(`  ${'metrics'.padEnd(12)} ${receiver}/metrics`);
  say(`  ${'Jaeger'.padEnd(12)} ${jaeger}/api/v3/services  ${dim('(its API; this build has no web pages)')}`);
  say();
  say(isSound() ? green('Everything holds.') : red('Something is off; see above.'));
}

/** What a build script prints: a path. */
function built(script) {
  const file = join(paths.root, 'scripts/peers', script);
  return execFileSync(process.execPath, [file], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim();
}

/** Starts a program with its output in a log, and gives how to stop it. */
async function launched(name, program, args, env) {
  const log = openSync(paths.log(name), 'w');
  const child = spawn(program, args, { env, stdio: ['ignore', log, log] });
  closeSync(log);
  await once(child, 'spawn');
  const ended = once(child, 'close');
  return async () => {
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), 5_000);
    await ended;
    clearTimeout(late);
  };
}

async function answering(url) {
  await until(`${url} to answer`, async () =>
    (await fetch(url).catch(() => undefined))?.ok ? true : undefined,
  );
}

/** What `look` gives as soon as it gives something. */
async function until(what, look) {
  const deadline = performance.now() + LONGEST_WAIT_MS;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new Error(`Expected ${what} within 30 s; see demo-output/logs`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function freePorts(count) {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const addresses = servers.map((server) => `127.0.0.1:${server.address().port}`);
  await Promise.all(
    servers.map((server) => {
      server.close();
      return once(server, 'close');
    }),
  );
  return addresses;
}
