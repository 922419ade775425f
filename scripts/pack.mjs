// node scripts/pack.mjs FOLDER: packs the package as built into FOLDER (empty) and prints the archive's path.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';

const folder = resolve(argv[2]);
// Without scripts: `prepack` would build again.
execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  stdio: ['ignore', 'ignore', 'inherit'],
});
console.log(join(folder, ...readdirSync(folder).filter((name) => name.endsWith('.tgz'))));
