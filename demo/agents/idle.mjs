// Run 2: an agent that asks a server what it can do, finds that no tool fits its task, and calls none.
import { runAgent, stdio } from './agent.mjs';

const TASK = /\b(room|meeting|calendar)\b/i;

await runAgent('room-booker', async ({ connect, call }) => {
  const client = await connect(stdio('workspace'));
  const { tools } = await client.listTools();
  const fitting = tools.filter(({ description = '' }) => TASK.test(description));
  for (const { name } of fitting) await call(client, name, {});
  await client.close();
  return { listed: tools.length };
});
