// The programs of the chain: built where they are not yet, started on free ports, waited for.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { paths } from './paths.mjs';

const LONGEST_WAIT_MS = 30_000;

/** What a build script prints: a path. */
export function built(script) {
  const file = join(paths.root, 'scripts/peers', script);
  return execFileSync(process.execPath, [file], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim();
}

/** Starts a program with its output in a log, and gives how to stop it. */
export async function launched(name, program, args, env) {
  const log = openSync(paths.log(name), 'w');
  const child = spawn(program, args, { env, stdio: ['ignore', log, log] });
  closeSync(log);
  await once(child, 'spawn');
  const ended = once(child, 'close');
  return async () => {
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), 5_000);
    await ended;
    clearTimeout(late);
  };
}

/** Waits until a URL answers with success. */
export async function answering(url) {
  await until(`${url} to answer`, async () =>
    (await fetch(url).catch(() => undefined))?.ok ? true : undefined,
  );
}

/** What `look` gives as soon as it gives something. */
export async function until(what, look) {
  const deadline = performance.now() + LONGEST_WAIT_MS;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new Error(`Expected ${what} within 30 s; see demo-output/logs`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Addresses on 127.0.0.1 at which nothing listens. */
export async function freePorts(count) {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const addresses = servers.map((server) => `127.0.0.1:${server.address().port}`);
  await Promise.all(
    servers.map((server) => {
      server.close();
      return once(server, 'close');
    }),
  );
  return addresses;
}
