import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { buildCommand } from './child-command.ts';

const children = new Set<ChildProcess>();
afterEach(async () => {
  for (const child of [...children]) {
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
  }
});

/** The command, built like the package, in a folder that is gone after the tests of the file. */
export function builtCommand(): { readonly folder: string; readonly main: string } {
  const command = { folder: '', main: '' };
  beforeAll(async () => {
    command.folder = mkdtempSync(join(tmpdir(), 'assay-otel-serving-'));
    command.main = join(command.folder, 'main.mjs');
    await buildCommand(command.folder);
  });
  afterAll(() => rmSync(command.folder, { recursive: true, force: true }));
  return command;
}

/** A command as a process, with all that it says; it is gone after the test. */
export function running(main: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [main, ...args], { cwd, env: { ...process.env, ...env } });
  children.add(child);
  const said = { stdout: '', stderr: '' };
  const { stdout, stderr } = child;
  stdout.setEncoding('utf8').on('data', (text) => {
    said.stdout += text;
  });
  stderr.setEncoding('utf8').on('data', (text) => {
    said.stderr += text;
  });
  const ended = new Promise<number | string | null>((resolve) => {
    child.once('close', (code, signal) => {
      children.delete(child);
      resolve(code ?? signal);
    });
  });
  return { child, said, ended };
}

/** `assay-otel serve`, once it listens. */
export async function serving(main: string, args: readonly string[], cwd: string) {
  const one = running(main, ['serve', ...args], cwd);
  const url = await new Promise<string>((resolve, reject) => {
    one.child.stderr.on('data', () => {
      const found = /listening on (\S+)/.exec(one.said.stderr)?.[1];
      if (found !== undefined) resolve(found);
    });
    void one.ended.then(() => reject(new Error(`Expected it to listen, got ${one.said.stderr}`)));
  });
  return { ...one, url };
}
