/** An MCP server in a process of its own, of the SDK that its argument names; its spans are lines on stderr. */

import { StdioServerTransport as StdioV1 } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport as StdioV2, serveStdio } from '@modelcontextprotocol/server/stdio';
import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { registry } from '../../../src/emitter/registry.ts';
import { instrumentServer } from '../../../src/mcp/index.ts';
import { ADD_KEY, PING } from '../../manifest/tools.ts';
import { type Exporter, provider, simple } from '../../sdk/line.ts';
import type { Kit, ServerPeer } from './kit.ts';
import { v1 } from './v1.ts';
import { v2 } from './v2.ts';

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
propagation.setGlobalPropagator(new W3CTraceContextPropagator());
const exporter: Exporter = {
  export(spans, done) {
    for (const span of spans) {
      const { name, kind, attributes, parentSpanContext } = span;
      const { traceId } = span.spanContext();
      const manifest = registry().handOvers.get(span.spanContext())?.declaredManifestDigest;
      const line = { name, kind, attributes, traceId, parentSpanContext, manifest };
      process.stderr.write(`${JSON.stringify(line)}\n`);
    }
    done({ code: 0 });
  },
  shutdown: async () => undefined,
};
trace.setGlobalTracerProvider(provider({ spanProcessors: [simple(exporter)] }));

function serverOf(kit: Kit): ServerPeer {
  const server = instrumentServer(kit.server());
  const ping = { ...PING, description: undefined };
  kit.handle(server, 'tools/list', () => ({ tools: [ping, ADD_KEY] }));
  kit.handle(server, 'tools/call', () => ({ content: [] }));
  return server;
}

const serving = process.argv[2];
if (serving === '1.x') await serverOf(v1).connect(new StdioV1());
else if (serving === '2.x') await serverOf(v2).connect(new StdioV2());
else serveStdio(() => serverOf(v2) as unknown as Server);
