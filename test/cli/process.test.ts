import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VERSION } from '../../src/version.ts';
import { TRACE } from '../span/otlp/documents.ts';
import { callSpan, line } from './call-spans.ts';
import { buildCommand, startCommand } from './child-command.ts';
import { callLine, emissionsIn, tickLine } from './timed-spans.ts';

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-otel-process-'));
  await buildCommand(folder);
  writeFileSync(join(folder, 'traces.jsonl'), line([callSpan()]));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = (...args: readonly string[]) => startCommand(folder, ...args);

async function finish(child: ChildProcess, input = '') {
  const { stdin, stdout, stderr } = child;
  if (stdin === null || stdout === null || stderr === null) throw new Error('Expected pipes');
  stdin.on('error', () => {});
  stdin.end(input);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, err, code] = await Promise.all([text(stdout), text(stderr), ended]);
  return { code, stdout: out, stderr: err };
}

describe('the process', () => {
  it('reads a file and stdin', async () => {
    const fromFile = await finish(start('surface', 'traces.jsonl'));
    expect(fromFile).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(fromFile.stdout).run_id).toBe(TRACE);
    expect(await finish(start('surface', '-'), line([callSpan()]))).toEqual(fromFile);
  });

  it('says its version', async () => {
    expect(await finish(start('--version'))).toEqual({ code: 0, stdout: `${VERSION}\n`, stderr: '' });
  });

  it('teaches with its help', async () => {
    const help = await finish(start('--help'));
    expect(help).toMatchObject({ code: 0, stderr: '' });
    expect(help.stdout).toContain('assay-otel surface traces.jsonl');
    for (const command of ['surface', 'health', 'merge', 'validate']) {
      const { stdout } = await finish(start(command, '--help'));
      expect(stdout).toContain('Examples:');
      expect(stdout).toContain('Exit codes:');
    }
  });

  it('exits 1 and 2 as its help says', async () => {
    expect(await finish(start('surface', 'traces.jsonl', 'missing'))).toMatchObject({ code: 1 });
    expect(await finish(start('surface', 'missing'))).toMatchObject({ code: 2, stdout: '' });
    expect(await finish(start('surface'))).toMatchObject({ code: 2, stdout: '' });
  });

  it('writes a run while its input goes on', async () => {
    const child = start('surface', '-', '--idle', '2s');
    const { stdin, stdout } = child;
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    if (stdin === null || stdout === null) throw new Error('Expected pipes');
    const lines = stdout.setEncoding('utf8')[Symbol.asyncIterator]();
    stdin.write(callLine(1, 0) + callLine(2, 1) + tickLine(2));
    expect(emissionsIn((await lines.next()).value)).toMatchObject([{ run: 1, closedBy: 'idle' }]);
    stdin.end();
    expect(emissionsIn((await lines.next()).value)).toMatchObject([{ run: 2, closedBy: 'end_of_input' }]);
    expect(await ended).toBe(0);
  });

  it('ends in silence where its reader has gone', async () => {
    const many = Array.from({ length: 3000 }, (_, index) =>
      line([callSpan({ traceId: (index + 1).toString(16).padStart(32, '0') })]),
    ).join('');
    const child = start('surface', '-');
    child.stdout?.once('data', () => child.stdout?.destroy());
    const { stdin, stderr } = child;
    stdin?.end(many);
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    if (stderr === null) throw new Error('Expected pipes');
    expect([await text(stderr), await ended]).toEqual(['', 0]);
  });

  it('survives a closed stderr', async () => {
    const child = start('surface', '-');
    child.stderr?.destroy();
    child.stdin?.end(`${'x\n'.repeat(5000)}${line([callSpan()])}`);
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    if (child.stdout === null) throw new Error('Expected pipes');
    expect(JSON.parse(await text(child.stdout)).run_id).toBe(TRACE);
    expect(await ended).toBe(1);
  });
});
