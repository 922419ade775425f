import { type ChildProcess, spawn } from 'node:child_process';
import { afterAll } from 'vitest';

/** A program that runs beside the test. */
export interface Child {
  /** What it printed so far. */
  log(): string;
  /** Asks it to stop, as an operator would, and waits until it has. */
  stop(): Promise<void>;
  /** Ends it as a machine that fails would. */
  kill(): Promise<void>;
}

interface Program {
  readonly path: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** It is ready when it has printed this. */
  readonly ready: string;
}

const STOP_MS = 20_000;
const running = new Set<ChildProcess>();
const kill = (): void => {
  for (const child of running) child.kill('SIGKILL');
};
// A test that fails, a worker that ends: nothing is left behind.
afterAll(kill);
process.once('exit', kill);

/** Starts a program and waits until it says that it is ready. */
export async function start({ path, args, cwd, env, ready }: Program): Promise<Child> {
  const child = spawn(path, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  let log = '';
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      running.delete(child);
      resolve();
    });
  });
  await new Promise<void>((resolve, reject) => {
    const read = (piece: Buffer): void => {
      log += piece.toString();
      if (log.includes(ready)) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    child.once('close', (code) =>
      reject(new Error(`Expected ${path} to run, it ended with ${code}:\n${log}`)),
    );
  });
  return {
    log: () => log,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    async stop() {
      child.kill('SIGINT');
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await ended;
      clearTimeout(late);
    },
  };
}
