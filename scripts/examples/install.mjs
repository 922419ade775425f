import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** What is copied anew each time: the package under test, and what the examples share. */
const LOCAL = { 'assay-otel': '.', 'example-scenario': 'examples/scenario' };
/** What lies in the copy's root and is no part of the package. */
const NOT_PACKED = ['examples', 'packed'];

/**
 * Gives an example in `folder` what `npm ci` would, with `path` as its PATH, and returns how to put it away again. The
 * packages of a lock file are kept in `cache`, so that a later run needs no registry; those of this repository (`LOCAL`,
 * below `root`) are never taken from there. They are moved, not copied: tens of thousands of files are slow to copy.
 */
export function installExample({ name, folder, root, cache, path }) {
  expectLocked(folder, root);
  const kept = join(cache, `${name}-${keyOf(folder, root)}`);
  const modules = join(folder, 'node_modules');
  if (taken(kept, modules)) {
    for (const [installed, source] of Object.entries(LOCAL)) {
      renew(join(modules, installed), join(root, source));
    }
  } else {
    execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'], {
      cwd: folder,
      env: { ...process.env, PATH: path },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  }
  return () => {
    const former = new RegExp(`^${name}-[0-9a-f]{16}$`);
    for (const entry of readdirSync(cache).filter((one) => former.test(one))) {
      if (join(cache, entry) !== kept) rmSync(join(cache, entry), { recursive: true, force: true });
    }
    if (!existsSync(kept)) renameSync(modules, kept);
  };
}

/** `npm ci` does not notice where the dependencies of a package from a folder are others than in the lock file. */
function expectLocked(folder, root) {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  for (const [installed, source] of Object.entries(LOCAL)) {
    const locked = packages[`node_modules/${installed}`];
    if (locked === undefined) continue;
    const { dependencies } = JSON.parse(readFileSync(join(root, source, 'package.json'), 'utf8'));
    if (JSON.stringify(sorted(locked.dependencies)) === JSON.stringify(sorted(dependencies))) continue;
    throw new Error(
      `Expected the lock file to have the dependencies of ${installed}, got others; run \`node scripts/examples/lock.mjs\``,
    );
  }
}

function sorted(dependencies = {}) {
  return Object.entries(dependencies).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Moves what is kept to its place; false where nothing is, or another run has it just now. */
function taken(kept, place) {
  try {
    renameSync(kept, place);
    return true;
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}

/** Puts the files of `source` in the place of those of an installed package. What npm put below it stays. */
function renew(place, source) {
  if (!existsSync(place)) return;
  for (const name of readdirSync(place)) {
    if (name !== 'node_modules') rmSync(join(place, name), { recursive: true });
  }
  for (const name of readdirSync(source)) {
    if (!NOT_PACKED.includes(name)) cpSync(join(source, name), join(place, name), { recursive: true });
  }
}

/** Another lock file, another Node, or other dependencies of what is local: another folder. */
function keyOf(folder, root) {
  const hash = createHash('sha256').update(`${process.version} ${process.platform} ${process.arch}\n`);
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
    hash.update(readFileSync(join(folder, file))).update('\0');
  }
  for (const source of Object.values(LOCAL)) {
    const { dependencies, peerDependencies, bin } = JSON.parse(
      readFileSync(join(root, source, 'package.json'), 'utf8'),
    );
    hash.update(JSON.stringify([dependencies, peerDependencies, bin]));
  }
  return hash.digest('hex').slice(0, 16);
}
