import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runtimeBinary } from '../../scripts/runtime-binary.mjs';
import { type InstalledProject, installedProject } from '../package/installed-project.ts';

const SECRET = 'planted-5ec2e7';
const WORKER = `import './edge-program.mjs';
export default {
  async fetch() { return new Response(await globalThis.run('${SECRET}', true)); },
};
`;
const CONFIG = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "worker", esModule = embed "worker.mjs")],
    compatibilityDate = "2026-11-01"
  ))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
);
`;

const binary = runtimeBinary('workerd');

describe.skipIf(binary === undefined)('workerd', () => {
  let project: InstalledProject;
  let worker: ChildProcess;
  let port: number;
  beforeAll(async () => {
    project = installedProject(['@opentelemetry/api@1.9.1', '@opentelemetry/sdk-trace-base@2.12.1']);
    project.write('edge-program.mjs', readFileSync(new URL('edge-program.mjs', import.meta.url), 'utf8'));
    project.write('entry.mjs', WORKER);
    project.write('config.capnp', CONFIG);
    await build({
      entryPoints: [join(project.folder, 'entry.mjs')],
      outfile: join(project.folder, 'worker.mjs'),
      bundle: true,
      format: 'esm',
      platform: 'browser',
      logLevel: 'warning',
    });
    port = await freePort();
    worker = spawn(binary ?? '', ['serve', 'config.capnp', `--socket-addr=http=127.0.0.1:${port}`], {
      cwd: project.folder,
      stdio: 'ignore',
    });
  });
  afterAll(async () => {
    if (worker?.kill('SIGKILL')) await once(worker, 'exit');
    project?.remove();
  });

  it('writes the record of a span whose parent is named, lets no secret out and claims no absence', async () => {
    const text = await answerOf(`http://127.0.0.1:${port}/`);
    expect(text).not.toContain(SECRET);
    const { spans, runs } = JSON.parse(text);
    const events = spans.flatMap((span: { events: { name: string; attributes: object }[] }) => span.events);
    const [decision] = events.filter(({ name }: { name: string }) => name === 'assay.tool_decision');
    expect(JSON.parse(decision.attributes['assay.record'])).toMatchObject({
      action: { target: { owner: 'acme', repo: 'site' } },
      response: { status: 'success' },
    });
    expect(runs).toHaveLength(1);
    expect(runs[0].health.claims).toMatchObject({ no_tool_use: 'blocked', observed_calls: 'allowed' });
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** As soon as it listens. */
async function answerOf(url: string): Promise<string> {
  for (;;) {
    try {
      return await (await fetch(url)).text();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
