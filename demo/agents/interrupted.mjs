// Run 3: an agent whose telemetry and whose server fail it. It does nothing about either: most agents would not
// even notice. What goes wrong is done by the demo (`observe.mjs`). Of its calls that are seen, some are such that no
// declaration can settle them.
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { withPolicy } from '../policy.mjs';
import { drawIdentifiers } from '../secrets.mjs';
import { runAgent, stdio, tell } from './agent.mjs';

const { DEMO_SEED: seed, DEMO_SLACK_URL: slackUrl } = process.env;
const ids = drawIdentifiers(seed);
const { workspace, admin, guest } = ids;

await runAgent('access-reviewer', async ({ connect, call, secrets, flush }) => {
  const transport = stdio('workspace');
  const clients = {
    workspace: await connect(transport, withPolicy),
    github: await connect(stdio('github'), withPolicy),
    slack: await connect(new StreamableHTTPClientTransport(new URL(slackUrl)), withPolicy),
  };
  tell({ serverPid: transport.pid });

  await call(clients.workspace, 'grant_admin', { workspace, principal: admin, role: 'auditor' });
  // Between two flushes, so that it travels alone: the export that is lost holds this call and nothing else.
  await flush();
  await call(clients.workspace, 'invite_external', { workspace, principal: guest });
  await flush();

  for (const [server, tool, args] of unsettled(secrets)) await call(clients[server], tool, args);

  const destination = `s3://archive?password=${secrets.archivePassword.value}`;
  let audit;
  await new Promise((onprogress) => {
    audit = call(clients.workspace, 'export_audit_log', { destination }, { onprogress });
  });
  // The server is at work on it, and answers another call meanwhile; then it is killed.
  await call(clients.workspace, 'change_role', { workspace, principal: admin, role: 'viewer' });
  await audit;
  for (const client of Object.values(clients)) await client.close();
});

/** Calls of which it cannot be told what they were on, or what was decided, or what they are: server, tool, arguments. */
function unsettled({ deployKey, titleToken, stripeKey, googleKey }) {
  const addKey = (args) => ['github', 'github.add_deploy_key', { owner: 'acme', ...args }];
  return [
    addKey({ title: ids.keyTitle }),
    addKey({
      repo: 'prod-web',
      title: `deploy ${titleToken.value}`,
      private_key: deployKey.value,
    }),
    ['github', `github.${stripeKey.value}`, {}],
    ['slack', 'slack.invite', { workspace_id: ids.slackWorkspace, user: guest, api_key: googleKey.value }],
    ['workspace', 'grant_admin', { workspace, role: 'viewer' }],
  ];
}
