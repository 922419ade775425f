import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isIsolated, isolated } from './isolated.ts';

let base: string;
let inside: string;
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'assay-otel-isolated-'));
  inside = join(base, 'inside');
  mkdirSync(inside);
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** What a program says that is started as a server is. */
function run(code: string): string {
  const { command, args, env, cwd } = isolated([process.execPath, '-e', code], {}, inside);
  const { stdout, stderr } = spawnSync(command, args, { env, cwd, encoding: 'utf8' });
  return stdout.trim() || stderr;
}

describe.skipIf(!isIsolated)('a server that is tried', () => {
  it('reaches nothing, not even what listens on this machine', async () => {
    const listener = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => listener.once('listening', resolve));
    const { port } = listener.address() as { port: number };
    // The child runs while this process waits for it: a connection would be taken by the system.
    const said = run(
      `require('node:net').connect(${port}, '127.0.0.1').on('connect', () => console.log('connected')).on('error', ({ code }) => console.log(code))`,
    );
    expect(said).toMatch(/^E(CONNREFUSED|NETUNREACH)$/);
    await new Promise((resolve) => listener.close(resolve));
  });

  it('writes to its own folder alone', () => {
    const write = (path: string) =>
      run(
        `try { require('node:fs').writeFileSync(${JSON.stringify(path)}, 'x'); console.log('written') } catch ({ code }) { console.log(code) }`,
      );
    expect(write('here')).toBe('written');
    expect(readdirSync(inside).sort()).toEqual(['here', 'home', 'tmp']);
    expect(write(join(base, 'there'))).toBe('EROFS');
    expect(write(join(process.cwd(), 'there'))).toBe('EROFS');
  });

  it('sees no process but its own', () => {
    expect(
      run(
        `try { process.kill(${process.pid}, 0); console.log('seen') } catch ({ code }) { console.log(code) }`,
      ),
    ).toBe('ESRCH');
  });
});

it('gets nothing of this process but the path', () => {
  expect(Object.keys(isolated(['true'], { OWN: '1' }, inside).env)).toEqual(
    expect.arrayContaining(['PATH', 'HOME', 'TMPDIR', 'OWN']),
  );
  expect(isolated(['true'], {}, inside).env.HOME).toBe(join(inside, 'home'));
});
