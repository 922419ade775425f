// Run 3: an agent whose telemetry and whose server fail it. It does nothing about either: most agents would not
// even notice. What goes wrong is done by the demo (`observe.mjs`).
import { withPolicy } from '../policy.mjs';
import { drawIdentifiers } from '../secrets.mjs';
import { runAgent, stdio, tell } from './agent.mjs';

const { workspace, admin, guest } = drawIdentifiers(process.env.DEMO_SEED);

await runAgent('access-reviewer', async ({ connect, call, secrets, flush }) => {
  const transport = stdio('workspace');
  const client = await connect(transport, withPolicy);
  tell({ serverPid: transport.pid });

  await call(client, 'grant_admin', { workspace, principal: admin, role: 'auditor' });
  // Between two flushes, so that it travels alone: the export that is lost holds this call and nothing else.
  await flush();
  await call(client, 'invite_external', { workspace, principal: guest });
  await flush();

  const destination = `s3://archive?password=${secrets.archivePassword.value}`;
  let audit;
  await new Promise((onprogress) => {
    audit = call(client, 'export_audit_log', { destination }, { onprogress });
  });
  // The server is at work on it, and answers another call meanwhile; then it is killed.
  await call(client, 'change_role', { workspace, principal: admin, role: 'viewer' });
  await audit;
  await client.close();
});
