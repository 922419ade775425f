import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';

const ADVISORY = {
  id: 1,
  url: 'https://advisory.invalid/1',
  title: 'made up',
  severity: 'high',
  vulnerable_versions: '<99.0.0',
  cwe: [],
  cvss: { score: 0, vectorString: null },
};

/** What a registry answers to an audit, and what the script then says. */
const cases = [
  {
    answer: 'no finding',
    status: 200,
    body: {},
    answers: 0,
    code: 0,
    says: /5 packages asked about .*, 0 vulnerable/,
  },
  {
    answer: 'a finding',
    status: 200,
    body: { yaml: [ADVISORY] },
    answers: 0,
    code: 1,
    says: /yaml .*: high/,
  },
  {
    answer: 'that it knows no audit',
    status: 405,
    body: {},
    answers: 1,
    code: 1,
    says: /got 405: nothing is known/,
  },
];

describe('the audit of runtime dependencies', () => {
  let registry: Server | undefined;
  afterEach(() => registry?.close());

  it.each(cases)('where the registry answers $answer', async ({ status, body, answers, code, says }) => {
    const asked: string[] = [];
    registry = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      request.resume();
      const audit = request.method === 'POST';
      response.writeHead(audit ? status : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(audit ? body : { name: 'yaml', versions: {} }));
    });
    await new Promise<void>((listening) => registry?.listen(0, '127.0.0.1', listening));
    const { port } = registry.address() as AddressInfo;

    const probe = await run(port, '--answers');
    expect(probe.code).toBe(answers);
    if (answers !== 0) expect(probe.output).toMatch(/^skip {2}audit of runtime dependencies: .*\(405\)$/m);
    const audit = await run(port);
    expect(audit.code).toBe(code);
    expect(audit.output).toMatch(says);
    expect(asked).toContain('POST /-/npm/v1/security/advisories/bulk');
  });

  it('fails where nothing answers', async () => {
    const closed = createServer();
    await new Promise<void>((listening) => closed.listen(0, '127.0.0.1', listening));
    const { port } = closed.address() as AddressInfo;
    await new Promise((done) => closed.close(done));
    expect((await run(port, '--answers')).code).toBe(1);
    expect(await run(port)).toEqual({ code: 1, output: expect.stringMatching(/nothing is known/) });
  });
});

function run(port: number, ...args: string[]): Promise<{ code: number | null; output: string }> {
  const env = {
    ...process.env,
    npm_config_registry: `http://127.0.0.1:${port}/`,
    npm_config_fetch_retries: '0',
    npm_config_audit: 'false',
  };
  return new Promise((done) => {
    const child = execFile(process.execPath, ['scripts/audit.mjs', ...args], { env }, (_, stdout, stderr) =>
      done({ code: child.exitCode, output: stdout + stderr }),
    );
  });
}
