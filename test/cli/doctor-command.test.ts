import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CONTENT, PROBE } from '../../src/cli/doctor-probe.ts';
import { cli, folderWith } from './run-cli.ts';

interface Check {
  readonly id: string;
  readonly state: string;
  readonly says: string;
  readonly mend?: string;
}

let receiver: Server;
let status = 200;
let received: Buffer[] = [];
beforeAll(async () => {
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push(Buffer.concat(chunks));
      response.writeHead(status).end();
    });
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
});
afterAll(() => receiver.close());

const set = new Set<string>();
afterEach(() => {
  for (const name of set) delete process.env[name];
  set.clear();
  received = [];
  status = 200;
});

const endpoint = () => `http://user:FAKE-password@127.0.0.1:${(receiver.address() as AddressInfo).port}`;

/** The exporters read the process's own environment. */
async function doctor(
  env: Readonly<Record<string, string>>,
  args: readonly string[] = ['--format', 'json'],
  cwd?: string,
) {
  const all = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint(), OTEL_EXPORTER_OTLP_TIMEOUT: '500', ...env };
  for (const [name, value] of Object.entries(all)) {
    process.env[name] = value;
    set.add(name);
  }
  return cli(['doctor', ...args], { env: all, ...(cwd !== undefined && { cwd }) });
}

async function checks(env: Readonly<Record<string, string>>, cwd?: string) {
  const { code, stdout, stderr } = await doctor(env, undefined, cwd);
  expect(stderr).toBe('');
  const { ok, checks: all } = JSON.parse(stdout) as { ok: boolean; checks: Check[] };
  expect(code).toBe(ok ? 0 : 1);
  const of = (id: string, state?: string) =>
    all.filter((check) => check.id === id && (state === undefined || check.state === state));
  return { ok, all, of };
}

describe('assay-otel doctor', () => {
  it('is content with a receiver that takes the probe, which is known as one and holds no content', async () => {
    const { ok, of } = await checks({ OTEL_SERVICE_NAME: 'agent' });
    expect(ok).toBe(true);
    for (const id of ['packages', 'configuration', 'probe', 'export', 'record', 'scrub', 'coverage']) {
      expect(of(id).map(({ state }) => state)).toEqual(['ok']);
    }
    const bytes = Buffer.concat(received).toString('latin1');
    expect(bytes).toContain(PROBE.service);
    expect(bytes).toContain(PROBE.tool);
    expect(bytes).toContain('assay.tool_decision');
    expect(bytes).not.toContain(CONTENT);
  });

  it.each([
    [401, 'OTEL_EXPORTER_OTLP_HEADERS'],
    [404, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'],
    [400, 'OTEL_EXPORTER_OTLP_PROTOCOL'],
    [413, 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE'],
  ])('says what HTTP status %i means, and how to mend it', async (code, named) => {
    status = code;
    const { ok, of } = await checks({});
    expect(ok).toBe(false);
    const [found] = of('export', 'problem');
    expect(found?.says).toContain(`(${code})`);
    expect(found?.mend).toContain(named);
  });

  it('finds that nothing listens, and shows no credential of the address', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const { port } = free.address() as AddressInfo;
    free.close();
    const { of, all } = await checks({
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://u:FAKE-password@127.0.0.1:${port}`,
    });
    expect(of('export', 'problem')[0]?.says).toContain(`http://127.0.0.1:${port}: nothing listens there`);
    expect(JSON.stringify(all)).not.toContain('FAKE-password');
  });

  it.each([
    [
      'every wrong option at once',
      { ASSAY_SCRUB: 'some', ASSAY_FORWARD: 'none' },
      ['ASSAY_SCRUB', 'ASSAY_FORWARD'],
    ],
    ['a switch that is off', { OTEL_SDK_DISABLED: 'true' }, ['OTEL_SDK_DISABLED']],
    ['no way out at all', { OTEL_TRACES_EXPORTER: 'none' }, ['ASSAY_SURFACES_DIR']],
    ['an exporter that nobody knows', { OTEL_TRACES_EXPORTER: 'otpl' }, ['names no exporter that is known']],
  ])('finds %s', async (_name, env, named) => {
    const { ok, all } = await checks(env);
    expect(ok).toBe(false);
    const problems = all.filter(({ state }) => state === 'problem');
    expect(problems).toHaveLength(named.length);
    for (const name of named) expect(JSON.stringify(problems)).toContain(name);
  });

  it('writes no documents of the probe, and prints no span of it', async () => {
    const folder = folderWith();
    const { ok, of } = await checks({
      OTEL_TRACES_EXPORTER: 'console',
      ASSAY_SURFACES_DIR: `${folder}/surfaces`,
    });
    expect(ok).toBe(true);
    expect(of('documents')).toHaveLength(1);
    expect(existsSync(`${folder}/surfaces`)).toBe(false);
  });

  it('says that content leaves where that is asked for', async () => {
    const { ok, of } = await checks({ ASSAY_SCRUB: 'off' });
    expect(ok).toBe(true);
    expect(of('scrub', 'note')).toHaveLength(1);
    expect(Buffer.concat(received).toString('latin1')).toContain(CONTENT);
  });

  it('finds a key that is allowed and holds content', async () => {
    const { of } = await checks({ ASSAY_ALLOW_ATTRIBUTES: 'gen_ai.tool.call.arguments' });
    expect(of('scrub', 'problem')).toHaveLength(1);
  });

  it('says what is taken from others who read the span', async () => {
    const { of } = await checks({});
    expect(of('taken')[0]?.says).toContain('gen_ai.tool.call.arguments');
  });

  it.each(['always_off', 'traceidratio'])('shows the coverage under the sampler %s', async (sampler) => {
    const { of } = await checks({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: '0' });
    expect(of('coverage').map(({ state }) => state)).toEqual(['ok']);
  });

  it('reads the configuration file of its directory', async () => {
    const folder = folderWith({ 'assay-otel.config.yaml': 'scrub: none\n' });
    const { of } = await checks({}, folder);
    expect(of('configuration', 'problem')[0]?.says).toContain('(in assay-otel.config.yaml)');
  });

  it('is text for people', async () => {
    const { code, stdout } = await doctor({}, []);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ok +packages /);
    expect(stdout.trimEnd()).toMatch(/All is well\.$/);
  });

  it('ends with 2 where it is used wrongly', async () => {
    expect((await cli(['doctor', '--format', 'xml'])).code).toBe(2);
    expect((await cli(['doctor', 'file'])).code).toBe(2);
  });
});
