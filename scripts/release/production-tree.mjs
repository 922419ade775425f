import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes into `folder` what the lock file of `root` says of runtime dependencies, and nothing else: npm leaves out
 * (`npm sbom --omit dev`) what a development dependency asks for too. Gives their `name@version`, sorted.
 */
export function productionTree(root, folder) {
  const { name, version, license, description, dependencies = {} } = read(root, 'package.json');
  const lock = read(root, 'package-lock.json');
  const manifest = { name, version, license, description, dependencies };
  const runtime = Object.entries(lock.packages).filter(
    ([path, { dev, devOptional, peer }]) => path !== '' && !dev && !devOptional && !peer,
  );
  write(folder, 'package.json', manifest);
  write(folder, 'package-lock.json', {
    ...lock,
    packages: { '': manifest, ...Object.fromEntries(runtime) },
  });
  return runtime.map(([path, entry]) => `${path.split('node_modules/').at(-1)}@${entry.version}`).sort();
}

function read(root, file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8'));
}

function write(folder, file, content) {
  writeFileSync(join(folder, file), `${JSON.stringify(content, null, 2)}\n`);
}
