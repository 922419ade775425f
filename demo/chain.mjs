// The demo behind a real Collector: agents → gateway.yaml → `assay-otel serve` and Jaeger. All of it is started here, on
// free ports of 127.0.0.1; Collector and Jaeger are built from their modules at the first time, which needs Go.
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gapsByService } from './checks.mjs';
import { checkLeaks } from './leaks.mjs';
import { observeAll, RUNS } from './observe.mjs';
import { paths } from './paths.mjs';
import { answering, built, freePorts, launched, until } from './peers.mjs';
import { check, colours, isSound, say, step } from './transcript.mjs';

const { bold, dim, green, red } = colours;

/** Runs the whole chain and tells where to look; `keep` leaves it running until Ctrl-C. */
export async function chain(seed, keep) {
  const stops = [];
  try {
    const at = await startAll(stops);
    const told = await observeAll(
      // Nothing between loses an export here; what the killed server had no time to tell is missing all the same.
      { endpoint: at.collector, lost: () => 0, atWork: () => toldAtWork(at) },
      seed,
    );
    const runs = await Promise.all(Object.entries(told).map(([run, { made }]) => seenRun(at, run, made)));
    await checkRuns(at, runs);
    await checkLeaks(seed, Object.values(told));
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

/**
 * Resolves when both client and server have told of the call that the server of run 3 answers while it is at work. The
 * run has no name by then, since its root has not ended: it is the one that is none of the runs before.
 */
async function toldAtWork({ receiver }) {
  await until(`the server of run ${RUNS.someLost} to be at work`, async () => {
    const { runs } = await (await fetch(`${receiver}/runs`)).json();
    const current = runs.find(({ run_id }) => ![RUNS.allSeen, RUNS.noneMade].includes(run_id));
    const run = current === undefined ? undefined : await runOf(receiver, current.run_id);
    const records = run?.surface.observed_tool_decisions ?? [];
    const spans = records.flatMap(({ tool }, at) =>
      tool.name === 'change_role' ? run.index.records[at].span_ids : [],
    );
    return spans.length === 2 ? true : undefined;
  });
}

/** A run as the receiver has it now, or nothing where it has none. */
async function runOf(receiver, runId) {
  const response = await fetch(`${receiver}/runs/${runId}`);
  return response.ok ? response.json() : undefined;
}

/** A run as the receiver has it once all that can arrive has, and as Jaeger shows its trace. */
async function seenRun({ receiver, jaeger }, runId, made) {
  const line = await until(`run ${runId} in the receiver`, async () => {
    const run = await runOf(receiver, runId);
    if (run === undefined) return undefined;
    const isWhole = Object.keys(gapsByService(run.health)).every((service) => isKilled(runId, service));
    return isWhole && run.surface.observed_tool_decisions.length === made ? run : undefined;
  });
  const [{ trace }] = line.health.scope.emitters;
  const url = `${jaeger}/api/v3/traces/${trace}`;
  const shown = await until(`trace ${trace} in Jaeger`, async () => {
    const text = await (await fetch(url)).text();
    return decisionsIn(text) >= made && text.includes('assay.tool_observation') ? text : undefined;
  });
  await writeFile(join(paths.chain, `${runId}.jaeger.json`), shown);
  return { runId, line, url, shown, made };
}

function isKilled(runId, service) {
  return runId === RUNS.someLost && service === 'workspace-server';
}

function decisionsIn(text) {
  return text.split('"assay.tool_decision"').length - 1;
}

async function checkRuns({ receiver }, runs) {
  say();
  const states = runs.map(({ line }) => line.health.coverage.state);
  check(
    String(states) === 'complete,complete,partial',
    `coverage behind the Collector: ${runs.map(({ runId }, at) => `${runId} is ${states[at]}`).join(', ')}`,
  );
  const none = runs.filter(({ line }) => line.health.claims.no_tool_use === 'allowed');
  check(
    String(none.map(({ runId }) => runId)) === RUNS.noneMade,
    `"no tool use" may be claimed only of: ${none.map(({ runId }) => runId).join(', ') || 'none'}`,
  );
  for (const { runId, line, made } of runs) {
    const records = line.surface.observed_tool_decisions.length;
    check(records === made, `${runId}: ${made} calls made, ${records} in the surface`);
  }
  check(
    runs.every(({ shown, made }) => decisionsIn(shown) >= made),
    'Jaeger shows the decision event of every call',
  );
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
