import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderWith } from '../cli/run-cli.ts';

export interface ScriptRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** What the script told the steps after it. */
  readonly outputs: string;
  readonly summary: string;
  /** Files that it left where temporary ones go. */
  readonly left: readonly string[];
}

/** What stands in a summary already, where a runner has one for all steps. */
export const EARLIER = 'of an earlier step\n';

/** Runs a script as the runner runs a step with `shell: bash`, in a process of its own. */
export function runScript(
  script: string,
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): ScriptRun {
  const folder = folderWith({ script, outputs: '', summary: EARLIER });
  const at = (name: string) => join(folder, name);
  mkdirSync(at('tmp'));
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['--noprofile', '--norc', '-e', '-o', 'pipefail', at('script')],
    {
      cwd,
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        TMPDIR: at('tmp'),
        GITHUB_OUTPUT: at('outputs'),
        GITHUB_STEP_SUMMARY: at('summary'),
        ...env,
      },
    },
  );
  const read = (name: string) => readFileSync(at(name), 'utf8');
  const written = { outputs: read('outputs'), summary: read('summary'), left: readdirSync(at('tmp')) };
  return { code: status, stdout, stderr, ...written };
}
