// node scripts/examples.mjs [--no-build | --archive FILE] [EXAMPLE...]: installs, runs and verifies each example (examples/README.md), in a
// copy outside the tree: there it finds the packed package and its own node_modules, and nothing of ours.
//
// One line per example. The totals go into the file that ASSAY_TEST_REPORT names, as scripts/matrix.mjs writes them.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { verify } from '../examples/verify.mjs';
import { installExample } from './examples/install.mjs';
import { nodeBinary } from './node-binary.mjs';

/** For examples whose `engines` asks for more than the Node that runs this. */
const NEWER_NODE = '24.21.0';
const MINUTES = 60_000;
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'assay-otel', 'examples');

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const { values, positionals } = parseArgs({
  options: { 'no-build': { type: 'boolean' }, archive: { type: 'string' } },
  allowPositionals: true,
});
const all = readdirSync('examples').filter((name) => existsSync(join('examples', name, 'expected.json')));
const unknown = positionals.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`Expected names of examples (${all.join(', ')}), got ${unknown.join(', ')}`);
  process.exit(2);
}
if (!values['no-build'] && values.archive === undefined) {
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
}

mkdirSync(cache, { recursive: true });
const root = mkdtempSync(join(cache, 'run-')); // beside what is kept, so that it can be moved
const results = [];
try {
  unpack(values.archive ?? packed(), root);
  for (const name of positionals.length > 0 ? positionals : all) results.push(await example(name));
} finally {
  rmSync(root, { recursive: true, force: true });
}

const sum = (key) => results.reduce((total, result) => total + result[key], 0);
const totals = { passed: sum('passed'), failed: sum('failed'), skipped: 0, lines: results };
if (process.env.ASSAY_TEST_REPORT) writeFileSync(process.env.ASSAY_TEST_REPORT, JSON.stringify(totals));
console.log(`${totals.passed} passed, ${totals.failed} failed, in ${results.length} examples`);
if (totals.failed > 0 || results.length === 0) process.exitCode = 1;

/** The package as built, as an archive. */
function packed() {
  const folder = join(root, 'packed');
  mkdirSync(folder);
  return execFileSync(process.execPath, ['scripts/pack.mjs', folder], { encoding: 'utf8' }).trim();
}

/** The packed package at the root of the copy, where `file:../..` finds it; the examples below it, as they are in git. */
function unpack(archive, folder) {
  execFileSync('tar', ['-xzf', archive, '-C', folder, '--strip-components=1']);
  const listed = execFileSync('git', [
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
    'examples',
  ]);
  for (const file of listed.toString('utf8').split('\0')) {
    if (file === '' || !existsSync(file)) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(file, join(folder, file));
  }
}

/** Runs one example and checks what it left: how many checks held, and one line about it. */
async function example(name) {
  const began = performance.now();
  const folder = join(root, 'examples', name);
  const { problem, putAway } = started(name, folder);
  const start = { name: 'npm start', problem };
  // What was not run to its end says nothing.
  const checks = problem === undefined ? [start, ...(await verify(folder))] : [start];
  const failed = checks.filter(({ problem }) => problem !== undefined);
  // Whatever a failure comes from, the next run installs anew.
  if (failed.length === 0) putAway();
  const seconds = Math.round((performance.now() - began) / 1000);
  const passed = checks.length - failed.length;
  console.log(
    `${failed.length === 0 ? 'ok   ' : 'FAIL '} ${name}: ${passed} of ${checks.length} (${seconds} s)`,
  );
  for (const check of failed)
    console.log(`      ${check.name}: ${check.problem.replaceAll('\n', '\n        ')}`);
  return { line: name, passed, failed: failed.length, skipped: 0 };
}

/** Installs and starts it. What it prints goes into its output, to be searched for secrets too. */
function started(name, folder) {
  let putAway = () => {};
  try {
    const path = `${dirname(nodeFor(folder))}:${process.env.PATH}`;
    putAway = installExample({ name, folder, root, cache, path });
    const { NODE_OPTIONS: _, ...env } = process.env;
    const { status, signal, stdout, stderr } = spawnSync('npm', ['start'], {
      cwd: folder,
      env: { ...env, PATH: path },
      encoding: 'utf8',
      timeout: 5 * MINUTES,
    });
    mkdirSync(join(folder, 'output'), { recursive: true });
    writeFileSync(join(folder, 'output', 'printed.txt'), stdout + stderr);
    if (status === 0) return { putAway };
    return { putAway, problem: `it ends with ${status ?? signal}:\n${(stdout + stderr).slice(-4000)}` };
  } catch (error) {
    return { putAway, problem: error.message };
  }
}

/** The Node that runs this, unless the example's `engines` asks for a newer major one. */
function nodeFor(folder) {
  const { engines } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const [, major] = /^>=(\d+)/.exec(engines?.node ?? '') ?? [];
  const newer = major !== undefined && Number(major) > Number(process.versions.node.split('.')[0]);
  return newer ? nodeBinary(NEWER_NODE) : process.execPath;
}
