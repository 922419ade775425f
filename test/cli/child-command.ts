/** The command as a process of its own, built like the package. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'esbuild';

const ROOT = new URL('../../', import.meta.url).pathname;

/** Builds the command into this folder. */
export async function buildCommand(folder: string): Promise<void> {
  await build({
    entryPoints: [join(ROOT, 'src/cli/main.ts')],
    outfile: join(folder, 'main.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    // commander is CommonJS and asks for built-ins at run time.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire('/');" },
    logLevel: 'warning',
  });
}

/** Runs the command that was built into this folder, there. */
export function startCommand(folder: string, ...args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [join(folder, 'main.mjs'), ...args], { cwd: folder });
}
