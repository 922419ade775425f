import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { cli } from '../cli/run-cli.ts';
import { builtCommand, serving } from '../cli/serving-process.ts';
import { CANARY, runAgents } from './agents.ts';
import { freeAddresses } from './free-address.ts';
import { spanFullOf } from './raw-spans.ts';
import { startCollector } from './running-collector.ts';
import { send } from './send.ts';
import { until } from './until.ts';

const command = builtCommand();
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-otel-receiver-'));
  folders.push(folder);
  return folder;
}

/** Surface, health and index of every run, as the files have them. */
function documentsIn(folder: string): Record<string, string> {
  const names = readdirSync(folder).filter((name) => /\.(surface|health|index)\.json$/.test(name));
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

async function documentsOf(bodies: readonly string[]): Promise<Record<string, string>> {
  const out = join(newFolder(), 'direct');
  const { code, stderr } = await cli(['surface', '-', '--out', out], {
    stdin: bodies.map((body) => `${body}\n`),
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return documentsIn(out);
}

const serve = (folder: string, listen: string) =>
  serving(command.main, ['--listen', listen, '--out', 'surfaces', '--data', 'data', '--grace', '1h'], folder);

async function runsAt(url: string): Promise<number> {
  const response = await fetch(`${url}/metrics`);
  const [, spans = '0'] =
    /^assay_[a-z_]*items_total\{[^}]*outcome="accepted"[^}]*\} (\d+)/m.exec(await response.text()) ?? [];
  return Number(spans);
}

describe('agent → gateway.yaml → assay-otel serve', () => {
  it('makes the same documents as of what the agent sent, and nothing of what was secret', async () => {
    const folder = newFolder();
    const [listen = ''] = await freeAddresses(1);
    const receiver = await serve(folder, listen);
    const gateway = await startCollector('gateway.yaml', { ASSAY_RECEIVER_URL: receiver.url });
    const direct = await runAgents(gateway.url);
    const expected = await documentsOf(direct);
    // What of the file branch has been written is on its way to the receiver too: it stops when it is asked to.
    await gateway.stop();
    receiver.child.kill('SIGTERM');
    expect(await receiver.ended).toBe(0);
    expect(documentsIn(join(folder, 'surfaces'))).toEqual(expected);
    const all = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
    expect(all.join('') + receiver.said.stderr + gateway.log()).not.toContain(CANARY);
  });

  it('and where the receiver is killed under load and started again on its data', async () => {
    const folder = newFolder();
    const [listen = ''] = await freeAddresses(1);
    const gateway = await startCollector('gateway.yaml', { ASSAY_RECEIVER_URL: `http://${listen}` });
    const direct = await runAgents(gateway.url);
    const expected = await documentsOf(direct);
    const first = await serve(folder, listen);
    await until('something at the receiver', async () => (await runsAt(first.url)) > 0);
    first.child.kill('SIGKILL');
    await first.ended;
    await send(gateway.url, spanFullOf('late', 'elsewhere'));
    const again = await serve(folder, listen);
    await until('all at the receiver', async () => {
      const response = await fetch(`${again.url}/runs`);
      const text = await response.text();
      return Object.keys(expected).every((name) => text.includes(name.replace(/\.[a-z]+\.json$/, '')));
    });
    await gateway.stop();
    again.child.kill('SIGTERM');
    expect(await again.ended).toBe(0);
    expect(documentsIn(join(folder, 'surfaces'))).toMatchObject(expected);
  });
});
