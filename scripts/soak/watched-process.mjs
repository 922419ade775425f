// A program under watch, as a child process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const WATCHED = fileURLToPath(new URL('watched.mjs', import.meta.url));

/** Starts it; `state()` asks for heap and handles, `ended` is `[code, signal]`. */
export function watchedProcess(file, args, nodeOptions = []) {
  const options = ['--expose-gc', '--import', WATCHED, ...nodeOptions];
  const child = spawn(process.execPath, [...options, file, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const ended = once(child, 'close');
  const errors = [];
  child.stderr.on('data', (data) => errors.push(String(data)));
  return {
    child,
    ended,
    /** What it said on stderr. */
    said: () => errors.join(''),
    async state() {
      const answer = once(child, 'message');
      child.send('state');
      const [{ state }] = await Promise.race([answer, ended.then(gone)]);
      return state;
    },
  };
}

function gone([code, signal]) {
  throw new Error(`Expected the process to go on, but it ended with ${signal ?? code}`);
}
