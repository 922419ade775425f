/** A process of its own: runs the steps of its argument, and prints what the agent noticed. */
import { runAgent } from './scripted-agent.ts';

for (const line of await runAgent(JSON.parse(process.argv[2] ?? '[]'))) console.log(line);
