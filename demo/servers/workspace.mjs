// A workspace-administration MCP server over stdio. In memory; its answers and exceptions hold secrets.
import { setTimeout as sleep } from 'node:timers/promises';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { instrumentServer } from 'assay-otel/mcp';
import { z } from 'zod';
import { drawSecrets } from '../secrets.mjs';
import { startTelemetry, stopWithStdin } from '../telemetry.mjs';

const telemetry = startTelemetry('workspace-server');
const secrets = drawSecrets(process.env.DEMO_SEED);
const roles = new Map();

const server = instrumentServer(new McpServer({ name: 'workspace', version: '1.0.0' }));
const member = { workspace: z.string(), principal: z.string() };

tool('grant_admin', 'Makes somebody an administrator.', member, ({ principal, role = 'admin' }) => {
  roles.set(principal, role);
  return `${principal} is now ${role}`;
});

tool('change_role', 'Changes a role.', { ...member, role: z.string() }, ({ principal, role }) => {
  roles.set(principal, role);
  return `${principal} is now ${role}`;
});

tool('invite_external', 'Invites a guest.', member, ({ principal }) => `Invited ${principal}`);

tool('create_workspace_token', 'Makes an API token.', member, () => `Token: ${secrets.workspaceToken.value}`);

tool('sync_directory', 'Copies the directory.', {}, () => {
  const { databasePassword, exceptionCanary, signingKey } = secrets;
  const url = `postgres://sync:${databasePassword.value}@db.internal/people`;
  throw new Error(`cannot connect to ${url} (${exceptionCanary.value}) with\n${signingKey.value}`);
});

// Takes its time and says that it has begun; the demo kills the process before it ends.
server.registerTool(
  'export_audit_log',
  { description: 'Writes the audit log to a store.', inputSchema: z.looseObject({}) },
  async (_args, { signal, sendNotification, _meta }) => {
    const params = { progressToken: _meta.progressToken, progress: 1 };
    await sendNotification({ method: 'notifications/progress', params });
    await sleep(60_000, undefined, { signal });
    return { content: [] };
  },
);

await server.connect(new StdioServerTransport());
stopWithStdin(telemetry, () => server.close());

function tool(name, description, shape, work) {
  server.registerTool(name, { description, inputSchema: z.looseObject(shape) }, (args) => ({
    content: [{ type: 'text', text: work(args) }],
  }));
}
