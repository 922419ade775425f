import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect } from 'vitest';
import type { GapCase } from './gap-case.ts';
import { receive } from './receiver.ts';

/** The child as one module: nothing else runs TypeScript in every supported Node. */
async function bundled(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./killed-agent.ts', import.meta.url))],
    write: false,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  });
  return outputFiles[0]?.text ?? '';
}

let program: Promise<string> | undefined;

/** Runs the agent until it is in its second call, and then kills it, or lets the call return. */
const agentThat = (mode: 'root-ended' | 'root-open') => async (isKilled: boolean) => {
  program ??= bundled();
  const receiver = await receive();
  const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '-', receiver.url, mode], {
    env: { OTEL_METRICS_EXPORTER: 'none', OTEL_LOGS_EXPORTER: 'none' },
    stdio: ['pipe', 'inherit', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  child.stdin?.end(await program);
  // One that ends before it is in the call has failed, and what it left says so.
  await Promise.race([once(child, 'message'), exited]);
  if (isKilled) child.kill('SIGKILL');
  else child.send('return');
  expect(await exited).toEqual(isKilled ? [null, 'SIGKILL'] : [0, null]);
  await receiver.close();
  return receiver.bodies;
};

/** A process that dies in the middle of a call. */
export const DEATHS: readonly GapCase[] = [
  {
    code: 'checkpoint_missing',
    cause: 'the process is killed in the middle of a call',
    gaps: ['checkpoint_missing', 'root_not_observed'],
    state: 'unknown',
    calls: 2,
    run: agentThat('root-open'),
  },
  {
    code: 'not_final',
    cause: 'the process is killed in the middle of a call that outlasts its root',
    gaps: ['not_final open 2-2', 'sequence_gap missing 2-2'],
    calls: 2,
    run: agentThat('root-ended'),
  },
];
