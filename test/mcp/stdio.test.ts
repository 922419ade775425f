import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { SpanKind } from '@opentelemetry/api';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { registry } from '../../src/emitter/registry.ts';
import { instrumentClient } from '../../src/mcp/index.ts';
import { BOTH } from '../manifest/tools.ts';
import { packageName } from '../sdk/line.ts';
import { inHostSpan, startTracing, type Tracing } from './support/tracing.ts';
import { v1 } from './support/v1.ts';
import { v2 } from './support/v2.ts';

let folder: string;
let child: string;
let tracing: Tracing;

beforeAll(async () => {
  // Below node_modules, where the child finds its packages, the SDK line among them.
  folder = await mkdtemp(join(import.meta.dirname, '../../node_modules/.stdio-child-'));
  child = join(folder, 'child.mjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'support/stdio-child.ts')],
    outfile: child,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  });
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => {
  tracing = startTracing();
});
afterEach(() => tracing.close());

/** What the child says of one span on its stderr. */
interface Line {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes: Record<string, unknown>;
  readonly traceId: string;
  readonly parentSpanContext?: { readonly spanId: string; readonly isRemote?: boolean };
  readonly manifest?: string;
}

async function lineNamed(stderr: Readable, name: string): Promise<Line> {
  for await (const text of createInterface(stderr)) {
    const line = JSON.parse(text) as Line;
    if (line.name === name) return line;
  }
  throw new Error(`the child ended without a span ${name}`);
}

describe.each([
  [v1, '1.x'],
  [v2, '2.x'],
  [v1, '2.x'],
  [v2, '1.x'],
  [v2, '2.x serveStdio'],
])('over stdio', (kit, serving) => {
  it(`joins a client of SDK ${kit.major} and a server of SDK ${serving} in another process`, async () => {
    const Transport = kit === v1 ? StdioV1 : StdioV2;
    const transport = new Transport({
      command: process.execPath,
      args: [child, serving],
      env: { ASSAY_SDK_PACKAGE: packageName },
      stderr: 'pipe',
    });
    const client = instrumentClient(kit.client());
    const received = lineNamed(transport.stderr as Readable, 'tools/call t');
    await client.connect(transport);
    await client.listTools();
    await inHostSpan('agent', () => kit.callTool(client, { name: 't' }));
    const sent = tracing.span('tools/call t');
    const line = await received;
    await client.close();
    expect(line).toMatchObject({
      kind: SpanKind.SERVER,
      traceId: tracing.span('agent').spanContext().traceId,
      parentSpanContext: { spanId: sent.spanContext().spanId, isRemote: true },
    });
    const connection = { 'network.transport': 'pipe', 'mcp.protocol.version': kit.negotiated };
    expect(sent.attributes).toMatchObject(connection);
    expect(line.attributes).toMatchObject(connection);
    expect(sent.attributes).not.toHaveProperty('server.address');
    expect(registry().handOvers.get(sent.spanContext())?.declaredManifestDigest).toBe(BOTH);
    expect(line.manifest).toBe(BOTH);
  });
});
