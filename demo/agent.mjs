// The agent: one run, three MCP servers, calls of every kind. It prints one line of JSON when it is done: how
// many calls it made, how many the policy layer let through, and which secrets crossed the connections.
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { SpanKind, trace } from '@opentelemetry/api';
import { instrumentClient } from 'assay-otel/mcp';
import { withPolicy } from './policy.mjs';
import { drawIdentifiers, drawSecrets } from './secrets.mjs';
import { tap } from './tap.mjs';
import { startTelemetry } from './telemetry.mjs';

const { DEMO_SEED: seed, DEMO_SLACK_URL: slackUrl } = process.env;
const secrets = drawSecrets(seed);
const ids = drawIdentifiers(seed);
const crossed = new Set();
let forwarded = 0;

const sdk = startTelemetry('deploy-assistant');
const made = await trace.getTracer('deploy-assistant').startActiveSpan(
  'invoke_agent deploy-assistant',
  {
    kind: SpanKind.INTERNAL,
    attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'deploy-assistant' },
  },
  async (root) => {
    const clients = {
      github: await connect(stdio('github')),
      slack: await connect(new StreamableHTTPClientTransport(new URL(slackUrl))),
      workspace: await connect(stdio('workspace')),
    };
    const calls = plan();
    for (const [server, name, args, options] of calls) {
      await clients[server].callTool({ name, arguments: args }, undefined, options).catch(() => undefined);
    }
    for (const client of Object.values(clients)) await client.close();
    root.end();
    return calls.length;
  },
);
await sdk.shutdown();
console.log(JSON.stringify({ made, forwarded, crossed: [...crossed] }));

/** What the agent does: server, tool, arguments, options. */
function plan() {
  const { slackWorkspace: workspace_id, slackChannel: channel_id, slackUser: user } = ids;
  const { workspace, admin, guest } = ids;
  const key = (owner, repo, title) => ({ owner, repo, title, private_key: secrets.deployKey.value });
  const mirror = `https://mirror:${secrets.mirrorPassword.value}@git.internal/prod-api`;
  const authorization = `Bearer ${secrets.mirrorToken.value}`;
  return [
    [
      'github',
      'github.add_deploy_key',
      {
        ...key('acme', 'prod-api', ids.keyTitle),
        read_only: false,
        auth: { token: secrets.githubToken.value },
        options: { mirrors: [{ remote: { url: mirror, headers: { authorization } } }] },
      },
    ],
    ['github', 'github.add_deploy_key', key('contractor', 'prod-api-fork', ids.keyTitle)],
    ['github', 'github.add_deploy_key', { owner: 'acme', title: ids.keyTitle }],
    ['github', 'github.add_deploy_key', key('acme', 'prod-web', `deploy ${secrets.titleToken.value}`)],
    [
      'github',
      'github.create_issue',
      {
        repo: 'prod-api',
        title: 'Pipeline is red',
        body: `It logs ${secrets.awsKeyId.value} and ${secrets.awsSecret.value}`,
        labels: [{ meta: { comment: secrets.argumentCanary.value } }],
      },
    ],
    ['github', 'github.set_secret', { repo: 'prod-api', client_secret: { [secrets.npmToken.value]: true } }],
    ['github', `github.${secrets.stripeKey.value}`, {}],

    ['slack', 'slack.add_member', { workspace_id, channel_id, user, token: secrets.botToken.value }],
    ['slack', 'slack.add_member', { workspace_id, channel_id, user }],
    ['slack', 'slack.invite', { workspace_id, user: guest, api_key: secrets.googleKey.value }],
    ['slack', 'slack.post_message', { channel_id, text: 'Deployed.' }],
    ['slack', 'slack.export_history', { channel_id }, { timeout: 300 }],

    [
      'workspace',
      'grant_admin',
      {
        workspace,
        principal: admin,
        role: 'owner',
        notify: { smtp: { user: admin, password: secrets.smtpPassword.value } },
      },
    ],
    ['workspace', 'invite_external', { workspace, principal: guest, password: secrets.denied.value }],
    ['workspace', 'create_workspace_token', { workspace, principal: admin }],
    ['workspace', 'change_role', { workspace, role: 'viewer' }],
    ['workspace', 'sync_directory', {}],
  ];
}

/** A client behind the policy layer. The taps see what the agent says and hears, and what really goes out. */
async function connect(transport) {
  const client = instrumentClient(new Client({ name: 'deploy-assistant', version: '1.0.0' }));
  await client.connect(tap(withPolicy(tap(transport, countForwarded)), noteSecrets));
  return client;
}

function countForwarded({ method }) {
  if (method === 'tools/call') forwarded += 1;
}

function noteSecrets(message) {
  const text = JSON.stringify(message);
  for (const [name, { value }] of Object.entries(secrets)) {
    if (text.includes(JSON.stringify(value).slice(1, -1))) crossed.add(name);
  }
}

function stdio(name) {
  const script = fileURLToPath(new URL(`servers/${name}.mjs`, import.meta.url));
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([key]) => key.startsWith('OTEL_') || key === 'DEMO_SEED'),
  );
  return new StdioClientTransport({ command: process.execPath, args: [script], env });
}
