import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { flatness } from './flat.mjs';
import { watchedProcess } from './watched-process.mjs';

const LOOP = fileURLToPath(new URL('agent-loop.mjs', import.meta.url));
/** Less than anything that could be kept of each call: a map's entry under a trace id takes some hundred bytes. */
const BYTES_A_CALL = 64;

/** What is to be said of an agent that was in its loop for so long. */
export async function agentFindings(milliseconds) {
  const { child, ended, said } = watchedProcess(LOOP, [String(milliseconds)]);
  const printed = await text(child.stdout);
  const [code, signal] = await ended;
  if (code !== 0) return [{ what: 'ends by itself', holds: false, said: `${signal ?? code}: ${said()}` }];
  const { sent, got, samples } = JSON.parse(printed);
  return [
    ...flatness(samples, { unit: 'call', bytesPerUnit: BYTES_A_CALL, handlesMore: 2 }),
    { what: 'unhandled rejections', holds: got.rejections === 0, said: String(got.rejections) },
    {
      what: 'runs',
      holds: got.runs === sent.runs + sent.pairs,
      said: `${sent.runs} made, and ${sent.pairs} of connecting; ${got.runs} given away`,
    },
    { what: 'calls', holds: got.calls === sent.calls, said: `${sent.calls} made, ${got.calls} in surfaces` },
    {
      what: 'records',
      holds: got.events >= sent.calls,
      said: `${got.events} of clients and servers, beside ${sent.hostile} hostile spans`,
    },
    { what: 'coverage', holds: Object.keys(got.coverage).every(known), said: JSON.stringify(got.coverage) },
  ];
}

/** A hostile span of MCP that nobody can read makes its run partial; nothing else here may. */
function known(state) {
  return state === 'complete' || state === 'partial';
}
