import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import type { ServedTool } from '../../../scripts/packs/served-tools.ts';
import { instrumentClient } from '../../../src/mcp/index.ts';
import { isolated } from './isolated.ts';

export interface Folders {
  readonly dir: string;
  readonly bin: string;
}

export interface RunningServer {
  readonly name: string;
  readonly tools: readonly ServedTool[];
  listTools(): Promise<readonly ServedTool[]>;
  /** However it ends: that the provider cannot be reached is what is wanted. */
  call(tool: string, args: Readonly<Record<string, unknown>> | undefined): Promise<void>;
  stop(): Promise<void>;
}

const PATIENCE = { timeout: 20_000 };

/** Starts an installed server over stdio, with an instrumented client of the official SDK. */
export async function startServer(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  folders: Folders,
): Promise<RunningServer> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-otel-server-'));
  const filled = (text: string, dir: string) =>
    text.replaceAll('{bin}', folders.bin).replaceAll('{dir}', dir);
  const start = isolated(
    command.map((part) => filled(part, folders.dir)),
    // What a server is told to write goes beside what is installed, not into it.
    Object.fromEntries(Object.entries(env).map(([key, value]) => [key, filled(value, folder)])),
    folder,
  );
  const transport = new StdioClientTransport({ ...start, stderr: 'pipe' });
  let said = '';
  transport.stderr?.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-2_000);
  });
  const client = instrumentClient(new Client({ name: 'agent', version: '1.0.0' }));
  const listTools = async () => {
    const tools: ServedTool[] = [];
    let cursor: string | undefined;
    do {
      const page = await client.listTools(cursor === undefined ? {} : { cursor }, { timeout: 60_000 });
      tools.push(...(page.tools as unknown as ServedTool[]));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return tools;
  };
  const stop = async () => {
    await client.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await client.connect(transport, { timeout: 60_000 });
    const tools = await listTools();
    return {
      name: client.getServerVersion()?.name ?? '',
      tools,
      listTools,
      async call(tool, args) {
        const params = { name: tool, ...(args !== undefined && { arguments: args }) };
        await client
          .request({ method: 'tools/call', params }, CallToolResultSchema, PATIENCE)
          .catch(() => {});
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw new Error(`Expected the server to start and to list its tools; it said: ${said}`, { cause: error });
  }
}
