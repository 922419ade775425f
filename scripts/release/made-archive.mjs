import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Packs what is committed at HEAD of `root`, from a clone of its own in `folder`, so that nothing gets in that is not
 * committed. `between` runs in the clone once its packages are installed. Gives the archive's path and its files.
 */
export function madeArchive(root, folder, between) {
  const tree = join(folder, 'tree');
  run('git', ['clone', '--quiet', '--no-hardlinks', root, tree], root);
  // The lock file decides; no package gets to run a script of its own.
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], tree);
  between?.(tree);
  run('npm', ['run', 'build'], tree);
  const archives = join(folder, 'archive');
  mkdirSync(archives);
  const [{ filename, files }] = JSON.parse(
    execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', archives], {
      cwd: tree,
      encoding: 'utf8',
    }),
  );
  return { path: join(archives, filename), files: files.map(({ path }) => path), tree };
}

/** Shows the command's output only where it fails. */
export function run(command, args, cwd) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 30 });
  if (status === 0) return stdout;
  console.error(`${stdout ?? ''}${stderr ?? ''}`.slice(-20_000));
  throw new Error(`Expected \`${[command, ...args].join(' ')}\` to succeed, got ${status ?? 'no status'}`);
}
