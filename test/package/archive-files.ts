import { execFileSync } from 'node:child_process';
import { inject } from 'vitest';

/** Paths in the packed package, as below its folder in `node_modules`. */
export function archiveFiles(): readonly string[] {
  return tar('-tzf', inject('archive'))
    .trim()
    .split('\n')
    .map((path) => path.replace(/^package\//, ''));
}

export function archiveText(path: string): string {
  return tar('-xzOf', inject('archive'), `package/${path}`);
}

function tar(...args: string[]): string {
  return execFileSync('tar', args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
}
