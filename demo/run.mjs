// `npm run demo`: a real MCP client, three real MCP servers, a policy layer, OpenTelemetry, a receiver, and the
// command line over what was received. Everything stays on 127.0.0.1. Exits with 1 if anything is off.
import { randomInt } from 'node:crypto';
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { targetHash } from 'assay-otel';
import picocolors from 'picocolors';
import { callSpans, spansOf } from './checks.mjs';
import { runCommand, start } from './processes.mjs';
import { startReceiver } from './receiver.mjs';
import { decisionTable } from './report.mjs';
import { filesBelow, formsOf, searchFiles } from './search.mjs';
import { drawIdentifiers, drawSecrets } from './secrets.mjs';

const { values: options } = parseArgs({ options: { seed: { type: 'string' } } });
const seed = options.seed ?? String(randomInt(2 ** 31));
const secrets = drawSecrets(seed);
const identifiers = drawIdentifiers(seed);

const root = fileURLToPath(new URL('..', import.meta.url));
const output = join(root, 'demo-output');
const traces = join(output, 'traces.jsonl');
const surfaces = join(output, 'surfaces');

/** Under which the record hashes identifiers; no secret may be hashed under one of them. */
const HASH_DOMAINS = [
  ...['github_key_title', 'slack_workspace', 'slack_channel', 'slack_principal'],
  ...['workspace', 'workspace_principal'],
];

const shown = (path) => relative(root, path);
const log = (name) => join(output, 'logs', `${name}.log`);

const colours = picocolors.createColors(process.stdout.isTTY === true && !process.env.NO_COLOR);
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
const code = {
  surface: await assay('surface', shown(traces), '--out', shown(surfaces)),
  validate: await assay('validate', shown(surfaces)),
};
const run = await readRun();
report(run);
await checkAll(run, agent, code);

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
  const codes = [await agent.ended, await slack.stop()];
  await receiver.close();
  if (codes.some((code) => code !== 0)) throw new Error(`a process failed; see ${shown(log('agent'))}`);
  step('agent', `${counted.made} tool calls through a policy layer, which let ${counted.forwarded} pass`);
  return counted;
}

/** Runs the command line as a reader would. */
async function assay(command, ...args) {
  step(command, `assay-otel ${[command, ...args].join(' ')}`);
  return runCommand(join(root, 'dist/cli/main.js'), [command, ...args], { cwd: root, log: log(command) });
}

async function readRun() {
  const files = await filesBelow(surfaces);
  const [surface, index] = await Promise.all(
    ['.surface.json', '.index.json'].map(async (suffix) => {
      const matching = files.filter((file) => file.endsWith(suffix));
      if (matching.length !== 1) throw new Error(`expected one run in ${shown(surfaces)}, found ${matching.length}`);
      return JSON.parse(await readFile(matching[0], 'utf8'));
    }),
  );
  return { surface, index, spans: spansOf(await readFile(traces, 'utf8')) };
}

function report({ surface, index, spans }) {
  const parents = new Map(spans.map(({ spanId, parentSpanId }) => [spanId, parentSpanId]));
  say();
  for (const line of decisionTable({ surface, index, parents }, colours)) say(line);
  say();
  say(dim('  └ the same call as its server saw it: the policy layer stands before the client, so the server knows of no decision.'));
  say();
}

async function checkAll({ surface, index, spans }, agent, code) {
  const seenBy = (vantage) => index.records.filter((record) => record.vantage === vantage).length;
  const [clients, servers] = [seenBy('client'), seenBy('server')];
  const { calls, broken } = callSpans(spans);
  const count = surface.observed_tool_decisions.length;
  check(clients === agent.made, `${agent.made} calls made, ${clients} recorded by the client`);
  check(servers === agent.forwarded, `${agent.forwarded} calls let through, ${servers} recorded by a server`);
  check(
    calls.length === count && broken.length === 0,
    `${calls.length} call spans received, ${calls.length - broken.length} with an intact decision record on them`,
  );
  check(code.surface === 0 && code.validate === 0, 'every document is valid');
  await searchAll(agent);
}

/** The promise: nothing of what was secret is in anything that left, nor in what was made of it. */
async function searchAll({ crossed }) {
  const names = Object.keys(secrets);
  check(crossed.length === names.length, `${crossed.length} of ${names.length} secrets crossed an MCP connection`);
  await writeFile(join(output, 'report.txt'), `${printed.map(stripVTControlCharacters).join('\n')}\n`);
  const files = await filesBelow(output);
  const found = await searchFiles(files, forbidden());
  const what = `searched ${files.length} files for ${names.length} secrets and ${Object.keys(identifiers).length} raw identifiers`;
  check(found.length === 0, `${what}: ${found.length === 0 ? 'none found' : `${found.length} found`}`);
  for (const { source, name, form } of found) {
    say(`      ${shown(source)} holds ${name} (${secrets[name]?.kind ?? 'identifier'}), ${form}`);
  }
  say();
  say(dim(`  ${shown(traces)}  what left the processes, as received`));
  say(dim(`  ${shown(surfaces)}/  what was made of it, per run`));
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
