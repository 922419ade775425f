// An agent in a busy loop, then the receiver under good and hostile traffic: heap and handles must stay flat, nothing may
// be rejected unhandled, and what is counted must add up to what was sent. Exits with 1 where that does not hold.
//
//   npm run soak                  five minutes, half for each, after a warm-up of about a minute
//   npm run soak -- --minutes 60
import { parseArgs } from 'node:util';
import { agentFindings } from './soak/agent-findings.mjs';
import { serveFindings } from './soak/serve-findings.mjs';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '5' } } });
const minutes = Number(values.minutes);
if (!(minutes >= 2 && minutes <= 10_000)) {
  console.error('Expected `--minutes` to be a number from 2 to 10000');
  process.exit(2);
}

for (const [title, findings] of [
  ['agent loop', agentFindings],
  ['serve', serveFindings],
]) {
  console.log(`\n${title}, ${minutes / 2} minutes`);
  for (const { what, holds, said } of await findings(minutes * 30_000)) {
    console.log(`${holds ? 'ok  ' : 'FAIL'} ${what}: ${said}`);
    if (!holds) process.exitCode = 1;
  }
}
