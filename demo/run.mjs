// `npm run demo`: real MCP clients and servers, a policy layer, OpenTelemetry, a receiver, and the command line
// over what was received; three runs, of which one loses evidence on purpose. Everything stays on 127.0.0.1.
// Exits with 1 if anything is off. `-- --collector` does it behind a real Collector and in a real Jaeger instead.
import { randomInt } from 'node:crypto';
import { appendFile, mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { callSpansOf, callsOf } from './calls.mjs';
import { chain } from './chain.mjs';
import { checkEvidence, checkHealth } from './checks.mjs';
import { COVERAGE_LEGEND, coverageTable } from './coverage.mjs';
import { askGate } from './gate.mjs';
import { checkGate } from './gate-checks.mjs';
import { checkLeaks } from './leaks.mjs';
import { isLostOnPurpose, isToldAtWork, observeAll } from './observe.mjs';
import { paths } from './paths.mjs';
import { plantedViolations } from './planted.mjs';
import { read, run } from './processes.mjs';
import { startReceiver } from './receiver.mjs';
import { decisionTable } from './report.mjs';
import { spansOf } from './spans.mjs';
import { colours, isSound, say, step } from './transcript.mjs';

const LEGEND = [
  ['allowed (no decision observed)', 'no policy layer spoke of this call; nobody approved it either'],
  ['would deny', 'a rule in log-only mode advised against it; the call went through'],
  ['failed', 'the policy layer itself failed, and here it refuses what it cannot decide'],
  ['success', 'the word of the server: its side effect is asserted, not verified'],
  ['observed_unknown_tool', 'matches no classifier; never read as harmless'],
  ['redaction_failed', 'a field of the target held a secret and was left out'],
  ['[masked]', 'the name of the tool held a secret'],
  ['#89abcd', 'the start of a hash, which stands for who or where it was'],
];

const { bold, dim, green, red } = colours;
const { shown, surfaces, traces } = paths;
const { seed = String(randomInt(2 ** 31)), collector } = commandLine();

await rm(paths.output, { recursive: true, force: true });
await mkdir(dirname(paths.log('any')), { recursive: true });

say();
say(`${bold('assay-otel')}  what did the agents do through their tools, and is that all they did?`);
say(dim(`seed ${seed} · again with the same secrets: npm run demo -- --seed ${seed}`));
say();

if (collector) {
  await chain(seed, process.stdout.isTTY === true);
  process.exit(isSound() ? 0 : 1);
}

const told = await observe();
const codes = {
  surface: await assay('surface', shown(traces), '--out', shown(surfaces)),
  validate: await assay('validate', shown(surfaces)),
};
step('health', `assay-otel health ${shown(surfaces)}`);
const spans = spansOf(await readFile(traces, 'utf8'));
const runs = await Promise.all(Object.keys(told).map(readRun));

say();
for (const line of decisionTable(runs, colours)) say(line);
say();
explain(LEGEND);
say();
await reportHealth();
say();
for (const line of coverageTable(runs, colours)) say(line);
say();
explain(COVERAGE_LEGEND);
say();
const judged = await askGate();
say();
checkEvidence(runs, { spans, codes });
checkHealth(runs);
checkGate(judged, plantedViolations(seed));
await checkLeaks(seed, Object.values(told));
say();
say(dim(`  ${shown(traces).padEnd(26)}what left the processes, as received`));
say(dim(`  ${`${shown(surfaces)}/`.padEnd(26)}of each run: decision records, health, index`));
say(
  dim(`  ${`${shown(paths.gate)}/`.padEnd(26)}what the gate said, as pages and as JSON; draft and baseline`),
);
say();
say(isSound() ? green('Everything holds.') : red('Something is off; see above.'));
process.exitCode = isSound() ? 0 : 1;

/** Makes the runs. All spans that are ever to come have been received when this returns. */
async function observe() {
  const keep = (line) => appendFile(traces, `${line}\n`);
  const receiver = await startReceiver({ keep, isLost: isLostOnPurpose });
  step('receiver', `OTLP/HTTP on ${receiver.endpoint}, keeps what it gets in ${shown(traces)}`);
  const atWork = () => receiver.kept(isToldAtWork);
  const counted = await observeAll({ ...receiver, atWork }, seed);
  await receiver.close();
  return counted;
}

/** Runs the command line as a reader would. */
async function assay(command, ...args) {
  step(command, `assay-otel ${[command, ...args].join(' ')}`);
  return run(paths.command, [command, ...args], { cwd: paths.root, log: paths.log(command) });
}

/** The documents of one run, its calls, and what its agent said. */
async function readRun(runId) {
  const [surface, index, health] = await Promise.all(
    ['surface', 'index', 'health'].map(async (kind) =>
      JSON.parse(await readFile(join(surfaces, `${runId}.${kind}.json`), 'utf8')),
    ),
  );
  const traceIds = new Set(health.scope.emitters.map(({ trace }) => trace));
  const callSpans = callSpansOf(spans).filter(({ traceId }) => traceIds.has(traceId));
  const calls = callsOf({ surface, index, spans: callSpans });
  return { runId, surface, index, health, callSpans, calls, told: told[runId] };
}

/** Whether absence means anything in these runs, in the command's own words. */
async function reportHealth() {
  const args = ['health', shown(surfaces)];
  const text = await read(paths.command, args, { cwd: paths.root, log: paths.log('health') });
  for (const line of text.trimEnd().split('\n')) say(line);
}

function explain(legend) {
  for (const [term, meaning] of legend) say(dim(`${term.padEnd(32)}${meaning}`));
}

/**
 * `--seed N` repeats a run with the same secrets; `--collector` sends the spans through a real Collector to a receiver
 * and to Jaeger; anything else is answered with how to call it.
 */
function commandLine() {
  try {
    return parseArgs({ options: { seed: { type: 'string' }, collector: { type: 'boolean' } } }).values;
  } catch {
    console.error('Usage: npm run demo [-- [--seed N] [--collector]]');
    process.exit(2);
  }
}
