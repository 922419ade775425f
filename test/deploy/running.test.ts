import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith } from '../cli/run-cli.ts';
import { COMMAND_LINES } from './command-lines.ts';
import { started } from './started.ts';

/** The same, in a folder of the test and on a port that is free. */
function inFolder(args: readonly string[], writable: string, folder: string): string[] {
  return args.map((arg) => {
    if (/^[\d.]+:\d+$/.test(arg)) return arg.replace(/^.*:\d+$/, '127.0.0.1:0');
    if (arg.endsWith('/token')) return join(folder, 'token');
    return arg.replace(/^\$\{(\w+)\}/, '$$$1').replace(writable, () => folder);
  });
}

const CASES = COMMAND_LINES.map((line) => [line.file, line] as const);

describe('what is deployed', () => {
  it.each(CASES)('%s: starts, says that it lives and is ready, and ends cleanly', async (_file, line) => {
    const folder = folderWith({ token: 'FAKE-token-of-a-test\n' });
    const receiver = await started(inFolder(line.args, line.writable, folder));
    const status = async (path: string, headers: Record<string, string> = {}) =>
      (await fetch(`${receiver.url}${path}`, { headers })).status;
    expect(await status('/healthz')).toBe(200);
    expect(await status('/readyz')).toBe(200);
    const isGuarded = line.args.includes('--token-file');
    expect(await status('/metrics')).toBe(isGuarded ? 401 : 200);
    expect(await status('/metrics', { authorization: 'Bearer FAKE-token-of-a-test' })).toBe(200);
    expect(await receiver.stop()).toBe(0);
  });
});
