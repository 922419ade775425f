// The archive as npm would publish it, read by publint and by "are the types wrong?".
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const folder = mkdtempSync(join(tmpdir(), 'assay-otel-pack-'));
try {
  const archive = execFileSync(process.execPath, ['scripts/pack.mjs', folder], { encoding: 'utf8' }).trim();
  const publint = run('node_modules/publint/src/cli.js', archive, '--strict');
  const attw = run('node_modules/@arethetypeswrong/cli/dist/index.js', archive);
  if (!publint || !attw) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function run(...args) {
  return spawnSync(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
}
