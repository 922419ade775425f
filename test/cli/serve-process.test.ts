import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { rawCanarySpans } from '../serve/canary.ts';
import { until } from '../serve/receiving.ts';
import { otlpSpan } from '../span/otlp/documents.ts';
import { callSpan, line } from './call-spans.ts';
import { asSurfaceMakes, documentsIn } from './documents-in.ts';
import { folderWith } from './run-cli.ts';
import { builtCommand, running, serving } from './serving-process.ts';

const RUNS = 240;
const CALLS = 4;
const BATCH = 8;
const SENDERS = 6;

const command = builtCommand();
const hex = (n: number, digits: number): string => n.toString(16).padStart(digits, '0');

/** The spans of many runs, those of one far apart: no batch holds a whole run. */
function batches(runs: number): string[] {
  const spans: unknown[] = [];
  for (let of = 0; of <= CALLS; of += 1) {
    for (let run = 1; run <= runs; run += 1) {
      const traceId = hex(run, 32);
      const root = hex(run, 16);
      spans.push(
        of === CALLS
          ? otlpSpan({ traceId, spanId: root })
          : callSpan({ traceId, spanId: hex(run * 100 + of, 16), parentSpanId: root }),
      );
    }
  }
  return Array.from({ length: spans.length / BATCH }, (_, n) =>
    line(spans.slice(n * BATCH, (n + 1) * BATCH)),
  );
}

/** Sends each batch until it is acknowledged, and then never again. */
async function sendAll(
  url: string,
  bodies: readonly string[],
  onTaken: (taken: number) => void,
): Promise<void> {
  const left = [...bodies];
  let taken = 0;
  const send = async (): Promise<void> => {
    for (let body = left.shift(); body !== undefined; body = left.shift()) {
      while ((await status(url, body)) !== 200) await setTimeout(20);
      taken += 1;
      onTaken(taken);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, send));
}

async function status(url: string, body: string): Promise<number | undefined> {
  try {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}/v1/traces`, { method: 'POST', body, headers });
    await response.text();
    return response.status;
  } catch {
    return undefined;
  }
}

describe('a receiver that is killed under load and started again', () => {
  it('has lost nothing that it acknowledged, and makes the same bytes', async () => {
    const folder = folderWith();
    const bodies = batches(RUNS);
    const args = ['--out', 'out', '--data', 'data', '--grace', '1s'];
    let one = await serving(command.main, ['--listen', '127.0.0.1:0', ...args], folder);
    const { url } = one;
    const again = ['--listen', new URL(url).host, ...args];
    const kills = [0.3, 0.7].map((part) => Math.floor(bodies.length * part));
    let restarting: Promise<void> = Promise.resolve();
    await sendAll(url, bodies, (taken) => {
      if (!kills.includes(taken)) return;
      one.child.kill('SIGKILL');
      restarting = one.ended.then(async (how) => {
        expect(how).toBe('SIGKILL');
        one = await serving(command.main, again, folder);
      });
    });
    await restarting;
    one.child.kill('SIGTERM');
    expect(await one.ended).toBe(0);
    const expected = await asSurfaceMakes(command.main, folder, bodies);
    expect(Object.keys(expected)).toHaveLength(3 * RUNS);
    expect(documentsIn(join(folder, 'out'))).toEqual(expected);
    // The next one finds nothing to say again.
    const last = await serving(command.main, again, folder);
    last.child.kill('SIGINT');
    expect(await last.ended).toBe(0);
    expect(documentsIn(join(folder, 'out'))).toEqual(expected);
  });
});

describe('a receiver that stands still for long', () => {
  it('keeps its data on its machine, and loses nothing of it', async () => {
    const folder = folderWith();
    const args = ['--listen', '127.0.0.1:0', '--data', 'data'];
    const one = await serving(command.main, args, folder);
    expect(await status(one.url, line([callSpan()]))).toBe(200);
    one.child.kill('SIGSTOP');
    // As if it had not touched it since.
    utimesSync(join(folder, 'data', 'lock'), 1, 1);
    const other = running(command.main, ['serve', ...args], folder);
    expect(await other.ended).toBe(2);
    expect(other.said.stderr).toContain(`process ${one.child.pid} holds`);
    one.child.kill('SIGCONT');
    expect(await status(one.url, line([callSpan({ spanId: 'e'.repeat(16) })]))).toBe(200);
    one.child.kill('SIGTERM');
    expect(await one.ended).toBe(0);
    expect(JSON.parse(one.said.stdout).surface.observed_tool_decisions).toHaveLength(2);
  });
});

describe('a receiver that is killed while it writes', () => {
  it('unites what comes later with what it wrote, and makes the same bytes', async () => {
    const folder = folderWith();
    const out = join(folder, 'out');
    const bodies = batches(80).reverse();
    const args = ['--out', 'out', '--data', 'data', '--idle', '1s', '--grace', '1s'];
    let one = await serving(command.main, ['--listen', '127.0.0.1:0', ...args], folder);
    const { url } = one;
    const again = ['--listen', new URL(url).host, ...args];
    const half = Math.ceil(bodies.length / 2);
    for (let from = 0; from < bodies.length; from += half) {
      await sendAll(url, bodies.slice(from, from + half), () => {});
      const before = writesIn(out);
      await until('it to be writing', () => writesIn(out) > before);
      one.child.kill('SIGKILL');
      await one.ended;
      one = await serving(command.main, again, folder);
    }
    one.child.kill('SIGTERM');
    expect(await one.ended).toBe(0);
    expect(documentsIn(out)).toEqual(await asSurfaceMakes(command.main, folder, bodies));
  });
});

/** How often the files of a folder were written, as far as their revisions tell. */
function writesIn(folder: string): number {
  const names = readdirSync(folder).filter(
    (name) => name.endsWith('.emission.json') && !name.startsWith('.'),
  );
  const revisions = names.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')).revision);
  return revisions.reduce((sum, revision) => sum + revision, 0);
}

describe('a receiver that is stopped', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'by %s under load gives away all that it acknowledged',
    async (signal) => {
      const folder = folderWith();
      const bodies = batches(RUNS);
      const one = await serving(command.main, ['--listen', '127.0.0.1:0'], folder);
      const acknowledged: string[] = [];
      let isStopping = false;
      const senders = Array.from({ length: SENDERS }, async (_, sender) => {
        for (let n = sender; n < bodies.length && !isStopping; n += SENDERS) {
          const body = bodies[n] ?? '';
          if ((await status(one.url, body)) === 200) acknowledged.push(body);
          if (acknowledged.length === 60) {
            isStopping = true;
            one.child.kill(signal);
          }
        }
      });
      await Promise.all(senders);
      expect(await one.ended).toBe(0);
      const spansOf = (body: string): number => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans.length;
      const calls = acknowledged.reduce((sum, body) => sum + spansOf(body), 0);
      const lines = one.said.stdout
        .trimEnd()
        .split('\n')
        .map((text) => JSON.parse(text));
      // All of them are calls: roots come last.
      const written = lines.reduce((sum, { surface }) => sum + surface.observed_tool_decisions.length, 0);
      expect(written).toBe(calls);
      expect(one.said.stderr).toMatch(/listening on .*\n.*stopping: open runs are given away\n.*stopped\n$/s);
    },
  );

  it('by the end of whoever read its lines ends with 2', async () => {
    const folder = folderWith();
    const one = await serving(command.main, ['--listen', '127.0.0.1:0', '--idle', '1s'], folder);
    one.child.stdout.destroy();
    expect(await status(one.url, line([callSpan()]))).toBe(200);
    expect(await one.ended).toBe(2);
    expect(one.said.stderr).toContain('nobody reads the output');
    expect(one.said.stderr).toMatch(/it did not take 1 run; .* lost; with --data/);
  });
});

it('teaches with its help', async () => {
  const { said, ended } = running(command.main, ['serve', '--help'], folderWith());
  expect(await ended).toBe(0);
  for (const title of ['Examples:', 'Addresses:', 'Answers:', 'Stopping:', 'Exit codes:']) {
    expect(said.stdout).toContain(title);
  }
  // As they would be written.
  const defaults = [...said.stdout.replaceAll(/\s+/g, ' ').matchAll(/\(default: ([^)]+)\)/g)];
  const [listen, idle, grace] = defaults.map(([, text]) => text);
  expect([listen, idle, grace]).toEqual(['127.0.0.1:4318', '10m', '5s']);
  expect(said.stdout).not.toContain('isLoopback');
});

describe('what cannot start', () => {
  it.each([
    ['a port that is taken', ['--listen', 'TAKEN'], 'something else listens there'],
    ['an address that is none', ['--listen', '4318'], 'Expected host:port'],
    ['an empty token', ['--token-file', 'empty'], 'to hold one token'],
    ['a token file that is not there', ['--token-file', 'missing'], /`--token-file` .*ENOENT/],
    ['a certificate without a key', ['--tls-cert', 'empty'], 'got no `--tls-key`'],
    ['a certificate that is not there', ['--tls-cert', 'no', '--tls-key', 'empty'], /`--tls-cert` .*ENOENT/],
    ['a key that is not there', ['--tls-cert', 'empty', '--tls-key', 'no'], /`--tls-key` .*ENOENT/],
    ['a certificate that is none', ['--tls-cert', 'empty', '--tls-key', 'key'], /`--tls-cert` .* in PEM/],
    ['a key that is none', ['--tls-cert', 'cert', '--tls-key', 'empty'], /`--tls-key` .* in PEM/],
    ['a pair that is none', ['--tls-cert', 'cert', '--tls-key', 'key'], 'a certificate and its key'],
    [
      'a host that is none',
      ['--listen', 'example.invalid:4318'],
      /on example.invalid:4318, .* no such host .* --listen/,
    ],
    ['one folder for both', ['--data', 'same', '--out', './same/'], 'to be two folders, got one'],
    ['a target with a path of ours', ['--forward', 'http://127.0.0.1:9/v1/traces'], 'leave it off'],
    ['a folder that is a file', ['--data', 'empty'], 'EEXIST'],
    ['an output that is a file', ['--out', 'empty'], 'a file is where a folder should be'],
    [
      'a target with a password',
      ['--forward', 'http://FAKE:FAKE@127.0.0.1'],
      'Expected an http or https URL',
    ],
    ['a limit that is none', ['--max-body', '0'], 'Expected a whole number'],
  ])('says why and ends with 2: %s', async (_, args, expected) => {
    const [cert, key] = ['CERTIFICATE', 'PRIVATE KEY'].map((what) => `-----BEGIN ${what}-----\nFAKE\n`);
    const folder = folderWith({ empty: '', cert: `${cert}`, key: `${key}` });
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const address = taken.address();
    const place = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    const words = ['--listen', '127.0.0.1:0', ...args].map((word) => (word === 'TAKEN' ? place : word));
    const one = running(command.main, ['serve', ...words], folder);
    expect(await one.ended).toBe(2);
    taken.close();
    expect(one.said.stderr).toMatch(expected);
    expect(one.said.stdout).toBe('');
  });

  it('refuses a journal of another version, and says what to do', async () => {
    const folder = folderWith();
    mkdirSync(join(folder, 'data'));
    const json = '{"fact":{},"n":1,"v":99}';
    writeFileSync(
      join(folder, 'data', 'journal-0000000001.log'),
      `${crc32(json).toString(16).padStart(8, '0')} ${json}\n`,
    );
    const one = running(command.main, ['serve', '--listen', '127.0.0.1:0', '--data', 'data'], folder);
    expect(await one.ended).toBe(2);
    expect(one.said.stderr).toMatch(/the journal in data to be of version 1, got version 99 .*--data\n$/);
    expect(readdirSync(join(folder, 'data'))).toEqual(['journal-0000000001.log']);
  });

  it.runIf(existsSync('/proc/self/stat'))('ends also where a folder cannot be made', async () => {
    for (const data of ['/proc/x', '/proc/x/y']) {
      const one = running(command.main, ['serve', '--listen', '127.0.0.1:0', '--data', data], folderWith());
      expect(await one.ended).toBe(2);
      expect(one.said.stderr).toContain('ENOENT');
    }
  });

  it('warns of an address that others reach, and goes on', async () => {
    const folder = folderWith({ token: 'FAKE-token\n' });
    const open = await serving(command.main, ['--listen', '0.0.0.0:0'], folder);
    expect(open.said.stderr).toContain('anybody who reaches this address');
    const held = await serving(command.main, ['--listen', '0.0.0.0:0', '--token-file', 'token'], folder);
    expect(held.said.stderr).not.toContain('anybody');
    expect((await fetch(`${held.url.replace('0.0.0.0', '127.0.0.1')}/runs`)).status).toBe(401);
  });
});

describe('what is kept of an agent that runs nothing of ours', () => {
  it('holds no content in any file, line or log', async () => {
    const folder = folderWith();
    const { canary, document } = rawCanarySpans();
    for (const name of ['out', 'data']) mkdirSync(join(folder, name));
    const one = await serving(
      command.main,
      ['--listen', '127.0.0.1:0', '--out', 'out', '--data', 'data'],
      folder,
    );
    expect(await status(one.url, document)).toBe(200);
    expect(await status(one.url, document.slice(0, -3))).toBe(400);
    one.child.kill('SIGTERM');
    expect(await one.ended).toBe(0);
    const files = ['out', 'data'].flatMap((name) =>
      readdirSync(join(folder, name)).map((file) => readFileSync(join(folder, name, file), 'utf8')),
    );
    expect(files.length).toBeGreaterThan(5);
    expect([...files, one.said.stdout, one.said.stderr].join()).not.toContain(canary);
  });
});
