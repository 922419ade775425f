/** Applications that are run as they are and with `assay-otel/register` before them, built like the package. */
import { type ChildProcess, spawn } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll } from 'vitest';

const ROOT = new URL('../../', import.meta.url).pathname;

/** An SDK that says nothing to anybody. */
export const SILENT = {
  OTEL_TRACES_EXPORTER: 'none',
  OTEL_METRICS_EXPORTER: 'none',
  OTEL_LOGS_EXPORTER: 'none',
};

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Application {
  readonly folder: string;
  write(name: string, content: string): void;
  /** Files of a folder in it, by name; empty where there is none. */
  files(name: string): Readonly<Record<string, string>>;
  start(args: readonly string[], env?: Readonly<Record<string, string>>): Running;
}

export interface Running {
  readonly child: ChildProcess;
  /** Settles when this has been printed on stdout. */
  printed(text: string): Promise<void>;
  readonly ended: Promise<Ended>;
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder with `assay/register.cjs`; `packages` of the repository can be found from it, by default all. */
export async function application(packages?: readonly string[]): Promise<Application> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-otel-register-'));
  folders.push(folder);
  const modules = join(folder, 'node_modules');
  if (packages === undefined) symlinkSync(join(ROOT, 'node_modules'), modules);
  for (const name of packages ?? []) {
    mkdirSync(join(modules, name, '..'), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  }
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const entryPoints = { register: 'src/register/index.ts', instrumentation: 'src/instrumentation/index.ts' };
  await build({
    entryPoints: Object.fromEntries(
      Object.entries(entryPoints).map(([name, path]) => [name, join(ROOT, path)]),
    ),
    outdir: join(folder, 'assay'),
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20.19',
    external: ['@opentelemetry/*', 'yaml'],
    define: { 'import.meta.filename': '__filename', 'import.meta.dirname': '__dirname' },
    logLevel: 'error',
  });
  return {
    folder,
    write: (name, content) => writeFileSync(join(folder, name), content),
    files(name) {
      try {
        const path = join(folder, name);
        return Object.fromEntries(
          readdirSync(path).map((file) => [file, readFileSync(join(path, file), 'utf8')]),
        );
      } catch {
        return {};
      }
    },
    start: (args, env = {}) => running(folder, args, env),
  };
}

function running(folder: string, args: readonly string[], env: Readonly<Record<string, string>>): Running {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, args, { cwd: folder, env: { PATH, ...env } });
  const written = { stdout: '', stderr: '' };
  const waiting = new Map<string, () => void>();
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      written[name] += text;
      for (const [awaited, done] of waiting) if (written.stdout.includes(awaited)) done();
    });
  }
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, ...written }));
  });
  const printed = (text: string) =>
    new Promise<void>((resolve, reject) => {
      waiting.set(text, resolve);
      if (written.stdout.includes(text)) resolve();
      void ended.then(({ stderr }) =>
        reject(new Error(`Ended before it printed what was awaited:\n${stderr}`)),
      );
    });
  return { child, printed, ended };
}

/** A client and a server of the MCP SDK in one process, and one call. */
export const ESM_AGENT = `
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
const server = new McpServer({ name: 'github', version: '1.0.0' });
server.registerTool('list_issues', {}, async () => ({ content: [{ type: 'text', text: 'three' }] }));
const client = new Client({ name: 'agent', version: '1.0.0' });
const [one, other] = InMemoryTransport.createLinkedPair();
await Promise.all([server.connect(one), client.connect(other)]);
console.log(JSON.stringify(await client.callTool({ name: 'list_issues', arguments: {} })));
await client.close();
process.exitCode = 3;
`;

export const CJS_AGENT = `(async () => {${ESM_AGENT.replaceAll(/import (\{.*\}) from ('.*');/g, 'const $1 = require($2);')}})();`;
