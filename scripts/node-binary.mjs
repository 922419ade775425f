import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'assay-otel');

/**
 * The path of a Node binary of exactly `version`: this process's own, else one from npm, kept outside the
 * tree. It takes the platform package that the npm package `node` would install by a script, so that it
 * works where install scripts are off.
 */
export function nodeBinary(version) {
  if (process.versions.node === version) return process.execPath;
  const home = join(cache, `node-${version}`);
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  const binary = join(home, 'node_modules', name, 'bin', platform === 'win' ? 'node.exe' : 'node');
  if (!existsSync(binary)) install(`${name}@${version}`, home);
  return binary;
}

/** Installs beside its place and moves it there, so that a stopped run leaves nothing half done. */
function install(specifier, home) {
  mkdirSync(dirname(home), { recursive: true });
  const scratch = mkdtempSync(`${home}-`);
  try {
    writeFileSync(join(scratch, 'package.json'), '{ "private": true }\n');
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', specifier], {
      cwd: scratch,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    renameSync(scratch, home);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
