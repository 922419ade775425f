// A Slack-like MCP server over Streamable HTTP on loopback, on the SDK's low-level `Server`: here an exception
// becomes a JSON-RPC error, message and data included. In memory; it prints its URL when it listens.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import { instrumentServer } from 'assay-otel/mcp';
import { drawSecrets } from '../secrets.mjs';
import { startTelemetry, stopWithStdin } from '../telemetry.mjs';

const telemetry = startTelemetry('slack-server');
const secrets = drawSecrets(process.env.DEMO_SEED);
const members = new Map([['general', new Set()]]);

const tools = {
  'slack.add_member': ({ channel_id, user }) => {
    if (members.get(channel_id)?.has(user)) {
      throw new McpError(ErrorCode.InternalError, `bad signature, expected ${secrets.signingSecret.value}`, {
        request: { note: secrets.rpcCanary.value },
      });
    }
    members.set(channel_id, new Set([...(members.get(channel_id) ?? []), user]));
    return text('Added.');
  },
  'slack.invite': () => text('Invited.'),
  'slack.post_message': () => ({
    ...text(`not_allowed_token_type: ${secrets.appToken.value}`),
    isError: true,
  }),
  'slack.export_history': async (_args, { signal }) => {
    await sleep(60_000, undefined, { signal });
    return text('Exported.');
  },
};

const server = instrumentServer(
  new Server({ name: 'slack', version: '1.0.0' }, { capabilities: { tools: {} } }),
);
server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: Object.keys(tools).map((name) => ({ name, inputSchema: { type: 'object' } })),
}));
server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) => {
  const work = tools[params.name];
  if (work === undefined) throw new McpError(ErrorCode.InvalidParams, 'No such tool');
  return work(params.arguments ?? {}, extra);
});

const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: randomUUID });
await server.connect(transport);

const http = createServer((request, response) => transport.handleRequest(request, response));
http.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${http.address().port}/mcp`));
stopWithStdin(telemetry, async () => {
  await server.close();
  http.close();
  http.closeAllConnections();
});

function text(value) {
  return { content: [{ type: 'text', text: value }] };
}
