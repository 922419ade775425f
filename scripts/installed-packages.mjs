import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'assay-otel');

/** A `node_modules` with packages of exact versions, kept outside of the tree: what two suites need in two versions. */
export function installedPackages(...specifiers) {
  const home = join(cache, `packages-${specifiers.join('-').replaceAll(/[^\w.@-]/g, '-')}`);
  if (!existsSync(home)) install(specifiers, home);
  return join(home, 'node_modules');
}

/** Installs beside its place and moves it there, so that a stopped run leaves nothing half done. */
function install(specifiers, home) {
  mkdirSync(dirname(home), { recursive: true });
  const scratch = mkdtempSync(`${home}-`);
  try {
    writeFileSync(join(scratch, 'package.json'), '{ "private": true }\n');
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', '--save-exact', ...specifiers], {
      cwd: scratch,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    renameSync(scratch, home);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
