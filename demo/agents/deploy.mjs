// Run 1: one agent, three MCP servers, calls of many kinds. All are seen, and each is one that a declaration can name.
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { withPolicy } from '../policy.mjs';
import { drawIdentifiers } from '../secrets.mjs';
import { runAgent, stdio } from './agent.mjs';

const { DEMO_SEED: seed, DEMO_SLACK_URL: slackUrl } = process.env;

await runAgent('deploy-assistant', async ({ connect, call, secrets }) => {
  const clients = {
    github: await connect(stdio('github'), withPolicy),
    slack: await connect(new StreamableHTTPClientTransport(new URL(slackUrl)), withPolicy),
    workspace: await connect(stdio('workspace'), withPolicy),
  };
  for (const [server, tool, args, options] of plan(secrets, drawIdentifiers(seed))) {
    await call(clients[server], tool, args, options);
  }
  for (const client of Object.values(clients)) await client.close();
});

/** What the agent does: server, tool, arguments, options. */
function plan(secrets, ids) {
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
    ['github', 'github.add_deploy_key', key('acme', 'prod-web', ids.keyTitle)],
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

    ['slack', 'slack.add_member', { workspace_id, channel_id, user, token: secrets.botToken.value }],
    ['slack', 'slack.add_member', { workspace_id, channel_id, user }],
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
    ['workspace', 'change_role', { workspace, principal: admin, role: 'viewer' }],
    ['workspace', 'sync_directory', {}],
  ];
}
