import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'assay-otel');
const builderFolder = fileURLToPath(new URL('../../collector-config/builder/', import.meta.url));

/**
 * The path of a program that the tests run, made from packages and kept outside the tree under a name that holds its
 * version and a hash of its manifest: another manifest is another program. Where the cache lacks it,
 * `build(scratch)` has to leave it in the folder `scratch` under `name`; the rest of that folder is thrown away.
 * `needs` says what it takes to build it; the environment `variable` names one that is there already.
 */
export function cachedPeer({ name, version, manifest, variable, needs, build }) {
  const given = process.env[variable];
  if (given) return given;
  const hash = createHash('sha256').update(manifest).digest('hex').slice(0, 12);
  const path = join(cache, `${name}-${version}-${hash}`, name);
  if (existsSync(path)) return path;
  say(`Making ${name} ${version}, which takes some minutes; it is kept in ${cache}.`);
  const scratch = mkdtempIn(cache, name);
  try {
    build(scratch);
    // Moved at the end, so that a stopped run leaves nothing half done.
    mkdirSync(dirname(path), { recursive: true });
    renameSync(join(scratch, name), path);
  } catch (error) {
    if (error?.code !== 'ENOENT' || !error.syscall?.startsWith('spawn')) throw error;
    throw new Error(
      `Expected \`${error.path}\` on the path, to make ${name} ${version}; install ${needs}, or set ${variable} to the ` +
        'path of one that is there already.',
    );
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  say(`Made ${path}`);
  return path;
}

/** A manifest of `collector-config/builder`, as text. */
export function manifestNamed(file) {
  return readFileSync(join(builderFolder, file), 'utf8');
}

/** The first group of `pattern` in a manifest. */
export function inManifest(manifest, pattern) {
  const found = pattern.exec(manifest)?.[1];
  if (found === undefined) throw new Error(`Expected the manifest to match ${pattern}`);
  return found;
}

/** Runs a program of the build. All that it prints goes to stderr: stdout is for the path alone. */
export function run(program, args, { cwd, env = {} }) {
  execFileSync(program, args, {
    cwd,
    stdio: ['ignore', 2, 2],
    // No C compiler is needed, and no other Go than the one at hand is fetched.
    env: { ...process.env, CGO_ENABLED: '0', GOTOOLCHAIN: 'local', ...env },
  });
}

function mkdtempIn(folder, name) {
  mkdirSync(folder, { recursive: true });
  return mkdtempSync(join(folder, `${name}-building-`));
}

function say(line) {
  process.stderr.write(`${line}\n`);
}
