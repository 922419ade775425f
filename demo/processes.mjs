// Child processes of the demo: an environment of their own, their stderr kept in a file.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { getDefaultEnvironment } from '@modelcontextprotocol/sdk/client/stdio.js';

/**
 * Starts a script with nothing of this process's environment but what a program needs to run. Gives its first
 * line of output, its end (the exit code), and a way to end its stdin, at which servers stop.
 */
export function start(script, { args = [], env = {}, log }) {
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...getDefaultEnvironment(), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stderr.pipe(createWriteStream(log));
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, 'close').then(([code]) => code);
  const firstLine = once(lines, 'line').then(([line]) => line);
  return {
    firstLine: Promise.race([
      firstLine,
      ended.then((code) => Promise.reject(new Error(`${script} ended with ${code} and said nothing; see ${log}`))),
    ]),
    ended,
    stop() {
      child.stdin.end();
      return ended;
    },
  };
}

/** Runs the command line to its end and gives its exit code; what it says on stderr is kept. */
export async function runCommand(command, args, { cwd, log }) {
  const child = spawn(process.execPath, [command, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stderr.pipe(createWriteStream(log));
  child.stdout.resume();
  const [code] = await once(child, 'close');
  return code;
}
