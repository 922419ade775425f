// `npm run demo`: a real MCP client, three real MCP servers, a policy layer, OpenTelemetry, a receiver, and the
// command line over what was received. Everything stays on 127.0.0.1. Exits with 1 if anything is off.
import { randomInt } from 'node:crypto';
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { targetHash } from 'assay-otel';
import picocolors from 'picocolors';
import { callSpansOf, callsOf, carriesDecision, spansOf } from './calls.mjs';
import { read, run, start } from './processes.mjs';
import { startReceiver } from './receiver.mjs';
import { decisionTable } from './report.mjs';
import { filesBelow, formsOf, searchFiles } from './search.mjs';
import { drawIdentifiers, drawSecrets } from './secrets.mjs';

const options = commandLine();
const seed = options.seed ?? String(randomInt(2 ** 31));
const secrets = drawSecrets(seed);
const identifiers = drawIdentifiers(seed);

const root = fileURLToPath(new URL('..', import.meta.url));
const output = join(root, 'demo-output');
const traces = join(output, 'traces.jsonl');
const surfaces = join(output, 'surfaces');

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

/** Under which the record hashes identifiers; no secret may be hashed under one of them. */
const HASH_DOMAINS = [
  ...['github_key_title', 'slack_workspace', 'slack_channel', 'slack_principal'],
  ...['workspace', 'workspace_principal'],
];

const shown = (path) => relative(root, path);
const log = (name) => join(output, 'logs', `${name}.log`);

const colours = picocolors.createColors(
  process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb',
);
const { bold, dim, green, red } = colours;
const printed = [];
let isSound = true;

await rm(output, { recursive: true, force: true });
await mkdir(join(output, 'logs'), { recursive: true });

say();
say(`${bold('assay-otel')}  what did the agent do through its tools?`);
say(dim(`seed ${seed} · again with the same secrets: npm run demo -- --seed ${seed}`));
say();

const agent = await observe();
const codes = {
  surface: await assay('surface', shown(traces), '--out', shown(surfaces)),
  validate: await assay('validate', shown(surfaces)),
};
step('health', `assay-otel health ${shown(surfaces)}`);
const evidence = await readRun();
report(evidence);
await reportHealth();
checkAll(evidence, agent, codes);
await searchAll(agent);

say();
say(isSound ? green('Everything holds.') : red('Something is off; see above.'));
process.exitCode = isSound ? 0 : 1;

/** Runs the agent against its servers; what it counted. All spans have been received when this returns. */
async function observe() {
  const receiver = await startReceiver((line) => appendFile(traces, `${line}\n`));
  step('receiver', `OTLP/HTTP on ${receiver.endpoint}, keeps every export in ${shown(traces)}`);
  const env = {
    DEMO_SEED: seed,
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
    OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
    OTEL_LOGS_EXPORTER: 'none',
    OTEL_LOG_LEVEL: 'warn',
  };
  const slack = start(script('servers/slack.mjs'), { env, log: log('slack') });
  const url = await slack.firstLine;
  step('servers', `github and workspace over stdio, slack over Streamable HTTP on ${new URL(url).origin}`);
  const agent = start(script('agent.mjs'), { env: { ...env, DEMO_SLACK_URL: url }, log: log('agent') });
  const counted = JSON.parse(await agent.firstLine);
  const ends = [await agent.ended, await slack.stop()];
  await receiver.close();
  if (ends.some((code) => code !== 0)) throw new Error('a process of the demo failed; see demo-output/logs');
  step('agent', `${counted.made} tool calls through a policy layer, which let ${counted.forwarded} pass`);
  return counted;
}

/** Runs the command line as a reader would. */
async function assay(command, ...args) {
  step(command, `assay-otel ${[command, ...args].join(' ')}`);
  return run(join(root, 'dist/cli/main.js'), [command, ...args], { cwd: root, log: log(command) });
}

/** The documents of the one run, and all spans received. */
async function readRun() {
  const files = await filesBelow(surfaces);
  const [surface, index] = await Promise.all(
    ['.surface.json', '.index.json'].map(async (suffix) => {
      const [file, ...others] = files.filter((name) => name.endsWith(suffix));
      if (file === undefined || others.length > 0) throw new Error(`expected one run in ${shown(surfaces)}`);
      return JSON.parse(await readFile(file, 'utf8'));
    }),
  );
  return { surface, index, spans: spansOf(await readFile(traces, 'utf8')) };
}

/** Whether absence means anything in this run, in the command's own words. */
async function reportHealth() {
  const args = ['health', shown(surfaces)];
  const text = await read(join(root, 'dist/cli/main.js'), args, { cwd: root, log: log('health') });
  for (const line of text.trimEnd().split('\n')) say(line);
  say();
}

function report(run) {
  say();
  for (const line of decisionTable(callsOf(run), colours)) say(line);
  say();
  for (const [term, meaning] of LEGEND) say(dim(`${term.padEnd(32)}${meaning}`));
  say();
}

function checkAll({ index, spans }, { made, forwarded }, codes) {
  const calls = callSpansOf(spans);
  const [clients, servers] = ['client', 'server'].map(
    (vantage) => calls.filter(({ attributes }) => attributes['assay.vantage'] === vantage).length,
  );
  const whole = calls.filter(carriesDecision).length;
  const indexed = new Set(index.records.flatMap(({ span_ids }) => span_ids));
  check(clients === made, `${made} calls made, ${clients} recorded by the client`);
  check(servers === forwarded, `${forwarded} calls let through, ${servers} recorded by their server`);
  check(
    whole === calls.length,
    `${calls.length} call spans received, ${whole} with an intact decision record`,
  );
  check(
    calls.every(({ spanId }) => indexed.has(spanId)),
    'every one of them is in the surface',
  );
  check(codes.surface === 0 && codes.validate === 0, 'every document is valid');
}

/** The promise: nothing of what was secret is in anything that left, nor in what was made of it. */
async function searchAll({ crossed }) {
  const names = Object.keys(secrets);
  check(
    crossed.length === names.length,
    `${crossed.length} of ${names.length} secrets crossed an MCP connection`,
  );
  await writeFile(join(output, 'report.txt'), `${printed.map(stripVTControlCharacters).join('\n')}\n`);
  const files = await filesBelow(output);
  const found = await searchFiles(files, forbidden());
  const what = `searched ${files.length} files for ${names.length} secrets and ${Object.keys(identifiers).length} raw identifiers`;
  check(found.length === 0, `${what}: ${found.length === 0 ? 'none found' : `${found.length} found`}`);
  for (const { source, name, form } of found) {
    say(`      ${shown(source)} holds ${name} (${secrets[name]?.kind ?? 'identifier'}), ${form}`);
  }
  say();
  say(dim(`  ${shown(traces).padEnd(26)}what left the processes, as received`));
  say(
    dim(
      `  ${`${shown(surfaces)}/`.padEnd(26)}what was made of it: the decision records of the run, its health, and an index`,
    ),
  );
}

/** Secrets may stand nowhere, not even hashed; identifiers may stand nowhere but as their target hash. */
function forbidden() {
  const hashed = (value) => HASH_DOMAINS.map((domain) => targetHash(domain, value));
  const ofSecrets = Object.entries(secrets).map(([name, { value }]) => [
    name,
    { ...formsOf(value), 'target hash': hashed(value) },
  ]);
  const ofIdentifiers = Object.entries(identifiers).map(([name, value]) => [name, formsOf(value)]);
  return Object.fromEntries([...ofSecrets, ...ofIdentifiers]);
}

function check(holds, text) {
  isSound &&= holds;
  say(`  ${holds ? green('✓') : red('✗')} ${text}`);
}

function step(name, text) {
  say(`  ${bold(name.padEnd(9))} ${text}`);
}

function say(line = '') {
  printed.push(line);
  console.log(line);
}

function script(name) {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** `--seed N` repeats a run with the same secrets; anything else is answered with how to call it. */
function commandLine() {
  try {
    return parseArgs({ options: { seed: { type: 'string' } } }).values;
  } catch {
    console.error('Usage: npm run demo [-- --seed N]');
    process.exit(2);
  }
}
