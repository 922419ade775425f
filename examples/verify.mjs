// node verify.mjs FOLDER: holds what an example left in FOLDER/output against its expected.json. Exits with 1 if
// anything is off. README.md says what is checked.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { argv, execPath } from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { filesBelow, formsOf, searchFiles } from '../demo/search.mjs';

const NOTHING_DECLARED = 'schema: assay.declared_tool_surface.v0\ndeclared_tool_actions: []\n';
const canaries = json(fileURLToPath(new URL('scenario/canaries.json', import.meta.url)));

/** Every check of one example, as `{ name, problem }`; `problem` is undefined where it holds. */
export async function verify(folder) {
  const output = join(folder, 'output');
  const expected = json(join(folder, 'expected.json'));
  const clean = () => documents(join(output, 'clean'));
  const quiet = () => documents(join(output, 'quiet'));
  const command = join(folder, 'node_modules/assay-otel/dist/cli/main.js');
  const checks = {
    'one record per call': () => recordsProblem(clean(), expected.calls),
    'the clean run is complete': () =>
      unlessAll(clean(), ({ health }) => health.coverage.state === 'complete'),
    'the quiet run has no record': () => recordsProblem(quiet(), []),
    'of the quiet run, no tool use may be claimed': () =>
      unlessAll(quiet(), ({ health }) => health.claims.no_tool_use === 'allowed'),
    'what reached the server': () => receivedProblem(output, expected),
    'the gate passes': () => gateProblem(folder, command),
    'the gate does not pass where nothing is declared': () => undeclaredProblem(output, command),
    'the exported spans give the same surfaces': () =>
      auditProblem(output, command, [...clean(), ...quiet()]),
    'no secret in any output': () => leaks(output),
  };
  const results = [];
  for (const [name, check] of Object.entries(checks)) results.push({ name, problem: await problemOf(check) });
  return results;
}

/** A check that throws does not hold. */
async function problemOf(check) {
  try {
    return await check();
  } catch (error) {
    return error.message;
  }
}

/** Surface and health of every run that a sink wrote into a folder. */
function documents(folder) {
  if (!existsSync(folder)) return [];
  const stems = readdirSync(folder).flatMap((file) => /^(.+)\.surface\.json$/.exec(file)?.[1] ?? []);
  return stems.map((stem) => ({
    surface: json(join(folder, `${stem}.surface.json`)),
    health: json(join(folder, `${stem}.health.json`)),
  }));
}

function unlessAll(runs, holds) {
  if (runs.length === 0) return 'there is no run';
  const failing = runs.filter((run) => !holds(run)).map(({ health }) => health);
  if (failing.length === 0) return undefined;
  return failing
    .map(({ coverage, claims, limits }) => JSON.stringify({ coverage, claims, limits }))
    .join('\n');
}

function recordsProblem(runs, expected) {
  if (runs.length === 0) return 'there is no run';
  const records = runs.flatMap(({ surface }) => surface.observed_tool_decisions);
  const left = [...records];
  for (const part of expected) {
    const at = left.findIndex((record) => holds(record, part));
    if (at === -1) return `no record has ${JSON.stringify(part)}; left are\n${left.map(shown).join('\n')}`;
    left.splice(at, 1);
  }
  if (left.length > 0) return `more records than calls:\n${left.map(shown).join('\n')}`;
  return undefined;
}

/** Whether all that `part` says is in `whole`. */
function holds(whole, part) {
  if (part === null || typeof part !== 'object') return whole === part;
  if (whole === null || typeof whole !== 'object') return false;
  return Object.entries(part).every(([key, value]) => holds(whole[key], value));
}

function shown({ server, tool, action, decision, response }) {
  return JSON.stringify({ server, tool, target: action.target, decision, response });
}

/** The server's own word, in which every secret was that a call is to carry. */
function receivedProblem(output, { calls, received = calls.map(({ tool }) => tool.name) }) {
  const lines = lined(join(output, 'received.jsonl')).map((line) => JSON.parse(line));
  const tools = lines.map(({ tool }) => tool);
  if (JSON.stringify(tools) !== JSON.stringify(received)) {
    return `expected ${JSON.stringify(received)}, got ${JSON.stringify(tools)}`;
  }
  const bare = lines.find((line) => line.canaries.length === 0);
  return bare && `${bare.tool} came without a secret, so that none could have been lost`;
}

function gateProblem(folder, command) {
  const { scripts } = json(join(folder, 'package.json'));
  const [name, ...args] = scripts.gate.split(' ');
  if (name !== 'assay-otel' || args[0] !== 'gate')
    return 'expected the script `gate` to be `assay-otel gate …`';
  const { status, stdout } = spawnSync(execPath, [command, ...args], { cwd: folder, encoding: 'utf8' });
  return status === 0 ? undefined : `it exits with ${status}:\n${stdout}`;
}

function undeclaredProblem(output, command) {
  const scratch = mkdtempSync(join(tmpdir(), 'assay-otel-example-'));
  try {
    const declared = join(scratch, 'declared.yaml');
    writeFileSync(declared, NOTHING_DECLARED);
    const args = [command, 'gate', '--declared', declared, '--surface', join(output, 'clean')];
    const { status, stdout } = spawnSync(execPath, args, { encoding: 'utf8' });
    if (status === 1 && stdout.startsWith('verdict: fail')) return undefined;
    return `it exits with ${status}:\n${stdout}`;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function auditProblem(output, command, runs) {
  const args = [command, 'surface', join(output, 'audit.jsonl')];
  const text = execFileSync(execPath, args, { encoding: 'utf8', stdio: 'pipe' });
  const digests = (all) => all.map(({ health }) => `${health.run_id} ${health.surface_digest}`).sort();
  const read = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const [fromSpans, fromSinks] = [digests(read), digests(runs)].map((all) => all.join('\n'));
  return fromSpans === fromSinks ? undefined : `of the spans:\n${fromSpans}\nof the sinks:\n${fromSinks}`;
}

async function leaks(output) {
  const forms = Object.fromEntries(Object.entries(canaries).map(([name, value]) => [name, formsOf(value)]));
  const found = await searchFiles(await filesBelow(output), forms);
  if (found.length === 0) return undefined;
  return found.map(({ source, name, form }) => `${source} holds ${name}, ${form}`).join('\n');
}

function lined(file) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}

function json(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

if (import.meta.url === pathToFileURL(argv[1]).href) {
  for (const { name, problem } of await verify(resolve(argv[2] ?? '.'))) {
    console.log(problem === undefined ? `ok    ${name}` : `FAIL  ${name}: ${problem}`);
    if (problem !== undefined) process.exitCode = 1;
  }
}
