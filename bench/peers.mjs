/** What is measured beside this package: of the lock file in bench/peers, installed into a cache outside the tree. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cachedPeer, run } from '../scripts/peers/cached-peer.mjs';

const text = (file) => readFileSync(new URL(`peers/${file}`, import.meta.url), 'utf8');
const lock = text('package-lock.json');
const { packages } = JSON.parse(lock);

const folder = cachedPeer({
  name: 'bench-peers',
  version: '1',
  manifest: lock,
  variable: 'ASSAY_BENCH_PEERS',
  needs: 'npm',
  build(scratch) {
    for (const file of ['package.json', 'package-lock.json']) writeFileSync(join(scratch, file), text(file));
    // What their peer ranges ask for beyond this is not loaded: a whole AI SDK, exporters that send.
    const flags = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund', '--loglevel=error'];
    run('npm', ['ci', ...flags], { cwd: scratch });
    const made = join(scratch, 'bench-peers');
    run('mkdir', [made], { cwd: scratch });
    renameSync(join(scratch, 'node_modules'), join(made, 'node_modules'));
  },
});

const require = createRequire(join(folder, 'index.js'));

/** The version of a package of the lock file. */
export const versionOf = (name) => packages[`node_modules/${name}`].version;

/** Loads one of them, as an ES module where it has one. */
export async function load(name, path = '') {
  const directory = join(folder, 'node_modules', name);
  const { exports, module, main } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  if (path !== '' || exports === undefined) return require(`${name}${path}`);
  const entry = [exports['.']?.import, exports['.']?.node?.import, exports.import, module, main]
    .map((candidate) => candidate?.default ?? candidate)
    .find((candidate) => typeof candidate === 'string');
  return import(pathToFileURL(join(directory, entry)).href);
}
