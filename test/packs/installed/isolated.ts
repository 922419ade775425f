import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** How a server is started so that it reaches nothing. */
export interface Start {
  readonly command: string;
  readonly args: string[];
  readonly env: Record<string, string>;
  readonly cwd: string;
}

/** A network of its own with loopback alone, no process but its own, and only its folder to write to. */
const NAMESPACES = ['-r', '-n', '-m', '-p', '--fork', '--kill-child', '--mount-proc'];
const CLOSED = 'mount --bind "$0" "$0" && mount -o remount,bind,ro / && cd "$0" && exec "$@"';

/** Whether such namespaces can be had here. */
export const isIsolated =
  spawnSync('unshare', [...NAMESPACES, 'sh', '-c', CLOSED, process.cwd(), 'true']).status === 0;

/** A port on which nothing listens. */
const NOWHERE = 'http://127.0.0.1:9';

/**
 * `folder` is all that the server may write to: it is home and temporary folder too. Where there are no namespaces,
 * proxies keep what obeys them on this machine.
 */
export function isolated(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  folder: string,
): Start {
  const home = join(folder, 'home');
  const temporary = join(folder, 'tmp');
  for (const made of [home, temporary]) mkdirSync(made, { recursive: true });
  const [program = '', ...args] = command;
  return {
    ...(isIsolated
      ? { command: 'unshare', args: [...NAMESPACES, 'sh', '-c', CLOSED, folder, ...command] }
      : { command: program, args }),
    cwd: folder,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: home,
      TMPDIR: temporary,
      NO_COLOR: '1',
      ...(!isIsolated && { HTTP_PROXY: NOWHERE, HTTPS_PROXY: NOWHERE, ALL_PROXY: NOWHERE }),
      ...env,
    },
  };
}
