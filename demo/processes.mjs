// Child processes of the demo: an environment of their own, their stderr in a file.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { getDefaultEnvironment } from '@modelcontextprotocol/sdk/client/stdio.js';

/**
 * Starts a script with nothing of this process's environment but what any program needs. Gives its lines of
 * output one by one, its exit code, and a way to end its stdin, at which servers stop.
 */
export function start(script, { env, log }) {
  const child = launch([script], { env: { ...getDefaultEnvironment(), ...env } }, ['pipe', 'pipe'], log);
  const ended = once(child, 'close').then(([code]) => code);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const endedEarly = async () => {
    throw new Error(`${script} ended too early, with code ${await ended}; see ${log}`);
  };
  return {
    ended,
    /** Its next line of output. */
    async line() {
      const { value, done } = await lines.next();
      return done ? endedEarly() : value;
    },
    /** Waits for something that must come while it lives. */
    meanwhile: (event) => Promise.race([event, ended.then(endedEarly)]),
    stop() {
      child.stdin.end();
      return ended;
    },
  };
}

/** Runs a script to its end and gives its exit code. */
export async function run(script, args, { cwd, log }) {
  const child = launch([script, ...args], { cwd }, ['ignore', 'ignore'], log);
  const [code] = await once(child, 'close');
  return code;
}

/** Runs a script to its end and gives what it printed; throws where it did not exit with 0. */
export async function read(script, args, { cwd, log }) {
  const child = launch([script, ...args], { cwd }, ['ignore', 'pipe'], log);
  child.stdout.setEncoding('utf8');
  const closed = once(child, 'close');
  let text = '';
  for await (const piece of child.stdout) text += piece;
  const [code] = await closed;
  if (code !== 0) throw new Error(`${args[0]} ended with code ${code}; see ${log}`);
  return text;
}

function launch(args, options, stdio, log) {
  const stderr = openSync(log, 'w');
  const child = spawn(process.execPath, args, { ...options, stdio: [...stdio, stderr] });
  closeSync(stderr);
  return child;
}
