// node scripts/examples/lock.mjs [EXAMPLE...]: brings the lock files of examples up to date after the dependencies of this
// package, or of examples/scenario, have changed. npm looks at them again only where the lock file does not have them.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';

const examples = fileURLToPath(new URL('../../examples/', import.meta.url));
const all = readdirSync(examples).filter((name) => existsSync(join(examples, name, 'expected.json')));
const named = argv.slice(2);

for (const name of named.length > 0 ? named : all) {
  const file = join(examples, name, 'package-lock.json');
  if (existsSync(file)) {
    const lock = JSON.parse(readFileSync(file, 'utf8'));
    for (const [path, { resolved = '' }] of Object.entries(lock.packages)) {
      if (resolved.startsWith('file:')) delete lock.packages[path];
    }
    writeFileSync(file, `${JSON.stringify(lock, undefined, 2)}\n`);
  }
  execFileSync('npm', ['install', '--package-lock-only', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: join(examples, name),
    stdio: 'inherit',
  });
}
